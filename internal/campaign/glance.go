package campaign

import "github.com/scrutineer-go/scrutineer/spec"

// Glance tells a monitor at which entries of a process's lists it is to look after an event, in lists that have one for
// each process. In a small group these are all. In a large one they are those that the event is about, and the next two
// in turn: so an event costs the same in a group of any size. What has changed where nobody expects it is seen some
// events of that process later; at the end of a run a monitor looks at everything.
type Glance struct {
	nodes   int
	turn    []int
	entries []spec.NodeID
}

// glancesAtAll is the largest group in which all is looked at: there properties are judged on each state, too, and both
// must say the same.
const glancesAtAll = 16

// inTurn is how many entries are looked at beside those that an event is about.
const inTurn = 2

// NewGlance returns a glance for a run of that many processes.
func NewGlance(nodes int) *Glance {
	g := &Glance{nodes: nodes, turn: make([]int, nodes)}
	if g.All() {
		g.entries = spec.AllNodes(nodes)
	}
	return g
}

// All reports whether all entries are looked at with each event.
func (g *Glance) All() bool { return g.nodes <= glancesAtAll }

// At returns the entries at which to look after an event at that process, which is about these; None is nobody. Some
// may stand in it twice. It is valid until the next call.
func (g *Glance) At(at spec.NodeID, about ...spec.NodeID) []spec.NodeID {
	if g.All() {
		return g.entries
	}
	g.entries = g.entries[:0]
	for _, id := range about {
		if id >= 0 && int(id) < g.nodes {
			g.entries = append(g.entries, id)
		}
	}
	for range inTurn {
		g.entries = append(g.entries, spec.NodeID(g.turn[at]))
		g.turn[at] = (g.turn[at] + 1) % g.nodes
	}
	return g.entries
}
