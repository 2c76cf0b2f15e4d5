package checker

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// written is a finished graph written out: for each state its steps.
type written struct {
	inits []int
	steps [][]Step
}

func (w written) Size() int              { return len(w.steps) }
func (w written) Inits() []int           { return w.inits }
func (w written) StepsFrom(n int) []Step { return w.steps[n] }

// sketch reads a graph such as "0 A 1, 1 B 0", which begins in state 0.
func sketch(t *testing.T, text string) written {
	t.Helper()
	w := written{inits: []int{0}, steps: make([][]Step, 1)}
	for part := range strings.SplitSeq(text, ", ") {
		var from, to int
		var name string
		if n, err := fmt.Sscan(part, &from, &name, &to); n != 3 {
			t.Fatalf("%q: %v", part, err)
		}
		for len(w.steps) <= max(from, to) {
			w.steps = append(w.steps, nil)
		}
		w.steps[from] = append(w.steps[from], Step{spec.Action{Name: name}, to})
	}
	return w
}

// conditions reads fairness such as "WF A, SF B C": each of the names after WF or SF,
// taken together.
func conditions(text string) []spec.Fairness {
	var fair []spec.Fairness
	for part := range strings.SplitSeq(text, ", ") {
		if words := strings.Fields(part); len(words) > 0 {
			fair = append(fair, spec.Fairness{Name: part, Strong: words[0] == "SF", Of: func(a spec.Action) bool {
				return slices.Contains(words[1:], a.Name)
			}})
		}
	}
	return fair
}

// shape writes a lasso as the names of its actions: "A B stop" or "A (B C)".
func shape(l *Lasso) string {
	if l == nil {
		return "holds"
	}
	var words []string
	for _, step := range l.Stem {
		words = append(words, step.Action.Name)
	}
	if l.Blocked() {
		return strings.Join(append(words, "stop"), " ")
	}
	var round []string
	for _, step := range l.Cycle {
		round = append(round, step.Action.Name)
	}
	return strings.Join(append(words, "("+strings.Join(round, " ")+")"), " ")
}

// back has a way round, 0 and 1, and a way out of it from 0 alone. out has one from both.
const (
	back = "0 B 1, 1 B 0, 0 A 2"
	out  = "0 B 1, 1 B 0, 0 A 2, 1 C 2"
)

// The kinds, by short names for the table.
const eventually, recurrent, stable = spec.Eventually, spec.Recurrent, spec.Stable

