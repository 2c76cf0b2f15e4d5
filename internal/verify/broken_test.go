package verify_test

import (
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

// odd is a process with something wrong in it. It is told to begin, sends the baton to
// itself and arms a timer, twice.
type odd struct {
	state  oddState
	secret int
	does   func(n *odd, ev impl.Event, out *impl.Effects)
}

type oddState struct{ Steps int }

func (n *odd) State() any { return &n.state }

func (n *odd) Step(ev impl.Event, out *impl.Effects) {
	n.state.Steps++
	if ev.Kind == impl.Input {
		out.SetTimer("T", 1)
		out.Send(0, baton{})
	}
	if n.does != nil {
		n.does(n, ev, out)
	}
}

// steps counts in a ghost, and falls where it is told to.
func steps(falls int) spec.Ghost[int] {
	return spec.Ghost[int]{Step: func(g int, _ spec.Action, _ spec.Set) int {
		if g+1 == falls {
			panic("the ghost fell")
		}
		return g + 1
	}}
}

// brokenRow is something that is wrong with a process, its inputs or a ghost.
type brokenRow struct {
	name   string
	does   func(n *odd, ev impl.Event, out *impl.Effects)
	ghost  spec.Ghost[int]
	inputs func(*oddState) []spec.Body
	budget spec.Budget
	want   string // what is broken; "" for nothing
	steps  int    // on the path
}

func brokenRows() []brokenRow {
	calls := 0
	fired := func(n *odd, ev impl.Event, _ *impl.Effects) {
		if ev.Kind == impl.Fired {
			panic("a timer is not expected")
		}
	}
	premature := spec.Budget{Lines: []spec.Line{{Name: "premature", Counts: []string{"Premature*"}, Most: 1}}}
	patient := spec.Budget{Lines: []spec.Line{{Name: "timeout", Counts: []string{"TimeoutT"}}}}
	return []brokenRow{
		{name: "nothing"},
		{name: "a panic", does: fired, want: "NoPanic: at or after TimeoutT at 0: a timer is not expected", steps: 2},
		{
			name: "a panic of a premature timer", does: fired, budget: premature,
			want: "NoPanic: at or after PrematureT at 0: a timer is not expected", steps: 1,
		},
		{name: "a panic that the budget forbids", does: fired, budget: patient},
		{name: "a panic beside one that the budget forbids", does: func(n *odd, ev impl.Event, out *impl.Effects) {
			if fired(n, ev, out); ev.Kind == impl.Delivered {
				panic("a copy is not expected")
			}
		}, budget: patient, want: "NoPanic: at or after DeliverBaton 0→0: a copy is not expected", steps: 1},
		{name: "a hidden field", does: func(n *odd, _ impl.Event, _ *impl.Effects) {
			n.secret++
		}, want: "StateShowsAll", steps: 0},
		{name: "a panicking ghost", ghost: steps(2), want: "NoPanic", steps: 1},
		{name: "panicking inputs", inputs: func(s *oddState) []spec.Body {
			if s.Steps == 2 {
				panic("no input")
			}
			return []spec.Body{begin{}}[s.Steps:]
		}, want: "no input", steps: 2},
		{name: "an input offered twice", inputs: func(s *oddState) []spec.Body {
			return []spec.Body{begin{}, begin{}}
		}, want: "ActionsOnce", steps: 0},
		{name: "two picks", does: func(n *odd, _ impl.Event, out *impl.Effects) {
			out.Pick("one", spec.NewSet[spec.NodeID](0), 1)
			out.Pick("another", spec.NewSet[spec.NodeID](0), 1)
		}, want: "PickOnce", steps: 0},
		{name: "a mood that processes share", does: func(n *odd, ev impl.Event, _ *impl.Effects) {
			if calls++; ev.Kind == impl.Delivered && calls > 6 {
				n.state.Steps += 10
			}
		}, want: "StepsRepeat"},
	}
}

// What is wrong with the code of a protocol comes out of an exploration with a path, the
// same from components as from the simple explorer; and what the budget forbids does not.
func TestBrokenProcesses(t *testing.T) {
	for _, c := range brokenRows() {
		t.Run(c.name, func(t *testing.T) {
			cluster := network.Cluster{
				Nodes: 1, New: func(spec.NodeID) impl.Node { return &odd{does: c.does} },
				Inputs: func(_ spec.NodeID, state any, _ spec.Set) []spec.Body {
					if c.inputs != nil {
						return c.inputs(state.(*oddState))
					}
					return []spec.Body{begin{}}[min(1, state.(*oddState).Steps):]
				},
			}
			if c.ghost.Step == nil {
				c.ghost = steps(0)
			}
			fast := brokenFast(t, cluster, c.ghost, c.budget)
			if c.want == "" && fast != nil || c.want != "" && (fast == nil || !strings.Contains(text(fast), c.want)) {
				t.Fatalf("components say %v, want %q", fast, c.want)
			}
			if c.want == "StepsRepeat" {
				return // the simple explorer has nothing to run again
			}
			x := checker.Explore(spec.Bounded(spec.Watch(explore.Model(cluster), c.ghost), c.budget),
				checker.Options[verify.Simple[int]]{})
			if (x.Breach == nil) != (fast == nil) {
				t.Fatalf("the simple explorer says %v, components %v", x.Breach, fast)
			}
			if fast != nil && (x.Breach.Contract != fast.Contract || len(x.Breach.Path.Actions) != c.steps ||
				len(fast.Path.Actions) != c.steps) {
				t.Errorf("%s after %d steps, simply %s after %d; want %d", text(fast), len(fast.Path.Actions),
					x.Breach.Contract, len(x.Breach.Path.Actions), c.steps)
			}
		})
	}
}

func text(b *checker.Breach[explore.InternedState]) string { return b.Contract + ": " + b.Why }

// brokenFast explores by components and runs every step again.
func brokenFast(
	t *testing.T, c network.Cluster, ghost spec.Ghost[int], budget spec.Budget,
) *checker.Breach[explore.InternedState] {
	t.Helper()
	components, err := explore.NewComponents(c, explore.NewGhosts(ghost, nil), budget, explore.Meets{})
	if err != nil {
		t.Fatal(err)
	}
	r := search.Reach(components, 4, search.Options{Workers: 2})
	if r.Breach != nil {
		return r.Breach
	}
	if found := components.CheckDeterminism(); found != nil {
		return &checker.Breach[explore.InternedState]{Contract: found.Why.Contract, Why: found.Why.Why}
	}
	return nil
}
