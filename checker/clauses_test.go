package checker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// below fails in states from n on, leads at every step from there on.
func below(n int) spec.Property[int] {
	return spec.Property[int]{Name: fmt.Sprintf("Below%d", n), Check: func(s int) error {
		if s >= n {
			return fmt.Errorf("it is %d", s)
		}
		return nil
	}}
}

func stepsBelow(n int) spec.Property[int] {
	return spec.Property[int]{
		Name: fmt.Sprintf("StepsBelow%d", n), Kind: spec.Stepwise,
		Step: func(before int, a spec.Action, after int) error {
			if after >= n {
				return fmt.Errorf("%s from %d", a, before)
			}
			return nil
		},
	}
}

// Of several states and steps in which a property fails the first decides, whatever comes behind it, and
// each property is judged for itself; the search ends there only where it is to.
func TestTheFirstDecides(t *testing.T) {
	judged := []spec.Property[int]{
		never(9), below(2), stepsBelow(2), reaches(2), stepsBelow(1), below(1), reaches(9), stepsBelow(9),
	}
	want := []struct {
		verdict spec.Verdict
		why     string
		length  int
	}{
		{spec.Holds, "", 0},
		{spec.Violated, "it is 2", 2},
		{spec.Violated, "B at 0 from 0", 2},
		{spec.Holds, "", 2},
		{spec.Violated, "A at 0 from 0", 2},
		{spec.Violated, "it is 1", 2},
		{spec.Violated, "no reachable state is a witness", 0},
		{spec.Holds, "", 0},
	}
	x := Explore[int](diamond, Options[int]{Properties: judged})
	for i, w := range want {
		r := x.Results[i]
		if r.Verdict != w.verdict || r.Why != w.why || len(r.Path.States) != w.length {
			t.Errorf("%s: %s (%s) after %v, want %+v", r.Property.Name, r.Verdict, r.Why, r.Path.States, w)
		}
		if again, ok := x.Result(r.Property.Name); !ok || again.Property.Name != r.Property.Name {
			t.Errorf("the result of %s is that of %s", r.Property.Name, again.Property.Name)
		}
	}
	if _, ok := x.Result("Absent"); ok || !x.Complete || len(x.States) != 4 {
		t.Errorf("complete %t, %d states", x.Complete, len(x.States))
	}
}

// A search that ends at the first violation does so for properties of states and of steps, also where
// another property is violated or witnessed before; one that does not is complete.
func TestUntilViolated(t *testing.T) {
	for _, row := range []struct {
		judged []spec.Property[int]
		until  bool
		states int // that were found
		whole  bool
	}{
		{[]spec.Property[int]{never(1)}, false, 4, true},
		{[]spec.Property[int]{never(1)}, true, 3, false},
		{[]spec.Property[int]{never(2), never(1)}, true, 3, false},
		{[]spec.Property[int]{never(3)}, true, 4, false},
		{[]spec.Property[int]{stepsBelow(3)}, true, 4, false},
		{[]spec.Property[int]{stepsBelow(3)}, false, 4, true},
		{[]spec.Property[int]{stepsBelow(1)}, true, 3, false},
		{[]spec.Property[int]{reaches(1)}, true, 4, true},
		{[]spec.Property[int]{reaches(9)}, true, 4, true},
		{[]spec.Property[int]{never(9), stepsBelow(9)}, true, 4, true},
		{nil, true, 4, true},
	} {
		x := Explore[int](diamond, Options[int]{Properties: row.judged, UntilViolated: row.until})
		if len(x.States) != row.states || x.Complete != row.whole {
			t.Errorf("until violated %t, %v: %d states, complete %t", row.until, row.judged, len(x.States), x.Complete)
		}
		if len(x.Steps) > 0 {
			t.Error("steps are kept that nobody asked for")
		}
	}
}

// Who inspects sees each state once, with its steps, until it has seen enough.
func TestInspect(t *testing.T) {
	for _, enough := range []int{0, 1, 2, 99} {
		var seen []int
		told := 0
		x := Explore[int](diamond, Options[int]{
			Inspect: func(_ *Exploration[int], from int, steps []Step) bool {
				if len(steps) != len(diamond[from]) {
					t.Errorf("state %d has %d steps", from, len(steps))
				}
				seen = append(seen, from)
				return from < enough
			},
			Progress: func(states, _ int) { told = states },
		})
		want := min(enough+1, 4)
		if len(seen) != want || x.Complete != (enough == 99) || told != 3 {
			t.Errorf("enough at %d: saw %v, complete %t, told of %d states", enough, seen, x.Complete, told)
		}
	}
}

// A panic is blamed on the action that was being done.
func TestBlameNamesTheAction(t *testing.T) {
	m := stumbling{diamond, spec.Action{Name: "D", At: 1}}
	x := Explore[int](m, Options[int]{})
	if x.Breach == nil || !strings.Contains(x.Breach.Why, "D at 1") || len(x.Breach.Path.Actions) != 1 {
		t.Errorf("breach %+v", x.Breach)
	}
}

// stumbling panics in one action.
type stumbling struct {
	graph
	in spec.Action
}

