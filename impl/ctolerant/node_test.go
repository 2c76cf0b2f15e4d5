package ctolerant

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

func response(from spec.NodeID, run int, candidate spec.NodeID) impl.Event {
	return report(from, run, spec.NewSet(candidate), nil)
}

// report is a RESPONSE that tells of unhealthy processes too.
func report(from spec.NodeID, run int, candidates, unhealthy spec.Set) impl.Event {
	return delivered(from, words.Response{Run: run, Candidates: candidates, Unhealthy: unhealthy})
}

func leader(from spec.NodeID, run, seq int) impl.Event {
	return delivered(from, words.Leader{Run: run, Seq: seq})
}

// Words of the tests.
var (
	step      = impltest.StepFirst
	fired     = impltest.Fired
	stop      = impltest.Stop
	told      = impltest.Told
	delivered = impltest.Delivered
)

var start = told(words.Start{})

// handled is one event and the effects that it should have.
type handled struct {
	name string
	ev   impl.Event
	want []impl.Effect
}

// handle steps the process with each event in turn. A NOTIFY that is wanted and a LEADER
// that comes, if they say no election, are of the first that the process itself begins.
func handle(t *testing.T, n *Node, events ...handled) {
	t.Helper()
	for _, h := range events {
		h.ev.Body = ofFirst(n.id, h.ev.Body)
		want := slices.Clone(h.want)
		for i, e := range want {
			want[i].Body = ofFirst(n.id, e.Body)
		}
		impltest.Asks(t, h.name, want, step(n, h.ev))
	}
}

func ofFirst(id spec.NodeID, body spec.Body) spec.Body {
	first := words.Election{Number: 1, Initiator: id}
	switch msg := body.(type) {
	case words.Notify:
		if msg.Election.Number == 0 {
			msg.Election = first
		}
		return msg
	case words.Leader:
		if msg.Election.Number == 0 {
			msg.Election = first
		}
		return msg
	}
	return body
}

// query is that of Base and Optimistic, in a first election.
func query(to spec.NodeID, run int) impl.Effect { return ask(to, run, 1, 0) }

func ask(to spec.NodeID, run, x, y int) impl.Effect {
	return impltest.Send(to, words.Query{Run: run, X: x, Y: y, Election: 1})
}

func notify(to spec.NodeID, run, seq int) impl.Effect {
	return impltest.Send(to, words.Notify{Run: run, Seq: seq})
}

func set(timer spec.Timer, ms time.Duration) impl.Effect {
	return impltest.Set(timer, ms*time.Millisecond)
}

// The exploration is untimed and forgets how long timers run; that every batch of
// QUERYs and every new RESPONSE sets TIMEOUT anew (D5) is seen here.
func TestTimersOfARun(t *testing.T) {
	cfg := words.Config{Nodes: 4, C: 1, F: 1, Initiator: 3, CollectTimeoutMS: 70, AwaitTimeoutMS: 90}.WithDefaults()
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	n := New(3, cfg)
	collect := set(words.TimerCollect, 70)
	handle(t, n, []handled{
		{"start", start, []impl.Effect{query(0, 1), query(1, 1), query(2, 1), collect}},
		{"timeout", fired(words.TimerCollect), []impl.Effect{query(0, 1), query(1, 1), query(2, 1), collect}},
		{"a RESPONSE of another run", response(0, 0, 0), nil},
		{"the first RESPONSE", response(1, 1, 1), []impl.Effect{collect}},
		{"the same again", response(1, 1, 1), nil},
		{"LEADER of the lowest so far", leader(1, 1, 0), nil},
		{"timeout", fired(words.TimerCollect), []impl.Effect{query(0, 1), query(2, 1), collect}},
		{"the last RESPONSE", response(2, 1, 0), []impl.Effect{
			notify(0, 1, 1), stop(words.TimerCollect), set(words.TimerAwait, 90),
		}},
		{"a RESPONSE too late", response(0, 1, 0), nil},
		{"LEADER", leader(0, 1, 1), []impl.Effect{stop(words.TimerAwait)}},
	}...)
	if n.state.Leader != 0 {
		t.Errorf("follows %s, want 0", n.state.Leader)
	}
}

