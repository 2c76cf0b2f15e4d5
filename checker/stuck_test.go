package checker

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// bothWalks explores an implementation by Explore and by Reach.
func bothWalks(m spec.Model[int], sp *Exploration[int]) map[string]Walked[int] {
	return map[string]Walked[int]{
		"Explore": walk(m, sp),
		"Reach":   Reach(Plain(m), ReachOptions[int]{MaxStates: MostStates(sp)}),
	}
}

// An implementation that gets stuck where its specification goes on is not equal to it, wherever
// that is: to do nothing is no way of doing the same.
func TestBisimulateFindsWhoIsStuck(t *testing.T) {
	copied := func(s int, steps ...edge) graph { // states above 9 are those of diamond again
		g := change(0, diamond[0]...)
		g[s] = steps
		return g
	}
	for _, c := range []struct {
		name string
		impl graph
		want string // nothing: equal
	}{
		{"both in the last state", diamond, ""},
		{"at once", change(0), "then only the specification offers A"},
		{"after a step", change(1), "1. A at 0\nthen only the specification offers C"},
		{"where two ways meet", change(2), "1. B at 0\nthen only the specification offers D"},
		{
			"on one of two ways to an image", copied(1, edge{"C", 0, 12}, edge{"C", 1, 2}),
			"2. C at 0\nthen only the specification offers D",
		},
		{"in a second initial state of one image", copied(10), "then only the specification offers A"},
		{"but for a step to itself", change(1, edge{"Wait", 0, 1}), "only the implementation offers Wait"},
	} {
		x := Explore[int](diamond, Options[int]{KeepSteps: true})
		for by, impl := range bothWalks(starting{c.impl, inits(c.impl)}, x) {
			eq := Bisimulate(impl, x, func(s int) int { return s % 10 })
			if c.want == "" {
				if eq.Difference != nil {
					t.Errorf("%s, by %s: %v", c.name, by, eq.Difference)
				}
				continue
			}
			if eq.Difference == nil || !strings.Contains(eq.Difference.String(), c.want) {
				t.Errorf("%s, by %s: %v, want %q", c.name, by, eq.Difference, c.want)
			}
		}
	}
}

// inits are 0, and 10 where the graph says something of it.
func inits(g graph) []int {
	if _, ok := g[10]; ok {
		return []int{0, 10}
	}
	return []int{0}
}

// stubborn offers every step of its graph, and does not take those of one name.
type stubborn struct {
	graph
	name string
}

func (r stubborn) Do(s int, a spec.Action) (int, bool) {
	if a.Name == r.name {
		return s, false
	}
	return r.graph.Do(s, a)
}

// shy is a stubborn that does not offer either what it would not take.
type shy struct{ stubborn }

func (s shy) Actions(n int) iter.Seq[spec.Action] {
	return slices.Values(slices.DeleteFunc(slices.Collect(s.graph.Actions(n)), func(a spec.Action) bool {
		return a.Name == s.name
	}))
}

// A step that is offered and then refused is a fault of the model, in either column; one that is
// not even offered is missing.
func TestBisimulateFindsWhatIsRefused(t *testing.T) {
	same := func(s int) int { return s }
	whole := Explore[int](diamond, Options[int]{KeepSteps: true})
	for by, impl := range bothWalks(stubborn{diamond, "D"}, whole) {
		eq := Bisimulate(impl, whole, same)
		if eq.Difference == nil || !strings.Contains(eq.Difference.String(), "ActionsCanBeDone: D at 0") ||
			!strings.Contains(eq.Difference.String(), "1. B at 0") {
			t.Errorf("refused by the implementation, by %s: %v", by, eq.Difference)
		}
	}
	for by, impl := range bothWalks(shy{stubborn{diamond, "D"}}, whole) {
		eq := Bisimulate(impl, whole, same)
		if eq.Difference == nil || !strings.Contains(eq.Difference.What, "only the specification offers D") {
			t.Errorf("not offered by the implementation, by %s: %v", by, eq.Difference)
		}
	}
	broken := Explore[int](stubborn{diamond, "D"}, Options[int]{KeepSteps: true})
	for by, impl := range bothWalks(shy{stubborn{diamond, "D"}}, broken) {
		eq := Bisimulate(impl, broken, same)
		if eq.Difference == nil || !strings.Contains(eq.Difference.What, "ActionsCanBeDone") {
			t.Errorf("refused by the specification, by %s: %v", by, eq.Difference)
		}
	}
}
