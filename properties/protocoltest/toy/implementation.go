package toy

import (
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// knockAgain is how long a guest waits before it knocks again.
const knockAgain = 100 * time.Millisecond

// Tally counts knocks until there are enough. The host has one, and it is a process of its
// own in the second model.
type Tally struct{ Missing int }

// hear counts a knock and tells whether there are enough.
func (t *Tally) hear() bool {
	t.Missing = max(t.Missing-1, 0)
	return t.Missing == 0
}

// node is the host or a guest.
type node struct {
	id    spec.NodeID
	state State
}

// State is all of a process that changes.
type State struct {
	Tally  Tally
	Guest  bool // it has begun to knock
	Inside bool
}

func newNode(id spec.NodeID, cfg config) *node { return &node{id, State{Tally: Tally{cfg.Knocks}}} }

// State returns the process's state.
func (n *node) State() any { return &n.state }

// Step handles one event.
func (n *node) Step(ev impl.Event, out *impl.Effects) {
	switch {
	case ev.Kind == impl.Recovered:
		came, _ := ev.Disk.(Came)
		n.state.Guest = came.Visits
	case ev.Kind == impl.Booted && n.id == host:
	case ev.Kind == impl.Input, ev.Kind == impl.Booted:
		n.state.Guest = true
		if ev.Kind == impl.Booted {
			out.Save(Came{true})
		}
		knock(out)
	case ev.Kind == impl.Fired:
		knock(out)
	case ev.Body == spec.Body(Open{}):
		n.state.Inside = true
		out.StopTimer(timerAgain)
	case n.state.Tally.hear():
		out.Send(ev.From, Open{})
	}
}

func knock(out *impl.Effects) {
	out.Send(host, Knock{})
	out.SetTimer(timerAgain, knockAgain)
}

// tallyNode is the tally alone.
type tallyNode struct{ tally Tally }

// State returns the tally.
func (n *tallyNode) State() any { return &n.tally }

// Step hears a knock.
func (n *tallyNode) Step(impl.Event, *impl.Effects) { n.tally.hear() }
