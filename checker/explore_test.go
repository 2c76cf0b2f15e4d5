package checker

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// graph is a model written out: for each state, its steps by name.
type graph map[int][]edge

type edge struct {
	name string
	at   int // an argument, so that two edges may share a name
	to   int
}

func (g graph) Init() iter.Seq[int] { return slices.Values([]int{0}) }

func (g graph) Actions(s int) iter.Seq[spec.Action] {
	return func(yield func(spec.Action) bool) {
		for _, e := range g[s] {
			if !yield(spec.Action{Name: e.name, At: spec.NodeID(e.at)}) {
				return
			}
		}
	}
}

func (g graph) Do(s int, a spec.Action) (int, bool) {
	for _, e := range g[s] {
		if e.name == a.Name && e.at == int(a.At) {
			return e.to, true
		}
	}
	return s, false
}

func never(n int) spec.Property[int] {
	return spec.Property[int]{Name: fmt.Sprintf("Never%d", n), Check: func(s int) error {
		if s == n {
			return fmt.Errorf("it is %d", n)
		}
		return nil
	}}
}

func reaches(n int) spec.Property[int] {
	return spec.Property[int]{Name: fmt.Sprintf("Reach%d", n), Kind: spec.Reachable, Check: func(s int) error {
		if s != n {
			return errors.New("it is another")
		}
		return nil
	}}
}

// diamond has a long and a short way to 3, a self-loop and two edges of one name.
var diamond = graph{
	0: {{"A", 0, 1}, {"B", 0, 2}},
	1: {{"C", 0, 2}, {"C", 1, 2}},
	2: {{"D", 0, 3}, {"D", 1, 2}},
}

func TestExploreCounts(t *testing.T) {
	x := Explore[int](diamond, Options[int]{KeepSteps: true})
	if len(x.States) != 4 || x.Edges != 6 || x.NamedEdges != 5 || x.Depth != 3 || !x.Complete {
		t.Errorf("%d states, %d edges, %d named, depth %d, complete %t; want 4, 6, 5, 3, true",
			len(x.States), x.Edges, x.NamedEdges, x.Depth, x.Complete)
	}
	if len(x.Steps[2]) != 2 {
		t.Errorf("state 2 has %d steps, want 2", len(x.Steps[2]))
	}
}

// States are told apart by their values where the options say how, and differences are
// shown in them.
func TestExploreByValues(t *testing.T) {
	type half struct{ Half int }
	g := graph{0: {{"a", 0, 1}, {"b", 0, 2}}, 2: {{"c", 0, 5}}}
	o := Options[int]{KeepSteps: true, Value: func(s int) any { return half{s / 2} }}
	x := Explore(g, o)
	if len(x.States) != 3 || x.Edges != 3 { // 1 is 0
		t.Fatalf("states %v, %d edges; want 3 of each", x.States, x.Edges)
	}
	if n, ok := x.Number(3); !ok || n != 1 {
		t.Errorf("3 is state %d (found: %t), want that of 2", n, ok)
	}
	y := Explore(graph{0: {{"a", 0, 1}, {"b", 0, 4}}}, o)
	eq := Bisimulate(y, x, func(s int) int { return s })
	if eq.Difference == nil || !strings.Contains(eq.Difference.String(), "field Half: 2 in the implementation, 1 in") {
		t.Errorf("difference %v, want one in the field Half", eq.Difference)
	}
}

func TestExploreFindsAShortestPath(t *testing.T) {
	x := Explore[int](diamond, Options[int]{Properties: []spec.Property[int]{never(3)}, UntilViolated: true})
	r := x.Results[0]
	if r.Verdict != spec.Violated || r.Why != "it is 3" {
		t.Fatalf("%s (%s), want violated (it is 3)", r.Verdict, r.Why)
	}
	if got := r.Path.String(); got != "   1. B at 0\n   2. D at 0\n" {
		t.Errorf("path\n%s", got)
	}
	got := r.Path.Told(func(was int, a spec.Action, is int) []string { return diff.Changes(was, is) })
	if got != "   1. B at 0\n        0 → 2\n   2. D at 0\n        2 → 3\n" {
		t.Errorf("path\n%s", got)
	}
}

