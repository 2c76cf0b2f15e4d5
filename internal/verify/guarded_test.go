package verify_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A ghost that forbids inputs does so in the fast exploration as beside the plain model: by what
// has happened and by who is up, also of an input whose handler is cut short, and before the budget is
// asked, so that nothing is exhausted for want of what is forbidden anyway.
func TestGuardedInputs(t *testing.T) {
	told := network.Cluster{
		Nodes: 2, New: func(id spec.NodeID) impl.Node { return &toy{id: id, does: tellsOther} },
		Inputs: func(_ spec.NodeID, state any, _ spec.Set) []spec.Body {
			if state.(*toyState).Steps < 3 {
				return []spec.Body{begin{}}
			}
			return nil
		},
	}
	both := spec.AllNodes(2)
	for _, c := range []struct {
		name     string
		allows   func(told int, up spec.Set) bool
		budget   spec.Budget
		hears2   spec.Verdict // CanHear2
		excused  bool         // Hears2 fails only where the budget excuses that
		liveness spec.Verdict // of Hears2
	}{
		{"all", func(int, spec.Set) bool { return true }, allowed(1, both, "Crash"), spec.Holds, false, spec.Violated},
		{
			"one", func(told int, _ spec.Set) bool { return told < 1 },
			spec.Budget{},
			spec.Violated, false, spec.Violated,
		},
		{
			"while both are up", func(told int, up spec.Set) bool { return told < 2 && len(up) == 2 },
			allowed(1, both, "Crash", "CrashInBegin"), spec.Holds, false, spec.Violated,
		},
		{
			"as often as the budget has it", func(told int, _ spec.Set) bool { return told < 1 },
			allowed(1, nil, "Begin"), spec.Violated, false, spec.Violated,
		},
		{
			"more often than the budget has it", func(told int, _ spec.Set) bool { return told < 2 },
			allowed(1, nil, "Begin"), spec.Violated, true, spec.Holds,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := toySystem(told, spec.Ghost[int]{
				Step: func(g int, a spec.Action, _ spec.Set) int {
					if a.Msg.From == spec.Environment && a.Msg.Body != nil {
						return g + 1
					}
					return g
				},
				Allows: func(told int, input spec.Action, up spec.Set) bool {
					if input.Msg.From != spec.Environment || input.Msg.Body == nil {
						t.Errorf("%s is no input", input)
					}
					return c.allows(told, up)
				},
			}, c.budget)
			bothWays(t, s, []string{"HeardBelow9"})
			r, err := s.Subject().Reach([]string{"CanHear2", "Hears2"}, "Fair", verify.ReachOptions{})
			if err != nil || r.Results[0].Verdict != c.hears2 || r.Results[1].Verdict != c.liveness ||
				r.Results[1].Excused > 0 != c.excused {
				t.Errorf("%v, %v", r.Results, err)
			}
		})
	}
}

// tellsOther sends to the other one what it is told.
func tellsOther(n *toy, ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Input:
		n.state.Steps++
		out.Send(1-n.id, ping{1})
	case impl.Delivered:
		n.state.Heard++
	}
}

var errNotExcused = errors.New("there is no excuse")

// What is beyond the budget is excused only where the system says so.
func TestExcuses(t *testing.T) {
	once := allowed(0, nil, "TimeoutT")
	s := toySystem(toys(2, spec.CrashStop, func(n *toy, ev impl.Event, out *impl.Effects) {
		switch n.state.Steps++; ev.Kind {
		case impl.Input:
			out.SetTimer("T", 1)
		case impl.Fired:
			out.Send(1, ping{1})
		default:
			n.state.Heard++
		}
	}), still(), once)
	for _, c := range []struct {
		name    string
		excuses func(verify.Judged[toyState, int]) error
		verdict spec.Verdict
		excused int
	}{
		{"all", nil, spec.Holds, 1},
		{"some", func(verify.Judged[toyState, int]) error { return nil }, spec.Holds, 1},
		{"none", func(st verify.Judged[toyState, int]) error { return errNotExcused }, spec.Violated, 0},
		{"others", func(st verify.Judged[toyState, int]) error {
			if st.State.State.Timers[0].Has("T") {
				return errNotExcused
			}
			return nil
		}, spec.Violated, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.Excuses = c.excuses
			r, err := s.Subject().Reach([]string{"Hears1"}, "Fair", verify.ReachOptions{})
			if err != nil || r.Results[0].Verdict != c.verdict || r.Results[0].Excused != c.excused {
				t.Errorf("%v, %v", r.Results, err)
			}
			// That its timer must not stay set is no excuse either: the budget does not allow it to fire.
			timed := s
			fair := append(slices.Clip(s.Fairness["Fair"]), spec.TimersRun())
			timed.Fairness = map[string][]spec.Fairness{"Fair": fair}
			again, err := timed.Subject().Reach([]string{"Hears1"}, "Fair", verify.ReachOptions{})
			if err != nil || again.Results[0].Verdict != c.verdict || again.Results[0].Excused != c.excused {
				t.Errorf("if timers run: %v, %v", again.Results, err)
			}
		})
	}
}
