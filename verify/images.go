package verify

import (
	"math/bits"

	"github.com/scrutineer-go/scrutineer/faults/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// images read the parts of an exploration's states as the specification sees them. Each
// is read once, when it is first met.
type images[L, G any] struct {
	system System[L, G]
	cells  *explore.Cells[G]
	at     []imagesAt[L]
}

// imagesAt has what the specification sees of the local states of one process, and of
// its inboxes.
type imagesAt[L any] struct {
	up      []bool
	locals  []L
	disks   []any
	timers  []spec.SetOf[string]
	flights [][]spec.Message
}

// newImages returns the cells of a system, and what they look like.
func newImages[L, G any](s System[L, G]) (*images[L, G], error) {
	m := &images[L, G]{system: s, at: make([]imagesAt[L], s.Cluster.Nodes)}
	var err error
	m.cells, err = explore.NewCells(s.Cluster, s.Ghost, s.Budget, explore.Meets{Local: m.local, Inbox: m.inbox})
	return m, err
}

func (m *images[L, G]) local(at spec.NodeID, p explore.Proc) {
	seen := &m.at[at]
	seen.up = append(seen.up, p.Up)
	seen.locals = append(seen.locals, m.system.Local(at, m.system.load(at, p)))
	seen.disks = append(seen.disks, p.Saved())
	seen.timers = append(seen.timers, p.Armed)
}

func (m *images[L, G]) inbox(at spec.NodeID, inbox []explore.Copies) {
	m.at[at].flights = append(m.at[at].flights, flightOf(inbox))
}

// reader puts together the images of global states, for one goroutine. What it returns
// is valid until it reads the next.
type reader[V explore.Vector, L, G any] struct {
	*images[L, G]
	space *explore.Space[V, G]
	last  V
	read  bool
	alive map[uint32]spec.Set
	state State[L, G]
}

func newReader[V explore.Vector, L, G any](m *images[L, G], space *explore.Space[V, G]) *reader[V, L, G] {
	n := m.system.Cluster.Nodes
	r := &reader[V, L, G]{images: m, space: space, alive: map[uint32]spec.Set{}}
	r.state.State.State = spec.State[L]{
		Nodes: make([]L, n), Disk: make([]any, n), Timers: make([]spec.SetOf[string], n),
	}
	return r
}

// image returns the image of a state. Copies in flight are ordered by their receivers
// first, so those of one process after the other are in order.
func (r *reader[V, L, G]) image(v V) State[L, G] {
	if r.read && v == r.last {
		return r.state
	}
	r.last, r.read = v, true
	s := &r.state.State.State
	up := uint32(0)
	s.Flight = s.Flight[:0]
	for i := range r.at {
		seen, local := &r.at[i], r.space.Local(&v, i)
		if seen.up[local] {
			up |= 1 << i
		}
		s.Nodes[i], s.Disk[i], s.Timers[i] = seen.locals[local], seen.disks[local], seen.timers[local]
		s.Flight = append(s.Flight, seen.flights[r.space.Inbox(&v, i)]...)
	}
	s.Alive = r.living(up)
	r.state.State.Ghost = r.cells.Ghost(r.space.Ghost(&v))
	r.state.Spent = r.cells.Spent(r.space.Spent(&v))
	return r.state
}

func (r *reader[V, L, G]) living(up uint32) spec.Set {
	set, ok := r.alive[up]
	if !ok {
		for rest := up; rest != 0; rest &= rest - 1 {
			set = append(set, spec.NodeID(bits.TrailingZeros32(rest)))
		}
		r.alive[up] = set
	}
	return set
}
