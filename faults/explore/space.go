package explore

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Space is the space of a cluster's global states, as vectors of the numbers that Cells
// gives. It is a checker.Space.
type Space[V Vector, G any] struct {
	cells *Cells[G]
	layout
	ghostSlot, spentSlot int
}

// NewSpace returns the space with so many numbers in a word of its vectors.
func NewSpace[V Vector, G any](cells *Cells[G], perWord int) *Space[V, G] {
	n := 2 * len(cells.places)
	return &Space[V, G]{cells, newLayout(n+2, perWord), n, n + 1}
}

// Words is how many words a vector needs for a cluster, with so many numbers in each.
func Words(nodes, perWord int) int { return (2*nodes + 2 + perWord - 1) / perWord }

// Init returns the one initial state.
func (sp *Space[V, G]) Init() []V {
	c := sp.cells
	var v V
	for s := range c.model.Init() {
		for i, p := range s.Procs {
			setSlot(&sp.layout, &v, 2*i, c.local(spec.NodeID(i), p))
			setSlot(&sp.layout, &v, 2*i+1, c.inbox(spec.NodeID(i), nil))
		}
	}
	ghost, _ := c.ghosts.number(codec.Key(c.ghost.Init), c.ghost.Init)
	setSlot(&sp.layout, &v, sp.ghostSlot, ghost)
	setSlot(&sp.layout, &v, sp.spentSlot, c.amount(make([]int, len(c.budget.Lines))))
	return []V{v}
}

// Hash mixes the numbers of a state.
func (sp *Space[V, G]) Hash(v V) uint64 { return hashWords(&v) }

// Bytes is about how much memory is taken by what was learned.
func (sp *Space[V, G]) Bytes() int64 { return sp.cells.size() + sp.cells.haunting.bytes() }

// Local returns the number of a process's local state in a state.
func (sp *Space[V, G]) Local(v *V, at int) uint32 { return slot(&sp.layout, v, 2*at) }

// Inbox returns the number of its inbox.
func (sp *Space[V, G]) Inbox(v *V, at int) uint32 { return slot(&sp.layout, v, 2*at+1) }

// Ghost returns the number of the ghost in a state.
func (sp *Space[V, G]) Ghost(v *V) uint32 { return slot(&sp.layout, v, sp.ghostSlot) }

// Spent returns the number of what is spent of the budget in a state.
func (sp *Space[V, G]) Spent(v *V) uint32 { return slot(&sp.layout, v, sp.spentSlot) }

// State returns the whole state.
func (sp *Space[V, G]) State(v V) spec.Spent[spec.Watched[State, G]] {
	s := State{Procs: make([]Proc, len(sp.cells.places))}
	for i := range s.Procs {
		p := &sp.cells.places[i]
		s.Procs[i] = p.locals.list[sp.Local(&v, i)]
		s.Procs[i].Inbox = sp.cells.copies(p.inboxes.list[sp.Inbox(&v, i)])
	}
	return spec.Spent[spec.Watched[State, G]]{
		State: spec.Watched[State, G]{State: s, Ghost: sp.cells.Ghost(sp.Ghost(&v))},
		Spent: sp.cells.Spent(sp.Spent(&v)),
	}
}

// Next appends the targets of the steps out of a state, as far as they are known.
func (sp *Space[V, G]) Next(to []V, v V) ([]V, bool) {
	e := expansion[V, G]{Space: sp, from: v, to: to}
	known := e.run()
	return e.to, known
}

// Learn works out what is not known of the steps out of a state.
func (sp *Space[V, G]) Learn(v V) (err error) {
	defer func() {
		if cause := recover(); cause != nil { // of the ghost, or of a State method
			err = spec.BreachOf(spec.Action{}, cause)
		}
	}()
	e := expansion[V, G]{Space: sp, from: v, learns: true}
	e.run()
	return e.err
}

// Actions appends the actions of the steps out of a state.
func (sp *Space[V, G]) Actions(to []spec.Action, v V) []spec.Action {
	_, labels, _ := sp.Edges(nil, nil, v)
	for _, label := range labels {
		to = append(to, sp.Action(label))
	}
	return to
}

// Edges appends what Next appends, and beside each target the number of its action. It
// tells whether some fair action is enabled in the state and only the budget forbids it,
// as spec.Exhausted does.
func (sp *Space[V, G]) Edges(to []V, actions []uint32, v V) (_ []V, _ []uint32, exhausted bool) {
	if actions == nil {
		actions = []uint32{}
	}
	e := expansion[V, G]{Space: sp, from: v, to: to, labels: actions}
	e.run()
	return e.to, e.labels, e.denied
}

// Action returns the action of that number.
func (sp *Space[V, G]) Action(number uint32) spec.Action { return sp.cells.actions.list[number] }

// ErrTooWide says that a number does not fit into its slot of a state. A layout with
// fewer numbers in a word has room for more.
var ErrTooWide = errors.New("the states are too narrow")

func (sp *Space[V, G]) errTooWide() error {
	return fmt.Errorf("%w: there are more than %d local states or inboxes of one process, ghosts, or ways to "+
		"spend the budget, which is all that %d bits can tell apart", ErrTooWide, sp.mask, bits.Len64(sp.mask))
}