// The paper's figure 1: N = 4, c = 2, f = 0, initiator 3 asks three and notifies
// one, which multicasts (CT-19).
func TestFigure1(t *testing.T) {
	cfg := words.Config{Nodes: 4, C: 2, F: 0, Initiator: 3}.WithDefaults()
	n := New(3, cfg)
	sent := len(step(n, start)) - 1 // but for the timer
	for from := range 3 {
		for _, e := range step(n, response(spec.NodeID(from), 1, 0)) {
			if e.Kind == impl.Send {
				sent++
			}
		}
	}
	if sent != 4 {
		t.Errorf("%d messages sent by the initiator, want three QUERYs and one NOTIFY", sent)
	}
	got := step(New(0, cfg), impltest.Delivered(3, words.Notify{Run: 1, Seq: 1}))
	want := []impl.Effect{{Kind: impl.Multicast, To: spec.None, Body: words.Leader{Run: 1, Seq: 1}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the leader's effects (-want +got):\n%s", d)
	}
}

// optimist returns the initiator, 4, of Optimistic among five with c = 2 and f = 1,
// which has asked 0 to 3 and counted two RESPONSEs. They proposed 2 and 3, and 2
// was notified.
func optimist(t *testing.T) *Node {
	t.Helper()
	cfg := words.Config{
		Nodes: 5, Protocol: words.Optimistic, C: 2, F: 1, Rule: words.Run, Initiator: 4,
		CollectTimeoutMS: 70, AwaitTimeoutMS: 90,
	}.WithDefaults()
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	n := New(4, cfg)
	collect := set(words.TimerCollect, 70)
	handle(t, n, []handled{
		{"start", start, []impl.Effect{query(0, 1), query(1, 1), query(2, 1), query(3, 1), collect}},
		{"a RESPONSE of another run", response(0, 0, 0), nil},
		{"the first RESPONSE", response(3, 1, 2), []impl.Effect{notify(2, 1, 1), collect}},
		{"the same again", response(3, 1, 0), nil},
		{"a RESPONSE that proposes a higher one", response(2, 1, 3), []impl.Effect{collect}},
		{"timeout", fired(words.TimerCollect), []impl.Effect{query(0, 1), query(1, 1), collect}},
	}...)
	return n
}

// What the (c+1)-th RESPONSE does, and the wait of line 15 after it (Algorithm 2).
func TestOptimistic(t *testing.T) {
	var (
		await = []impl.Effect{stop(words.TimerCollect), set(words.TimerAwait, 90)}
		lower = append([]impl.Effect{notify(1, 1, 2)}, await...)
		over  = []impl.Effect{stop(words.TimerAwait)}
	)
	for _, c := range []struct {
		name string
		then []handled
		led  spec.NodeID // whom the initiator follows at the end
	}{
		{"no LEADER inside the loop", []handled{
			{"the last RESPONSE", response(1, 1, 2), await},
			{"a RESPONSE too late", response(0, 1, 0), nil},
			{"LEADER of another process", leader(3, 1, 1), nil},
			{"LEADER of another run", leader(2, 0, 1), nil},
			{"LEADER", leader(2, 1, 1), over},
			{"LEADER again", leader(2, 1, 1), nil},
		}, 2},
		{"LEADER inside the loop counts at its end", []handled{
			{"LEADER", leader(2, 1, 1), nil},
			{"the last RESPONSE", response(1, 1, 2), []impl.Effect{stop(words.TimerCollect)}},
			{"a RESPONSE too late", response(0, 1, 0), nil},
		}, 2},
		{"LEADER of another run inside the loop does not", []handled{
			{"LEADER", leader(2, 0, 1), nil},
			{"the last RESPONSE", response(1, 1, 2), await},
			{"LEADER", leader(2, 1, 1), over},
		}, 2},
		{"nor does that of another process", []handled{
			{"LEADER", leader(1, 1, 1), nil},
			{"the last RESPONSE", response(1, 1, 2), await},
			{"LEADER", leader(2, 1, 1), over},
		}, 1},
		{"the last RESPONSE proposes a lower one", []handled{
			{"the last RESPONSE", response(1, 1, 1), lower},
			{"LEADER of the earlier", leader(2, 1, 1), nil},
			{"LEADER", leader(1, 1, 2), over},
			{"LEADER of the earlier, again", leader(2, 1, 1), nil},
		}, 1},
		{"LEADER of the earlier inside the loop is forgotten", []handled{
			{"LEADER of the earlier", leader(2, 1, 1), nil},
			{"the last RESPONSE", response(1, 1, 1), lower},
			{"LEADER", leader(1, 1, 2), over},
		}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := optimist(t)
			handle(t, n, c.then...)
			if n.state.Election != nil {
				t.Errorf("the election goes on: %+v", *n.state.Election)
			}
			if n.state.Leader != c.led {
				t.Errorf("follows %s, want %s", n.state.Leader, c.led)
			}
		})
	}
}

