package swim

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Node is one process.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	state State
	// weights has the weight of each other process, and least is the least of them.
	weights []int
	least   int
}

// State is all of a Node that changes. Known is replaced, and not written to: messages carry it.
type State struct {
	// Known has the entry of each process. The process's own entry is alive, and has its incarnation.
	Known []words.Entry
	// Probe is the current or the last probe.
	Probe Probe
	// Left has the weights that are left in the bag, nil if there is no bag. It is replaced, and not written to.
	Left []int
}

// Probe is one probe of a member.
type Probe struct {
	Number int
	Going  bool        // no ACK has come, and End has not fired
	Target spec.NodeID // 0 if Going is false
}

// New returns process id of a group with the configuration cfg, which words.Parse has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	n := &Node{id: id, cfg: cfg, state: State{Known: make([]words.Entry, cfg.Nodes)}}
	for i := range n.state.Known {
		n.state.Known[i].Status = words.Alive
	}
	n.weights, n.least = weigh(id, cfg)
	if cfg.Picks.InRounds() {
		n.state.Left = n.weights
	}
	return n
}

// State returns the process's state, a *State.
func (n *Node) State() any { return &n.state }
