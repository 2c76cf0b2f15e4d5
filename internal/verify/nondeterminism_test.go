package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/search"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// nondeterministicRow is one kind of step that is another one later, because of something that
// stands outside the state.
type nondeterministicRow struct {
	name string
	at   spec.NodeID // whose step it is
	does doesToy     // later, in addition
	from spec.Set    // what is picked from later, where it is another set
	mute bool        // later the environment has nothing to tell
	says [2]int      // what is added later to what it tells the first, and itself
	path int         // how many steps lead to where it happens
}

func nondeterministicRows() []nondeterministicRow {
	on := func(kind impl.EventKind, do func(n *toy, out *impl.Effects)) doesToy {
		return func(n *toy, ev impl.Event, out *impl.Effects) {
			if ev.Kind == kind {
				do(n, out)
			}
		}
	}
	hears := func(n *toy, _ *impl.Effects) { n.state.Heard = 9 }
	return []nondeterministicRow{
		{name: "a delivery leaves another state", at: 1, does: on(impl.Delivered, hears)},
		{name: "a delivery sends a copy", at: 1, does: on(impl.Delivered, func(_ *toy, out *impl.Effects) {
			out.Send(0, ping{1})
		})},
		{name: "a delivery sends a copy to itself", at: 1, does: on(impl.Delivered, func(_ *toy, out *impl.Effects) {
			out.Send(1, ping{1})
		})},
		{name: "a delivery panics", at: 1, does: on(impl.Delivered, func(*toy, *impl.Effects) { panic("it fell") })},
		{name: "a delivery arms a timer", at: 1, does: on(impl.Delivered, func(_ *toy, out *impl.Effects) {
			out.SetTimer("U", 1)
		})},
		{name: "a timer", does: on(impl.Fired, hears), path: 1},
		{name: "an input", does: on(impl.Input, hears)},
		{name: "a recovery", does: on(impl.Recovered, hears), path: 1},
		{name: "a pick of fewer", from: spec.NewSet[spec.NodeID](0)},
		{name: "a pick of others", from: spec.NewSet[spec.NodeID](1, 2)},
		{name: "an input is not offered", mute: true},
		{name: "another copy is sent", at: 1, says: [2]int{1, 0}},
		{name: "another copy is sent to itself", at: 1, says: [2]int{0, 1}},
	}
}

// nondeterministicCluster is a cluster of two in which everything happens once, until later.
func nondeterministicCluster(c nondeterministicRow, later *bool) network.Cluster {
	deterministic := func(n *toy, ev impl.Event, out *impl.Effects) {
		switch ev.Kind {
		case impl.Input:
			from := spec.NewSet[spec.NodeID](0, 1)
			if *later && c.from != nil {
				from = c.from
			}
			n.state.Steps = 1
			out.Pick("either", from, 1)
			out.Send(1, ping{1})
			out.SetTimer("T", 1)
		case impl.Delivered:
			says := [2]int{2, 4}
			if *later {
				says = [2]int{2 + c.says[0], 4 + c.says[1]}
			}
			if ev.Body == (ping{1}) {
				out.Send(0, ping{says[0]})
				out.Send(1, ping{says[1]})
			}
		case impl.Fired:
			n.state.Steps = 2
		case impl.Recovered:
			n.state.Steps = 3
		}
	}
	cluster := toys(2, spec.MessagesWait, func(n *toy, ev impl.Event, out *impl.Effects) {
		if deterministic(n, ev, out); *later && c.does != nil {
			c.does(n, ev, out)
		}
	})
	tells := cluster.Inputs
	cluster.Inputs = func(at spec.NodeID, state any, down spec.Set) []spec.Body {
		if *later && c.mute {
			return nil
		}
		return tells(at, state, down)
	}
	return cluster
}

// Whatever kind of step is another one when it is run again, the nondeterminism check
// notices, and says nothing before.
func TestNondeterminismOfEveryKindOfStep(t *testing.T) {
	for _, c := range nondeterministicRows() {
		t.Run(c.name, func(t *testing.T) {
			later := false
			ghosts := explore.NewGhosts(still(), nil)
			components, err := explore.NewComponents(nondeterministicCluster(c, &later), ghosts,
				allowed(1, spec.NewSet[spec.NodeID](0), spec.Crash), explore.Meets{})
			if err != nil {
				t.Fatal(err)
			}
			r := search.Reach(components, 4, search.Options{})
			if found := components.CheckDeterminism(); r.Ended != checker.Complete || found != nil {
				t.Fatalf("%s, %+v before anything is another", r.Ended, found)
			}
			if r.Bytes() < int64(300*components.Locals()) {
				t.Errorf("%d bytes for %d local states", r.Bytes(), components.Locals())
			}
			later = true
			found := components.CheckDeterminism()
			if found == nil || found.Why.Contract != "StepsRepeat" || found.At != c.at {
				t.Fatalf("%+v, want StepsRepeat at %d", found, c.at)
			}
			n := 0
			for r.State(n).Locals[c.at] != found.Local {
				n++
			}
			if path := r.PathTo(n).Actions; len(path) != c.path {
				t.Errorf("it happens after %v, want a path of %d", path, c.path)
			}
		})
	}
}

