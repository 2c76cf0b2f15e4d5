package checker

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/diff"
)

func named(states string, edges ...NamedEdge) NamedGraph {
	return NamedGraph{States: strings.Split(states, ""), Inits: []int{0}, Edges: edges}
}

func letters(a, b string) []diff.Field { return []diff.Field{{Path: "letter", A: a, B: b}} }

func TestCompareGraphs(t *testing.T) {
	left := named("abc", NamedEdge{0, "A", 1}, NamedEdge{1, "B", 2}, NamedEdge{1, "C", 1})
	cases := []struct {
		name  string
		right NamedGraph
		want  []string
	}{
		{"equal, in another order", NamedGraph{
			States: []string{"c", "a", "b"}, Inits: []int{1},
			Edges: []NamedEdge{{2, "C", 2}, {1, "A", 2}, {2, "B", 0}},
		}, nil},
		{
			"another initial state",
			NamedGraph{States: left.States, Inits: []int{1}, Edges: left.Edges},
			[]string{"begin in different states", "field letter: a in the left, b in the right"},
		},
		{
			"an edge less", named("abc", NamedEdge{0, "A", 1}, NamedEdge{1, "B", 2}),
			[]string{"1. A", "only the left has this step C", "Action.Name"},
		},
		{
			"an edge more", named("abc", append(left.Edges, NamedEdge{2, "D", 0})...),
			[]string{"2. B", "only the right has this step D"},
		},
		{
			"another target", named("abd", left.Edges...),
			[]string{"1. A", "only the left has this step B", "field letter: c in the left, d in the right"},
		},
		{
			"another name", named("abc", NamedEdge{0, "A", 1}, NamedEdge{1, "E", 2}, NamedEdge{1, "C", 1}),
			[]string{"only the left has this step B"},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := CompareGraphs(left, c.right, [2]string{"left", "right"}, letters)
			if (d == nil) != (c.want == nil) {
				t.Fatalf("difference %v, want %q", d, c.want)
			}
			for _, part := range c.want {
				if !strings.Contains(d.String(), part) {
					t.Errorf("%q is not in\n%s", part, d)
				}
			}
		})
	}
}
