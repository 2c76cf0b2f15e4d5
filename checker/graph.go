package checker

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/diff"
)

// NamedGraph is a finished labelled graph whose edges carry the actions' names alone.
type NamedGraph struct {
	// States are the states as canonical texts: equal texts, equal states.
	States []string
	// Inits are the numbers of the initial states.
	Inits []int
	// Edges are distinct; an edge may lead back to its source.
	Edges []NamedEdge
}

// NamedEdge is one edge of a Graph.
type NamedEdge struct {
	From int
	Name string
	To   int
}

// CompareGraphs returns the first place, counted from the initial states, where
// two graphs part, or nil where they are equal: the same initial states, and
// from each state the same set of (name, target). columns names the graphs, and
// fields tells in which fields two states differ.
func CompareGraphs(left, right NamedGraph, columns [2]string, fields func(a, b string) []diff.Field) *Difference {
	c := comparison{
		left: left, right: right, columns: columns, fields: fields,
		leftOut: outgoing(left), rightOut: outgoing(right),
		rightOf: map[string]int{}, from: make([]NamedEdge, len(left.States)),
	}
	for n, text := range right.States {
		c.rightOf[text] = n
	}
	return c.walk()
}

type comparison struct {
	left, right       NamedGraph
	columns           [2]string
	fields            func(a, b string) []diff.Field
	leftOut, rightOut [][]NamedEdge
	rightOf           map[string]int
	from              []NamedEdge // for each left state that was reached, the edge to it
}

func outgoing(g NamedGraph) [][]NamedEdge {
	out := make([][]NamedEdge, len(g.States))
	for _, e := range g.Edges {
		out[e.From] = append(out[e.From], e)
	}
	return out
}

// walk goes through the left graph breadth first, both graphs in step.
func (c *comparison) walk() *Difference {
	if d := c.compareInits(); d != nil {
		return d
	}
	queue := slices.Clone(c.left.Inits)
	reached := map[int]bool{}
	for _, n := range queue {
		reached[n] = true
		c.from[n].From = -1
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if d := c.compareState(n); d != nil {
			return d
		}
		for _, e := range c.leftOut[n] {
			if !reached[e.To] {
				reached[e.To] = true
				c.from[e.To] = e
				queue = append(queue, e.To)
			}
		}
	}
	return nil
}

func (c *comparison) compareInits() *Difference {
	texts := func(g NamedGraph) []string {
		var all []string
		for _, n := range g.Inits {
			all = append(all, g.States[n])
		}
		slices.Sort(all)
		return all
	}
	a, b := texts(c.left), texts(c.right)
	if slices.Equal(a, b) {
		return nil
	}
	d := &Difference{Path: "  (nothing yet)\n", What: "they begin in different states", Columns: c.columns}
	if len(a) > 0 && len(b) > 0 {
		d.Fields = c.fields(a[0], b[0])
	}
	return d
}

// compareState holds the edges out of a left state against those out of the
// right state with the same text, which the edge that led here has shown to be.
func (c *comparison) compareState(n int) *Difference {
	other := c.rightOf[c.left.States[n]]
	right := map[string]map[string]bool{}
	for _, e := range c.rightOut[other] {
		if right[e.Name] == nil {
			right[e.Name] = map[string]bool{}
		}
		right[e.Name][c.right.States[e.To]] = true
	}
	for _, e := range c.leftOut[n] {
		text := c.left.States[e.To]
		if !right[e.Name][text] {
			return c.part(n, e.Name, text, c.candidates(c.right, c.rightOut[other], e.Name), 0)
		}
		delete(right[e.Name], text)
	}
	for _, e := range c.rightOut[other] {
		if text := c.right.States[e.To]; right[e.Name][text] {
			return c.part(n, e.Name, text, c.candidates(c.left, c.leftOut[n], e.Name), 1)
		}
	}
	return nil
}

func (c *comparison) candidates(g NamedGraph, out []NamedEdge, name string) []string {
	var texts []string
	for _, e := range out {
		if e.Name == name {
			texts = append(texts, g.States[e.To])
		}
	}
	return texts
}

// part describes an edge that one column has and the other has not, beside the
// nearest edge of that name in the other column.
func (c *comparison) part(n int, name, target string, among []string, column int) *Difference {
	d := &Difference{
		Path: c.pathTo(n), Columns: c.columns,
		What: fmt.Sprintf("then only the %s has this step %s", c.columns[column], name),
	}
	if len(among) == 0 {
		d.Fields = []diff.Field{{Path: "Action.Name", A: name, B: "absent"}}
		if column == 1 {
			d.Fields[0].A, d.Fields[0].B = "absent", name
		}
		return d
	}
	for _, other := range among {
		a, b := target, other
		if column == 1 {
			a, b = other, target
		}
		if found := c.fields(a, b); d.Fields == nil || len(found) < len(d.Fields) {
			d.Fields = found
		}
	}
	return d
}

func (c *comparison) pathTo(n int) string {
	var names []string
	for c.from[n].From >= 0 {
		names = append(names, c.from[n].Name)
		n = c.from[n].From
	}
	slices.Reverse(names)
	text := ""
	for i, name := range names {
		text += fmt.Sprintf("  %2d. %s\n", i+1, name)
	}
	if text == "" {
		text = "  (the initial state)\n"
	}
	return text
}
