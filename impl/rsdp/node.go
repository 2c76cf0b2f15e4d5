package rsdp

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Node is one process of a cluster of replicas.
type Node struct {
	engine engine
	state  State
}

// New returns a process of a cluster with that configuration, which words.Config has checked. The
// reducers that the configuration names are those of the house, or else among custom. It panics
// where one is neither.
func New(id spec.NodeID, cfg words.Config, custom ...Reducer) *Node {
	n := &Node{}
	n.engine = newEngine(id, cfg, custom, &n.state)
	return n
}

// State returns the process's state, a *State.
func (n *Node) State() any { return &n.state }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) { n.engine.step(ev, out) }
