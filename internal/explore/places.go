package explore

import (
	"errors"
	"fmt"
	"math/bits"
)

// places says where in a vector the parts of a state stand: for each process its local state and its
// inbox, then the ghost and what is spent of the budget.
type places[V Vector] struct {
	layout
	ghostSlot, spentSlot int
}

func newPlaces[V Vector](nodes, perWord int) places[V] {
	n := 2 * nodes
	return places[V]{newLayout(n+2, perWord), n, n + 1}
}

// Local returns the number of a process's local state in a state.
func (p *places[V]) Local(v *V, at int) uint32 { return slot(&p.layout, v, 2*at) }

// Inbox returns the number of its inbox.
func (p *places[V]) Inbox(v *V, at int) uint32 { return slot(&p.layout, v, 2*at+1) }

// Ghost returns the number of the ghost in a state.
func (p *places[V]) Ghost(v *V) uint32 { return slot(&p.layout, v, p.ghostSlot) }

// Spent returns the number of what is spent of the budget in a state.
func (p *places[V]) Spent(v *V) uint32 { return slot(&p.layout, v, p.spentSlot) }

// ErrTooWide says that a number does not fit into its slot of a state. A layout with
// fewer numbers in a word has room for more.
var ErrTooWide = errors.New("the states are too narrow")

func (p *places[V]) errTooWide() error {
	return fmt.Errorf("%w: there are more than %d local states or inboxes of one process, ghosts, or ways to "+
		"spend the budget, which is all that %d bits can tell apart", ErrTooWide, p.mask, bits.Len64(p.mask))
}
