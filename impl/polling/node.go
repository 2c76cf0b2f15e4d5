// Package polling implements the data gathering of Kotov, "Cluster state coordination reducers based on RSDP" (2025):
// workers that poll a provider in slots, the provider, which enforces a rate limit, and the store of what they get.
//
// The package must not import spec/polling, which it is compared with. Start reading at [Node.Step].
package polling

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// Node is one process.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	state State
}

// New returns process id of a configuration.
func New(id spec.NodeID, cfg words.Config) *Node { return &Node{id: id, cfg: cfg} }

// State returns the process's state, a *State.
func (n *Node) State() any { return &n.state }
