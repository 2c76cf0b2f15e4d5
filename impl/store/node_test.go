package store

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/store/words"
)

// Words of the tests.
var (
	step      = impltest.StepFirst
	delivered = impltest.Delivered
)

func tag(number int) election.Tag {
	return election.Tag{Run: number, Seq: 1, Election: election.Election{Number: number, Initiator: 1}}
}

// handled is an event and what must come of it.
type handled struct {
	name string
	ev   impl.Event
	want []impl.Effect
}

func handle(t *testing.T, n *Node, events []handled) {
	t.Helper()
	for _, h := range events {
		impltest.Asks(t, h.name, h.want, step(n, h.ev))
	}
}

// The storage hears each request once, none after a later one of the same process, and with
// fencing none whose token is earlier than one that it has heard.
func TestStorage(t *testing.T) {
	answer := func(to spec.NodeID, body spec.Body) []impl.Effect {
		return []impl.Effect{{Kind: impl.Send, To: to, Body: body}}
	}
	get := func(id spec.NodeID, token, nth int) impl.Event {
		return delivered(id, words.Get{Token: tag(token), Nth: nth})
	}
	got := func(id spec.NodeID, nth, value int) []impl.Effect {
		return answer(id, words.Got{Nth: nth, Value: value})
	}
	events := func(fenced bool) []handled {
		late := func(refused, heard spec.Body) []impl.Effect {
			return answer(0, map[bool]spec.Body{true: refused, false: heard}[fenced])
		}
		value := map[bool]int{true: 7, false: 5}[fenced]
		return []handled{
			{"a Get", get(0, 1, 1), got(0, 1, linearizability.Nil)},
			{"its second copy", get(0, 1, 1), nil},
			{"a Put", delivered(0, words.Put{Token: tag(1), Nth: 3, Value: 7}), answer(0, words.Kept{Nth: 3})},
			{"its second copy", delivered(0, words.Put{Token: tag(1), Nth: 3, Value: 7}), nil},
			{"a Put before it", delivered(0, words.Put{Token: tag(1), Nth: 2, Value: 6}), nil},
			{"a later leader's Get", get(1, 2, 1), got(1, 1, 7)},
			{
				"the earlier one's Put", delivered(0, words.Put{Token: tag(1), Nth: 4, Value: 5}),
				late(words.Fenced{Nth: 4}, words.Kept{Nth: 4}),
			},
			{"its Get", get(0, 1, 5), late(words.Fenced{Nth: 5}, words.Got{Nth: 5, Value: 5})},
			{"the later one's Get", get(1, 2, 2), got(1, 2, value)},
			{"an election", delivered(1, election.Leader(tag(3))), nil},
		}
	}
	for _, fenced := range []bool{true, false} {
		cfg := words.Default()
		cfg.Fenced = fenced
		handle(t, New(2, cfg), events(fenced))
	}
}

// Who does not lead refuses a call at once. Who leads asks the storage, and when that refuses
// its tag leads by it no more.
func TestLeader(t *testing.T) {
	ask := func(body spec.Body) []impl.Effect {
		return []impl.Effect{
			{Kind: impl.Send, To: 2, Body: body},
			{Kind: impl.SetTimer, To: spec.None, Timer: words.TimerAnswer, After: 500 * time.Millisecond},
		}
	}
	stop := []impl.Effect{{Kind: impl.StopTimer, To: spec.None, Timer: words.TimerAnswer}}
	write := impltest.Told(linearizability.Write{Value: 4})
	fired := impltest.Fired(words.TimerAnswer)
	led := handled{"it leads", delivered(0, election.Leader(tag(1))), nil}
	other := handled{"LEADER", delivered(1, election.Leader(tag(2))), nil}
	again := handled{"LEADER again", delivered(0, election.Leader(tag(2))), nil}
	got := func(nth int) impl.Event { return delivered(2, words.Got{Nth: nth}) }
	get := func(nth int) []impl.Effect { return ask(words.Get{Token: tag(1), Nth: nth}) }
	fenced := func(nth int) impl.Event { return delivered(2, words.Fenced{Nth: nth}) }
	put := handled{"a Got", got(1), ask(words.Put{Token: tag(1), Nth: 2, Value: 4})}
	called := handled{"a call", write, get(1)}
	for _, c := range []struct {
		name    string
		events  []handled
		outcome Outcome
		leads   bool
	}{
		{"it follows nobody", []handled{{"a call", write, stop}}, Refused, false},
		{"it follows another", []handled{other, {"a call", write, stop}}, Refused, false},
		{"kept", []handled{led, called, put, {"a Kept", delivered(2, words.Kept{Nth: 2}), stop}}, Done, true},
		{"an answer to the Get", []handled{led, called, put, {"a Fenced", fenced(1), nil}}, None, true},
		{"a refused Get", []handled{led, called, {"a Fenced", fenced(1), stop}}, Refused, false},
		{"a refused Put", []handled{led, called, put, {"a Fenced", fenced(2), stop}}, Refused, false},
		{"no Got", []handled{led, called, {"timeout", fired, stop}, {"a Got", got(1), nil}}, Refused, true},
		{"no Kept", []handled{led, called, put, {"timeout", fired, stop}}, Unknown, true},
		{"it leads by a later tag", []handled{led, called, again, {"a Got", got(1), stop}}, Refused, true},
		{"it hears of another leader", []handled{led, called, other, {"a Got", got(1), stop}}, Refused, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := New(0, words.Default())
			handle(t, n, c.events)
			if n.state.Outcome != c.outcome || n.state.Leads(0) != c.leads {
				t.Errorf("outcome %d, leads %t; want %d, %t", n.state.Outcome, n.state.Leads(0), c.outcome, c.leads)
			}
		})
	}
}

// The timers of the node inside have other names, and it has its state while it is stepped alone.
func TestInside(t *testing.T) {
	for _, timer := range []spec.Timer{election.TimerCollect, election.TimerAwait, election.TimerTakeover} {
		if timer == words.TimerAnswer {
			t.Errorf("the election has a timer %s too", timer)
		}
	}
	n := New(1, words.Default())
	step(n, impltest.Told(election.Start{}))
	if n.state.Election.Run != 1 || n.inside().Run != 0 || n.inside().List != nil {
		t.Errorf("after a Start: run %d, and inside there is %+v", n.state.Election.Run, *n.inside())
	}
}

// After so many runs no timer begins another one, so that there is an end where who is elected is
// down.
func TestRunsEnd(t *testing.T) {
	cfg := words.Default()
	cfg.Runs = 2
	n := New(1, cfg)
	step(n, impltest.Told(election.Start{}))
	for _, want := range []int{2, 2, 2} {
		step(n, delivered(0, election.Response{Run: n.state.Election.Run, Candidates: spec.Set{0}}))
		if step(n, impltest.Fired(election.TimerAwait)); n.state.Election.Run != want {
			t.Errorf("run %d, want %d", n.state.Election.Run, want)
		}
	}
}
