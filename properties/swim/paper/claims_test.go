package paper

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Each of SW-1 to SW-13 but SW-12 is decided as docs/claims.md says, and red without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	if n := len(Paper().Claims); n != 12 {
		t.Errorf("%d claims are listed, the papers have 12", n)
	}
	protocoltest.WrittenClaims(t, Protocol().Registered())
}

// mistaken is a process whose steps are changed.
type mistaken struct {
	impl.Node

	step func(n impl.Node, ev impl.Event, out *impl.Effects)
}

func (m mistaken) Step(ev impl.Event, out *impl.Effects) { m.step(m.Node, ev, out) }

// with are processes whose steps are changed.
func with(step func(n impl.Node, ev impl.Event, out *impl.Effects)) processes {
	return processes{func(n impl.Node) impl.Node { return mistaken{n, step} }}
}

// lying helpers answer without pinging (N6).
func lying(n impl.Node, ev impl.Event, out *impl.Effects) {
	if body, asked := ev.Body.(words.PingReq); asked {
		out.Send(ev.From, words.Ack{Number: body.Number, News: tableOf(n)})
		return
	}
	n.Step(ev, out)
}

func tableOf(n impl.Node) []words.Entry { return n.State().(*implementation.State).Known }

// idle processes do not probe in every second period.
func idle(n impl.Node, ev impl.Event, out *impl.Effects) {
	if ev.Timer == words.ClockPeriod && int(ev.Now/time.Second)%2 == 0 {
		out.SetTimer(words.ClockPeriod, time.Second)
		return
	}
	n.Step(ev, out)
}

// hasty processes suspect a member for one period.
func hasty(n impl.Node, ev impl.Event, out *impl.Effects) {
	n.Step(ev, out)
	suspicions(out, func(time.Duration) time.Duration { return time.Second })
}

// suspicions changes how long a step sets the timers of suspicions.
func suspicions(out *impl.Effects, change func(time.Duration) time.Duration) {
	for i, e := range out.List {
		if e.Kind == impl.SetTimer && e.Timer.Name() == words.NameSuspicion {
			out.List[i].After = change(e.After)
		}
	}
}

// untaken processes take nothing off the bag (N12).
func untaken(n impl.Node, ev impl.Event, out *impl.Effects) {
	s := n.State().(*implementation.State)
	left := s.Bag
	n.Step(ev, out)
	s.Bag = left
}

// emptied processes take all of a target's weight off the bag.
func emptied(n impl.Node, ev impl.Event, out *impl.Effects) {
	n.Step(ev, out)
	if s := n.State().(*implementation.State); s.Probe.Going {
		s.Bag[s.Probe.Target] = 0
	}
}

// byID processes pick without weights.
func byID(n impl.Node, ev impl.Event, out *impl.Effects) {
	nested := impl.NewEffects(out.Pick)
	n.Step(ev, nested)
	out.List = append(out.List, nested.List...)
}

// twice sends each PING twice.
func twice(n impl.Node, ev impl.Event, out *impl.Effects) {
	n.Step(ev, out)
	for _, e := range out.List {
		if ping, is := e.Body.(words.Ping); is {
			out.Send(e.To, ping)
			return
		}
	}
}

// stubborn processes never remove a member.
func stubborn(n impl.Node, ev impl.Event, out *impl.Effects) {
	if ev.Timer.Name() != words.NameSuspicion {
		n.Step(ev, out)
	}
}

// slow processes suspect a member for longer.
func slow(n impl.Node, ev impl.Event, out *impl.Effects) {
	n.Step(ev, out)
	suspicions(out, func(after time.Duration) time.Duration { return after + 20*time.Second })
}

// silent processes tell no news.
func silent(n impl.Node, ev impl.Event, out *impl.Effects) {
	n.Step(ev, out)
	none := make([]words.Entry, len(tableOf(n)))
	for i := range none {
		none[i] = tableOf(n)[i]
		none[i].Status, none[i].Incarnation = words.Alive, 0
	}
	for i, e := range out.List {
		switch body := e.Body.(type) {
		case words.Ping:
			body.News = none
			out.List[i].Body = body
		case words.Ack:
			body.News = none
			out.List[i].Body = body
		}
	}
}

// lastHeard hears the last news alone, as if each replaced what is known.
func lastHeard(_ words.Config, news []words.Entry) words.Entry { return news[len(news)-1] }

// Each check fails where its subject is not what it is known to be.
func TestClaimChecksCanFail(t *testing.T) {
	right, forgets, returns := processes{}, processes{forget}, returning{returns: true}
	protocoltest.ChecksFail(t, []protocoltest.Broken{
		{"SW-1: helpers lie", claims.Given(checkComplete, with(lying)), "entries of crashed processes"},
		{"SW-1: nobody is removed", claims.Given(checkComplete, with(stubborn)), "of crashed processes 0 are dead"},
		{
			"SW-2: late", claims.Given(checkAccurate, []bound{{0, false, period*3/8 + 2*millisecond}}),
			"a process is suspected: true",
		},
		{
			"SW-2: nobody helps", claims.Given(checkAccurate, []bound{{0, true, period / 8}}),
			"copies of 124ms: a process is suspected: true",
		},
		{
			"SW-2: not late", claims.Given(checkAccurate, []bound{{3, true, period / 16}}),
			"a process is suspected: false",
		},
		{"SW-3: hasty", claims.Given(checkFalsely, with(hasty)), "% end in a removal"},
		{"SW-4: both forget", claims.Given(checkRecords, records{forgets, forgets}), "with a record, others knew"},
		{"SW-4: both save", claims.Given(checkRecords, records{right, right}), "nobody ever knew"},
		{"SW-5: not final", claims.Given(checkReturns, finality{returns, returns}), "entries are dead no more"},
		{"SW-5: final", claims.Given(checkReturns, finality{}), "members come back, and in the end"},
		{"SW-5: nobody is removed", claims.Given(checkReturns, finality{
			returning{processes: with(stubborn)}, returns,
		}), "nobody is removed"},
		{"SW-6: idle", claims.Given(checkDetection, with(idle)), "by the formula"},
		{
			"SW-7: uniform", claims.Given(checkRoundRobin, rounds{picks: words.Uniform}),
			"member 1 of 3 is not probed for 3 periods",
		},
		{
			"SW-7: nothing is taken off the bag (N12)",
			claims.Given(checkRoundRobin, rounds{with(untaken), words.RoundRobin, false}),
			"is not probed for 3 periods",
		},
		{
			"SW-7: all weight is taken off", claims.Given(checkBags, rounds{with(emptied), words.TimeBounded, false}),
			"exponent 1: member 2 of 3 is probed after 3 periods at most, want 5",
		},
		{
			"SW-7: spatial", claims.Given(checkBags, rounds{picks: words.Spatial, changing: true}),
			"exponent 0: member 1 of 3 is not probed for 3 periods",
		},
		{"SW-8: twice", claims.Given(checkLoad, with(twice)), "4.000, and 2.000 by the formula"},
		{"SW-9: silent", claims.Given(checkSpreading, with(silent)), "it must be at most 2 log2 N"},
		{"SW-10: by id", claims.Given(checkDistance, with(byID)), "exponent 3, links less the formula's"},
		{"SW-11: the last news", claims.Given(checkMerged, []hears{implemented, lastHeard}), "a member is"},
		{"SW-11: nobody is removed", claims.Given(checkOrders, with(stubborn)), "of processes that crashed are dead"},
		{"SW-13: slow", claims.Given(checkSpreading, with(slow)), "a survivor removes it after"},
	})
}
