package tlc

import (
	"cmp"
	"maps"
	"slices"
)

// Edge is one step of a graph: the action's name, without the prefix MC and
// without arguments, between two states given as indices into Graph.States.
type Edge struct {
	Src    int
	Action string
	Dst    int
}

// Dump is the whole graph that TLC explored.
type Dump struct {
	// States are canonical texts, as StateText gives them: one line a variable.
	// They stand in the order in which the dump mentions them first.
	States []string
	Inits  []int  // indices of the initial states, ascending
	Edges  []Edge // distinct, self-loops included, sorted by source, action, target

	// Lines counts the edge lines of the dump: one a successor that TLC
	// generated, whether or not it had seen the same edge before.
	Lines int
}

// Index maps the canonical text of each state to its index.
func (g *Dump) Index() map[string]int {
	index := make(map[string]int, len(g.States))
	for i, text := range g.States {
		index[text] = i
	}
	return index
}

// Actions returns the names on the edges, sorted.
func (g *Dump) Actions() []string {
	seen := map[string]bool{}
	for _, e := range g.Edges {
		seen[e.Action] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// sortEdges puts edges in order and drops repetitions.
func sortEdges(edges []Edge) []Edge {
	slices.SortFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.Src, b.Src), cmp.Compare(a.Action, b.Action), cmp.Compare(a.Dst, b.Dst))
	})
	return slices.Compact(edges)
}
