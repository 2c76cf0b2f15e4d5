package baseline

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// LocalHash is no election: each process follows the lowest of its own list, and no
// message is ever sent. All agree as long as their lists do.
type LocalHash struct{ state LocalState }

// LocalState is all of a LocalHash that changes.
type LocalState struct {
	List   spec.Set
	Leader spec.NodeID
}

// NewLocalHash returns process id of a group with that configuration.
func NewLocalHash(id spec.NodeID, cfg words.Config) *LocalHash {
	list := cfg.Lists[id]
	return &LocalHash{LocalState{List: list, Leader: spec.Lowest(list)}}
}

// State returns the process's state.
func (n *LocalHash) State() any { return &n.state }

// Step handles one event: only what the membership service says matters.
func (n *LocalHash) Step(ev impl.Event, _ *impl.Effects) {
	if purge, ok := ev.Body.(words.Purge); ok {
		n.state.List = n.state.List.Without(purge.Node)
		n.state.Leader = spec.Lowest(n.state.List)
	}
}