// A run that is begun again remembers neither whom it notified nor who announced
// itself (D10).
func TestOptimisticBeginsAgain(t *testing.T) {
	n := optimist(t)
	collect := set(words.TimerCollect, 70)
	handle(t, n, []handled{
		{"LEADER of the earlier", leader(2, 1, 1), nil},
		{"the last RESPONSE", response(1, 1, 1), []impl.Effect{
			notify(1, 1, 2), stop(words.TimerCollect), set(words.TimerAwait, 90),
		}},
		{"timeout", fired(words.TimerAwait), []impl.Effect{
			query(0, 2), query(1, 2), query(2, 2), query(3, 2), collect,
		}},
		{"a RESPONSE of the run before", response(0, 1, 0), nil},
		{"LEADER of the run before", leader(1, 1, 2), nil},
		{"a RESPONSE that proposes a higher one", response(1, 2, 2), []impl.Effect{notify(2, 2, 1), collect}},
		{"LEADER of the run before, from that one", leader(2, 1, 1), nil},
		{"a RESPONSE that proposes the first again", response(2, 2, 1), []impl.Effect{notify(1, 2, 2), collect}},
		{"LEADER of the run before, again", leader(1, 1, 2), nil},
		{"the last RESPONSE", response(3, 2, 1), []impl.Effect{
			stop(words.TimerCollect), set(words.TimerAwait, 90),
		}},
		{"LEADER", leader(1, 2, 2), []impl.Effect{stop(words.TimerAwait)}},
	}...)
}

// With c = 0 the first RESPONSE is the last: Base and Optimistic do the same.
func TestOptimisticIsBaseWithoutC(t *testing.T) {
	for _, p := range []words.Variant{words.Base, words.Optimistic} {
		n := New(2, words.Config{Nodes: 3, Protocol: p, F: 1, Initiator: 2}.WithDefaults())
		handle(t, n, []handled{
			{"start", start, []impl.Effect{query(0, 1), query(1, 1), set(words.TimerCollect, 500)}},
			{"RESPONSE", response(1, 1, 0), []impl.Effect{
				notify(0, 1, 1), stop(words.TimerCollect), set(words.TimerAwait, 500),
			}},
			{"LEADER", leader(0, 1, 1), []impl.Effect{stop(words.TimerAwait)}},
		}...)
	}
}

// Whom a process follows after LEADERs of several runs and, of one run of Optimistic
// or Hybrid, of several processes.
func TestRules(t *testing.T) {
	type leaders = []impl.Event
	for _, c := range []struct {
		name string
		rule words.Rule
		told leaders
		want spec.NodeID
		tag  words.Tag
	}{
		{"the last one", words.Last, leaders{leader(0, 2, 1), leader(1, 1, 1)}, 1, words.Tag{}},
		{"the lowest", words.Lowest, leaders{leader(1, 1, 2), leader(0, 1, 1), leader(2, 2, 1)}, 0, words.Tag{}},
		{"the later run", words.Run, leaders{leader(0, 1, 1), leader(1, 2, 3), leader(0, 1, 4)}, 1, words.Tag{Run: 2}},
		{"the lower of a run", words.Run, leaders{leader(1, 1, 2), leader(0, 1, 1)}, 0, words.Tag{Run: 1}},
		{"not the higher of a run", words.Run, leaders{leader(0, 1, 1), leader(1, 1, 2)}, 0, words.Tag{Run: 1}},
		{"the later run", words.Tagged, leaders{leader(0, 1, 2), leader(1, 2, 1)}, 1, words.Tag{Run: 2, Seq: 1}},
		{"not the earlier run", words.Tagged, leaders{leader(1, 2, 1), leader(0, 1, 2)}, 1, words.Tag{Run: 2, Seq: 1}},
		{"the later NOTIFY", words.Tagged, leaders{leader(0, 1, 1), leader(1, 1, 2)}, 1, words.Tag{Run: 1, Seq: 2}},
		{"not the earlier", words.Tagged, leaders{leader(1, 1, 2), leader(0, 1, 1)}, 1, words.Tag{Run: 1, Seq: 2}},
		{"not the same tag", words.Tagged, leaders{leader(1, 1, 1), leader(0, 1, 1)}, 1, words.Tag{Run: 1, Seq: 1}},
	} {
		n := New(2, words.Config{Nodes: 3, Protocol: words.Hybrid, C: 1, Rule: c.rule}.WithDefaults())
		for _, ev := range c.told {
			step(n, ev)
		}
		if n.state.Leader != c.want || n.state.Tag != c.tag {
			t.Errorf("%s: follows %s by %v, want %s by %v", c.name, n.state.Leader, n.state.Tag, c.want, c.tag)
		}
	}
}
