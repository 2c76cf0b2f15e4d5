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
	// Known has the entry of each process. The process's own entry has its incarnation, and is alive while it is in the
	// group.
	Known []words.Entry
	// Probe is the current or the last probe.
	Probe Probe
	// Bag has the weights that are left in the bag, nil if there is no bag. It is replaced, and not written to.
	Bag []int
	// Buffer has the rumours that are still to be sent: a rumour that was sent less often comes first, and among
	// equals the rumour about the lower process. It is replaced, and not written to. It is empty if messages carry
	// whole tables.
	Buffer []Rumour
}

// Rumour says that the entry of a member has changed, and how often it was sent since.
type Rumour struct {
	About spec.NodeID
	Sent  int
}

// Probe is one probe of a member.
type Probe struct {
	Number int
	Going  bool        // no ACK has come, and End has not fired
	Target spec.NodeID // 0 if Going is false
}

// member reports whether the process is in the group.
func (n *Node) member() bool { return n.state.Known[n.id].Status == words.Alive }

// State returns the process's state, a *State.
func (n *Node) State() any { return &n.state }
