package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// departure is when a copy departs and arrives.
type departure struct{ departs, arrives faults.Time }

// inTurn is when a copy arrives: behind those that were sent the same way before it and have departed
// by then. One that departs later than its step, for the gap, holds nobody up until it does.
func (w *World) inTurn(way uint64, departs, at faults.Time) faults.Time {
	latest := w.latest.of(way)
	if w.plan.Gap == 0 {
		*latest = max(at, *latest)
		return *latest
	}
	behind := w.behind.of(way)
	*behind = slices.DeleteFunc(*behind, func(c departure) bool {
		if c.departs <= departs {
			at = max(at, c.arrives)
		}
		if c.departs <= w.now {
			*latest = max(*latest, c.arrives)
		}
		return c.departs <= w.now
	})
	at = max(at, *latest)
	if w.lag == 0 {
		*latest = at
	} else {
		*behind = append(*behind, departure{departs, at})
	}
	return at
}

// Where copies are ordered a copy waits behind the older ones of its sender to its receiver.
// Which are older is told by the numbers that they got when they were sent; a second copy
// stands in the place of its original.

// inOrder returns the place of a copy in the order: one more than how many older ones there are, those in one
// place counted once. It is 0 where copies are not ordered.
func (w *World) inOrder(p *parcel) int {
	if !w.cluster.Ordered {
		return 0
	}
	older := w.older[:0]
	for _, ref := range w.procs[p.msg.To].box {
		q := &w.parcels.list[ref]
		if q.original < p.original && q.msg.From == p.msg.From && !slices.Contains(older, q.original) {
			older = append(older, q.original)
		}
	}
	w.older = older
	return 1 + len(older)
}

// placed returns the message of a copy with its place.
func (w *World) placed(p *parcel) spec.Message {
	m := p.msg
	m.Place = w.inOrder(p)
	return m
}

// queuesUp has a copy that arrives wait until the older ones are gone, if there are any.
func (w *World) queuesUp(it item) bool {
	p := &w.parcels.list[it.ref]
	if w.inOrder(p) <= 1 {
		return false
	}
	w.park(it)
	return true
}

// moveUp lets those arrive that have waited behind a copy, or behind others like it.
func (w *World) moveUp(at spec.NodeID) {
	if p := &w.procs[at]; w.cluster.Ordered && p.node != nil && !p.unbooted {
		w.unpark(p)
	}
}