// So does it notice what is asked of the protocol beside its steps: who is bound to a topic,
// what a timer awaits, and what its peer repeats.
func TestNondeterminismOfWhatIsAsked(t *testing.T) {
	for _, what := range []string{"bound", "awaits", "repeats"} {
		later := false
		c := toys(2, spec.CrashStop, func(n *toy, ev impl.Event, out *impl.Effects) {
			if n.state.Steps++; ev.Kind == impl.Input {
				out.Broadcast("all", ping{1})
				out.SetTimer(spec.TimerOf("T", 1), 1)
			}
		})
		c.Bound = func(at spec.NodeID, _ any, _ string) bool { return at == 1 && (!later || what != "bound") }
		c.Awaits = func(spec.Timer, spec.NodeID, any, *spec.Message) bool {
			return what != "repeats" && (!later || what != "awaits")
		}
		c.Repeats = func(spec.Timer, spec.NodeID, any) bool { return !later && what == "repeats" }
		budget := allowed(1, nil, "PrematureT")
		components, err := explore.NewComponents(c, explore.NewGhosts(still(), nil), budget, explore.Meets{})
		if err != nil {
			t.Fatal(err)
		}
		r := search.Reach(components, 4, search.Options{MaxStates: 50})
		if found := components.CheckDeterminism(); found != nil {
			t.Fatalf("%s: %+v before anything is another, after %s", what, found, r.Ended)
		}
		later = true
		if found := components.CheckDeterminism(); found == nil || !strings.Contains(found.Why.Why, what) {
			t.Errorf("%s: %+v", what, found)
		}
	}
}

// An exploration whose steps are others when they are run again is not to be trusted; it
// says so, and how to get to where it is seen.
func TestReachChecksThatStepsRepeat(t *testing.T) {
	rows := nondeterministicRows()
	row := rows[slices.IndexFunc(rows, func(c nondeterministicRow) bool { return c.name == "a timer" })]
	later := false
	s := toySystem(nondeterministicCluster(row, &later), still(), spec.Budget{})
	o := verify.ReachOptions{Progress: func(p checker.Progress) error {
		later = p.Queue == 0 // when everything was explored
		return nil
	}}
	r, err := s.Subject().Reach([]string{"HeardBelow9"}, "", o)
	if err != nil || r.Ended != checker.BrokenModel {
		t.Errorf("%s, %v", r.Ended, err)
	}
	for _, want := range []string{"StepsRepeat: TimeoutT at 0", "1. Begin at 0", "does not do the same"} {
		if !strings.Contains(r.Breach, want) {
			t.Errorf("it does not say %q:\n%s", want, r.Breach)
		}
	}
}

// Where an implementation breaks, neither its runs nor its states are judged.
func TestLiveOfBrokenProcesses(t *testing.T) {
	s := toySystem(toys(1, spec.CrashStop, func(n *toy, ev impl.Event, out *impl.Effects) {
		if ev.Kind == impl.Fired {
			panic("it fell")
		}
		n.state.Steps = 1
		out.SetTimer("T", 1)
	}), still(), spec.Budget{})
	l, err := s.Subject().Live(verify.Impl, []string{"Hears1"}, "Fair")
	if err != nil || !strings.Contains(l.Ended, "it fell") || len(l.Found) > 0 {
		t.Errorf("%+v, %v", l, err)
	}
	r, err := s.Subject().Reach([]string{"HeardBelow9", "Hears1"}, "Fair", verify.ReachOptions{})
	if err != nil || !strings.Contains(r.Breach, "it fell") {
		t.Errorf("%q, %v", r.Breach, err)
	}
	for _, f := range r.Results {
		if f.Verdict != spec.Undecided {
			t.Errorf("%s is %s", f.Name, f.Verdict)
		}
	}
}