// clauses has a graph for each clause of what a fair run is and what breaks a property.
var clauses = []struct {
	name, graph, fair string
	kind              spec.PropertyKind
	good              []int // the states in which P holds
	want              string
}{
	{"unfair runs stop at once", "0 A 1", "", eventually, []int{1}, "stop"},
	{"unfair runs stop where P does not hold", "0 A 1, 1 B 2", "", recurrent, []int{0, 2}, "A stop"},
	{"unfair runs stop before P stays", "0 A 1", "", stable, []int{1}, "stop"},
	{"a weakly fair step is taken", "0 A 1", "WF A", eventually, []int{1}, "holds"},
	{"fairness to others does not help", "0 A 1", "WF B", eventually, []int{1}, "stop"},
	{"a blocked end further on", "0 A 1, 1 A 2", "WF A", eventually, nil, "A A stop"},
	{"P holds at the start", "0 A 1", "WF A", eventually, []int{0}, "holds"},
	{"P holds at the start and never again", "0 A 1", "WF A", recurrent, []int{0}, "A stop"},
	{"P ceases to hold", "0 A 1", "WF A", stable, []int{0}, "A stop"},
	{"<>P is not judged after P", "0 A 1, 1 A 0", "WF A", eventually, []int{0}, "holds"},

	{"weak fairness lets A go that comes and goes", back, "WF A, WF B", eventually, []int{2}, "(B B)"},
	{"strong fairness does not", back, "SF A, WF B", eventually, []int{2}, "holds"},
	{"weak fairness of either way out", out, "WF A C", eventually, []int{2}, "holds"},
	{"weak fairness of each way out", out, "WF A, WF C, WF B", eventually, []int{2}, "(B B)"},
	{"strong fairness of one way out", out, "SF C, WF B", eventually, []int{2}, "holds"},
	{"a strong step inside", "0 B 1, 1 A 0", "SF A, SF B", eventually, nil, "(B A)"},
	{"strong fairness of what is nowhere enabled", "0 B 1, 1 B 0", "SF A, WF B", eventually, nil, "(B B)"},

	{"a step that changes nothing does not enable", "0 A 0", "WF A", eventually, nil, "stop"},
	{"nor does it under strong fairness", "0 B 1, 1 B 0, 0 A 0", "SF A, WF B", eventually, nil, "(B B)"},
	{
		"a step that changes nothing is not taken", "0 B 1, 1 B 0, 0 A 0, 0 A 2, 1 A 2", "WF A, WF B",
		eventually,
		[]int{2},
		"holds",
	},
	{
		"nor is it under strong fairness", "0 B 1, 1 B 0, 0 A 0, 0 A 2", "SF A, WF B",
		eventually,
		[]int{2},
		"holds",
	},
	{"stopping is unfair to what stays enabled", "0 B 1, 1 B 0", "WF B", eventually, []int{1}, "holds"},
	{"stopping where only a strong step is enabled", "0 A 1", "SF A", eventually, []int{1}, "holds"},
	{"a stop before a way round", "0 B 1, 1 B 0, 1 D 2", "WF B", eventually, nil, "B D stop"},
	{"a stop on a way round", "0 B 1, 1 D 0", "WF B", eventually, nil, "B stop"},

	{"two labels of one step count both", "0 A 1, 0 B 1, 1 C 0", "SF A, SF B, WF C", eventually, nil, "(A C)"},
	{
		"each of the ways round that fairness asks for", "0 A 1, 1 C 0, 0 B 2, 2 C 0", "SF A, SF B, WF C",
		eventually, nil, "(A C B C)",
	},
	{
		"one way round where that is fair", "0 A 1, 1 C 0, 0 B 2, 2 C 0", "WF A, WF B, WF C",
		eventually, nil, "(A C)",
	},
	{
		"a detour to where A is not enabled", "0 B 1, 1 B 0, 1 B 2, 2 B 0, 0 A 3, 1 A 3", "WF A, WF B",
		eventually,
		[]int{3},
		"(B B B)",
	},
	{
		"beside where A is enabled and not taken", "0 B 1, 1 B 2, 2 B 1, 2 B 0, 0 A 3", "SF A, WF B",
		eventually,
		[]int{3},
		"B (B B)",
	},
	{
		"there with a strong step", "0 B 1, 1 B 2, 2 B 1, 2 B 0, 0 A 3", "SF A, SF B",
		eventually,
		[]int{3},
		"B (B B)",
	},
	{
		"beside two of those, one after the other",
		"0 B 1, 1 B 0, 0 A 5, 1 B 2, 2 B 1, 2 C 0, 2 B 3, 3 B 2, 3 B 4, 4 B 3", "SF A, SF C, WF B",
		eventually,
		[]int{5},
		"B B B (B B)",
	},
	{
		"nothing is left beside them", "0 B 1, 1 B 2, 2 B 1, 2 B 0, 0 A 3, 2 C 0", "SF A, SF C, WF B",
		eventually,
		[]int{3},
		"holds",
	},

	{"again and again", "0 A 1, 1 A 0", "WF A", recurrent, []int{1}, "holds"},
	{"once is not again and again", "0 A 1, 1 A 2, 2 A 1", "WF A", recurrent, []int{0}, "A (A A)"},
	{"through P to where it never holds", "0 A 1, 1 A 2, 2 A 3, 3 A 2", "WF A", recurrent, []int{1}, "A A (A A)"},
	{"now and then is not for ever", "0 A 1, 1 A 0", "WF A", stable, []int{1}, "(A A)"},
	{"for ever after a while", "0 A 1, 1 B 2, 2 B 1", "WF A, WF B", stable, []int{1, 2}, "holds"},
	{"the way round goes where P does not hold", "0 A 1, 1 A 2, 2 A 1", "WF A", stable, []int{0, 1}, "A A (A A)"},
	{
		"where P does not hold, A is enabled and not taken", "0 B 1, 1 B 2, 2 B 1, 2 B 0, 0 A 3", "SF A, WF B",
		stable,
		[]int{1, 2, 3},
		"holds",
	},
	{
		"where P does not hold, A is not enabled", "0 B 1, 1 B 2, 2 B 1, 2 B 0, 0 A 3", "SF A, WF B",
		stable,
		[]int{0, 1, 3},
		"B B (B B)",
	},
}

func TestLiveByClause(t *testing.T) {
	for _, c := range clauses {
		t.Run(c.name, func(t *testing.T) {
			g := sketch(t, c.graph)
			p := Temporal{"P", c.kind, func(n int) bool { return slices.Contains(c.good, n) }}
			got, err := Live(g, conditions(c.fair), p)
			if err != nil {
				t.Fatal(err)
			}
			if shape(got) != c.want {
				t.Errorf("%s, want %s", shape(got), c.want)
			}
			if got != nil {
				if err := got.Verify(g, conditions(c.fair), p); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// Every initial state counts, and states that none of them reaches do not.
func TestLiveBeginsInTheInitialStates(t *testing.T) {
	g := sketch(t, "0 A 1, 2 B 3, 3 B 2, 4 A 1")
	p := Temporal{"P", spec.Eventually, func(n int) bool { return n == 1 }}
	for _, c := range []struct {
		inits []int
		want  string
	}{{[]int{0}, "holds"}, {[]int{0, 4}, "holds"}, {[]int{0, 3}, "(B B)"}, {[]int{3, 0}, "(B B)"}, {nil, "holds"}} {
		g.inits = c.inits
		got, err := Live(g, conditions("WF A, WF B"), p)
		if err != nil || shape(got) != c.want {
			t.Errorf("from %v: %s (%v), want %s", c.inits, shape(got), err, c.want)
		}
		if got != nil && (got.Start != 3 || got.End() != 3 || !slices.Equal(got.States(), []int{3, 2})) {
			t.Errorf("starts in %d, ends in %d, goes through %v", got.Start, got.End(), got.States())
		}
	}
}

func TestLiveRefuses(t *testing.T) {
	g := sketch(t, "0 A 1")
	never := func(int) bool { return false }
	for _, kind := range []spec.PropertyKind{spec.Always, spec.Reachable} {
		if l, err := Live(g, nil, Temporal{"P", kind, never}); l != nil || err == nil {
			t.Errorf("kind %d: %v, %v", kind, l, err)
		}
	}
}