func (f stumbling) Do(s int, a spec.Action) (int, bool) {
	if a.Same(f.in) {
		panic("it falls")
	}
	return f.graph.Do(s, a)
}

// Equality counts the states and edges of the specification that the implementation covers, and its own
// edges by the names of their actions.
func TestEqualityCounts(t *testing.T) {
	x := Explore[int](diamond, Options[int]{KeepSteps: true})
	for by, impl := range bothWalks(diamond, x) {
		eq := Bisimulate(impl, x, func(s int) int { return s })
		if eq.Difference != nil || eq.Images != 4 || eq.ImageEdges != 6 || eq.NamedEdges != x.NamedEdges {
			t.Errorf("by %s: %+v; want 4 images, 6 edges, 5 of them named", by, eq)
		}
	}
	part := Explore[int](change(2), Options[int]{KeepSteps: true}) // 3 is not reached
	eq := Bisimulate[int, int](walk(diamond, x), part, func(s int) int { return s })
	if eq.Difference == nil || eq.Images != 3 || eq.ImageEdges != 4 {
		t.Errorf("%+v; want 3 images and 4 edges before they part", eq)
	}
	named := Explore[int](graph{0: {{"Go", 1, 0}}}, Options[int]{KeepSteps: true})
	other := walk(graph{0: {{"Go", 2, 0}, {"Go", 7, 0}}}, named)
	eq = Bisimulate[int, int](other, named, func(s int) int { return s })
	if eq.Difference == nil || len(eq.Difference.Fields) != 1 || eq.Difference.Fields[0].Path != "Action.At" {
		t.Errorf("an argument differs: %v", eq.Difference)
	}
	absent := walk(graph{0: {{"Stay", 1, 0}}}, named)
	eq = Bisimulate[int, int](absent, named, func(s int) int { return s })
	if eq.Difference == nil || len(eq.Difference.Fields) != 1 || eq.Difference.Fields[0].B != "absent" {
		t.Errorf("only the implementation has an action: %v", eq.Difference)
	}
}

// Several edges of one name out of a state are each held against the other graph's, whichever has more,
// and initial states in whatever order.
func TestCompareGraphsOfOneName(t *testing.T) {
	wide := named("abcd", NamedEdge{0, "A", 1}, NamedEdge{0, "A", 2}, NamedEdge{0, "A", 3}, NamedEdge{1, "A", 2})
	columns := [2]string{"left", "right"}
	if d := CompareGraphs(wide, wide, columns, letters); d != nil {
		t.Errorf("a graph is not equal to itself: %v", d)
	}
	for i, e := range wide.Edges {
		less := wide
		less.Edges = append(append([]NamedEdge{}, wide.Edges[:i]...), wide.Edges[i+1:]...)
		for column, d := range []*Difference{
			CompareGraphs(wide, less, columns, letters), CompareGraphs(less, wide, columns, letters),
		} {
			want := fmt.Sprintf("only the %s has this step A", columns[column])
			if d == nil || !strings.Contains(d.String(), want) {
				t.Errorf("the edge %v stands in the %s alone: %v", e, columns[column], d)
			} else if strings.HasPrefix(d.Path, "  (the initial state)") != (e.From == 0) {
				t.Errorf("the edge %v: the path is\n%s", e, d.Path)
			}
		}
	}
	swapped := named("abc", NamedEdge{0, "A", 1}, NamedEdge{0, "A", 2}, NamedEdge{1, "A", 2})
	d := CompareGraphs(named("abcd", NamedEdge{0, "A", 1}), named("abcd", NamedEdge{0, "A", 1}, NamedEdge{0, "A", 3}),
		columns, letters)
	if d == nil || len(d.Fields) != 1 || d.Fields[0] != (diff.Field{Path: "letter", A: "b", B: "d"}) {
		t.Errorf("the nearest edge of the left stands in A: %v", d)
	}
	one, two := swapped, swapped
	one.Inits, two.Inits = []int{0, 2}, []int{2, 0}
	if d := CompareGraphs(one, two, columns, letters); d != nil {
		t.Errorf("initial states in another order: %v", d)
	}
	two.Inits = nil
	if d := CompareGraphs(one, two, columns, letters); d == nil || d.Fields != nil {
		t.Errorf("no initial state: %v", d)
	}
}

// A disk that the specification leaves empty must be empty, and one that it leaves alone the same.
func TestRefineLooksAtTheDisk(t *testing.T) {
	for _, row := range []struct {
		left, seen any
		same       bool
	}{
		{nil, nil, true},
		{kept{1}, kept{1}, true},
		{nil, kept{1}, false},
		{kept{1}, nil, false},
		{kept{1}, kept{2}, false},
		{kept{1}, word{1}, false},
	} {
		if spec.SameRecord(row.left, row.seen) != row.same {
			t.Errorf("%v left, %v seen: want %t", row.left, row.seen, row.same)
		}
	}
}

// The words of a search's ends are their own.
func TestEndsInWords(t *testing.T) {
	seen := map[string]bool{}
	for e := Unfinished; e <= BrokenModel; e++ {
		if seen[e.String()] {
			t.Errorf("two ends are called %q", e)
		}
		seen[e.String()] = true
	}
	if Complete.String() != "complete" {
		t.Error("an end is called what it is not")
	}
}
