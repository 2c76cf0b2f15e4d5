package verify

import (
	"math/bits"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// images read the components of an exploration's states as the specification sees them.
// Each is read once, when it is first met.
type images struct {
	system     *system
	ghosts     *explore.Ghosts[any]
	components *explore.Components
	at         []imagesAt
}

// imagesAt has what the specification sees of the local states of one process, and of
// its inboxes.
type imagesAt struct {
	up       []bool
	unbooted []bool
	locals   []any
	disks    []any
	timers   []spec.SetOf[spec.Timer]
	readings []time.Duration // in discrete time
	left     [][]int
	steady   []int
	flights  [][]spec.Message
}

// newImages returns the components of a system's implementation, and what they look like.
func newImages(s *system) (*images, error) {
	m := &images{system: s, ghosts: explore.NewGhosts(s.ghost, s.shows), at: make([]imagesAt, s.cluster.Nodes)}
	var ghost explore.Ghost
	if s.ghostly {
		ghost = m.ghosts
	}
	var err error
	m.components, err = explore.NewComponents(
		s.cluster, ghost, s.budget, explore.Meets{Local: m.local, Inbox: m.inbox})
	return m, err
}

func (m *images) local(at spec.NodeID, p explore.Process) {
	seen := &m.at[at]
	seen.up, seen.unbooted = append(seen.up, p.Up), append(seen.unbooted, p.Unbooted)
	seen.locals = append(seen.locals, m.system.local(at, p))
	seen.disks = append(seen.disks, p.Saved())
	seen.timers = append(seen.timers, p.Armed)
	if m.system.cluster.Discrete != nil {
		seen.readings, seen.left = append(seen.readings, p.Reading), append(seen.left, p.Left)
		seen.steady = append(seen.steady, p.Steady)
	}
}

func (m *images) inbox(at spec.NodeID, inbox []explore.Copies) {
	m.at[at].flights = append(m.at[at].flights, flightOf(inbox))
}

// reader puts together the images of global states, for one goroutine.
type reader struct {
	*images
	joined joined
	sets   map[uint32]spec.Set // by their bits
	parts  spec.State[any]
}

func newReader(m *images) *reader {
	n := len(m.at)
	r := &reader{images: m, joined: m.system.joined(), sets: map[uint32]spec.Set{}, parts: spec.State[any]{
		Nodes: make([]any, n), Disk: make([]any, n), Timers: make([]spec.SetOf[spec.Timer], n),
	}}
	if m.system.cluster.Discrete != nil {
		r.parts.Readings, r.parts.Left, r.parts.Steady = make([]time.Duration, n), make([][]int, n), make([]int, n)
	}
	return r
}

// image returns the image of a state, which is valid until the next is read. Copies in
// flight are ordered by their receivers first, so those of one process after the other are
// in order.
func (r *reader) image(s explore.InternedState) state {
	up, unbooted := uint32(0), uint32(0)
	p := &r.parts
	p.Flight = p.Flight[:0]
	for i := range r.at {
		seen, local := &r.at[i], s.Locals[i]
		if seen.up[local] {
			up |= 1 << i
		}
		if seen.unbooted[local] {
			unbooted |= 1 << i
		}
		p.Nodes[i], p.Disk[i], p.Timers[i] = seen.locals[local], seen.disks[local], seen.timers[local]
		if p.Readings != nil {
			p.Readings[i], p.Left[i], p.Steady[i] = seen.readings[local], seen.left[local], seen.steady[local]
		}
		p.Flight = append(p.Flight, seen.flights[s.Inboxes[i]]...)
	}
	p.Alive, p.Unbooted = r.set(up), r.set(unbooted)
	return r.joined.join(p, r.ghosts.Value(s.Ghost), r.components.Spent(s.Spent))
}

func (r *reader) set(of uint32) spec.Set {
	set, ok := r.sets[of]
	if !ok {
		for rest := of; rest != 0; rest &= rest - 1 {
			set = append(set, spec.NodeID(bits.TrailingZeros32(rest)))
		}
		r.sets[of] = set
	}
	return set
}