func TestExploreVerdicts(t *testing.T) {
	cases := []struct {
		name     string
		property spec.Property[int]
		max      int
		want     spec.Verdict
	}{
		{"holds", never(9), 0, spec.Holds},
		{"violated", never(2), 0, spec.Violated},
		{"witness", reaches(3), 0, spec.Holds},
		{"no witness", reaches(9), 0, spec.Violated},
		{"bound hit", never(9), 2, spec.NoViolation},
		{"bound hit, no witness yet", reaches(9), 2, spec.Undecided},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			x := Explore[int](diamond, Options[int]{Properties: []spec.Property[int]{c.property}, MaxStates: c.max})
			if got := x.Results[0].Verdict; got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// fickle breaks a contract of models in state 2.
type fickle struct {
	graph
	contract string
}

func (f fickle) Actions(s int) iter.Seq[spec.Action] {
	actions := slices.Collect(f.graph.Actions(s))
	if s == 2 {
		switch f.contract {
		case "ActionsOnce":
			actions = append(actions, actions[0])
		case "ActionsCanBeDone":
			actions = append(actions, spec.Action{Name: "Phantom"})
		case "NoPanic":
			panic("out of ideas")
		case "Own":
			panic(spec.Breach{Contract: "Own", Why: "as it says"})
		}
	}
	return slices.Values(actions)
}

func TestExploreBlamesTheModel(t *testing.T) {
	for _, contract := range []string{"ActionsOnce", "ActionsCanBeDone", "NoPanic", "Own"} {
		t.Run(contract, func(t *testing.T) {
			x := Explore[int](fickle{diamond, contract}, Options[int]{Properties: []spec.Property[int]{never(9)}})
			if x.Breach == nil || x.Breach.Contract != contract {
				t.Fatalf("breach %+v, want %s", x.Breach, contract)
			}
			if len(x.Breach.Path.Actions) != 1 || x.Complete || x.Results[0].Verdict != spec.Undecided {
				t.Errorf("path of %d actions, complete %t, %s; want 1, false, undecided",
					len(x.Breach.Path.Actions), x.Complete, x.Results[0].Verdict)
			}
		})
	}
}

// change returns diamond with one state's steps replaced.
func change(s int, steps ...edge) graph {
	g := graph{}
	for n, old := range diamond {
		g[n] = old
	}
	g[s] = steps
	return g
}

func TestBisimulateTellsWhereTheyPart(t *testing.T) {
	cases := []struct {
		name string
		impl graph
		want []string // nothing: equal
	}{
		{"equal", diamond, nil},
		{"another target", change(1, edge{"C", 0, 2}, edge{"C", 1, 3}), []string{"1. A at 0", "different states"}},
		{"one action more", change(3, edge{"E", 0, 3}), []string{"only the implementation offers E", "Action.Name"}},
		{"one action less", change(2, edge{"D", 0, 3}), []string{"only the specification offers D at 1", "Action.At"}},
		{"a new state", change(0, edge{"A", 0, 7}, edge{"B", 0, 2}), []string{"A at 0 leads to different states"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			x := Explore[int](diamond, Options[int]{KeepSteps: true})
			eq := Bisimulate[int, int](walk(c.impl, x), x, func(s int) int { return s })
			if (eq.Difference == nil) != (c.want == nil) {
				t.Fatalf("difference %v, want %q", eq.Difference, c.want)
			}
			for _, part := range c.want {
				if !strings.Contains(eq.Difference.String(), part) {
					t.Errorf("%q is not in\n%s", part, eq.Difference)
				}
			}
		})
	}
}

// A bit that the abstraction forgets and that disables an action has the same
// quotient graph; only the bisimulation notices.
func TestBisimulateSeesAHiddenBit(t *testing.T) {
	sp := graph{0: {{"A", 0, 0}, {"B", 0, 1}}, 1: {{"B", 0, 0}}}
	impl := graph{0: {{"A", 0, 10}, {"B", 0, 1}}, 10: {{"A", 0, 0}}, 1: {{"B", 0, 0}}}
	x := Explore[int](sp, Options[int]{KeepSteps: true})
	eq := Bisimulate[int, int](walk(impl, x), x, func(s int) int { return s % 10 })
	if eq.Difference == nil || !strings.Contains(eq.Difference.What, "only the specification offers B") {
		t.Errorf("difference %v, want that B is missing", eq.Difference)
	}
	honest := graph{0: {{"A", 0, 10}, {"B", 0, 1}}, 10: {{"A", 0, 0}, {"B", 0, 1}}, 1: {{"B", 0, 0}}}
	walked := walk(honest, x)
	eq = Bisimulate[int, int](walked, x, func(s int) int { return s % 10 })
	if eq.Difference != nil || eq.Images != 2 || walked.Size() != 3 {
		t.Errorf("difference %v, %d images of %d states; want none, 2 of 3", eq.Difference, eq.Images, walked.Size())
	}
}

func TestBisimulateNeedsTheWholeSpecification(t *testing.T) {
	x := Explore[int](diamond, Options[int]{KeepSteps: true, MaxStates: 2})
	if eq := Bisimulate[int, int](walk(diamond, x), x, func(s int) int { return s }); eq.Difference == nil {
		t.Error("a specification that was not explored to its end was equal to something")
	}
}
