package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Node is one process of the group. Every process answers queries and follows
// leaders; those that are told to start run an election as well.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	plan  plan
	state State
}

// New returns process id of a group with that configuration, which words.Config
// has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	member := make([]bool, cfg.Nodes)
	for _, other := range cfg.Lists[id] {
		member[other] = true
	}
	var suspicions []int
	if cfg.Suspicions != nil {
		suspicions = slices.Clone(cfg.Suspicions[id]) // it changes, the configuration does not
	}
	return &Node{id: id, cfg: cfg, plan: planOf(id, cfg), state: State{
		List: member, Suspicions: suspicions, Leader: spec.None, X: cfg.X, Y: cfg.Y,
	}}
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }
