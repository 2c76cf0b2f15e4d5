package world

import "github.com/scrutineer-go/scrutineer/faults"

// named is what the plan says of one copy.
type named struct {
	hold  int         // the number of its hold, -1 if none
	delay faults.Time // -1 where it is drawn
	pins  []string    // the fields that say the two
	// loss, duplicate and reorder are the fields that ask for these, "" for none.
	loss, duplicate, reorder string
	duplicateBy, reorderBy   faults.Time
	late                     []late
}

// unnamed is a copy of which the plan says nothing. It is only read.
var unnamed = named{hold: -1, delay: -1}

// hold is a copy that is kept until something has happened.
type hold struct {
	place    int32
	number   int // of the copy, 0 before it was sent
	released bool
}

// nameCopy returns what the plan says of a copy, to be added to.
func (w *World) nameCopy(ref faults.CopyRef) *named {
	n, ok := w.copiesNamed[ref]
	if !ok {
		first := unnamed
		n = &first
		w.copiesNamed[ref] = n
	}
	return n
}

// namedFor returns what the plan says of a copy.
func (w *World) namedFor(ref faults.CopyRef, p *parcel) *named {
	n, ok := w.copiesNamed[ref]
	if !ok {
		return &unnamed
	}
	found := *n
	if w.stopped { // the faults have, the pins have not
		found.loss, found.duplicate, found.reorder, found.reorderBy, found.late = "", "", "", 0, nil
	}
	for _, field := range n.pins {
		w.matched(field)
		w.acted(field, w.event.N, p.number)
	}
	return &found
}

// release lets a copy go that a pin holds. It is delivered next.
func (w *World) release(n int) {
	h := &w.holds[n]
	if h.released = true; h.number == 0 {
		return
	}
	p := &w.parcels.list[h.place]
	if p.number == h.number && p.stage == held && w.present(p) {
		p.stage = scheduled
		w.at(w.now, item{what: arrival, ref: h.place})
	}
	h.number = 0
}
