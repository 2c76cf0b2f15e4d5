package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// patience is an alarm that is put off while its timer awaits something.
type patience struct {
	alarm item
	timer spec.Timer
	copy  witness
}

// witness is a copy in flight that a timer awaits: as long as it is there nothing else has to
// be looked at. What its peer repeats has the number repeatedBy of the peer.
type witness struct {
	place  int32
	number int
}

// repeatedBy stands for the copies that a process repeats: no copy has a number below 0.
func repeatedBy(id spec.NodeID) int { return -1 - int(id) }

// awaited finds a copy on its way to a process that is up that a timer of a process awaits, or that
// its peer repeats. Where the cluster does not say what timers await, any will do, and it has no place.
func (w *World) awaited(at spec.NodeID, timer spec.Timer) (witness, bool) {
	if w.cluster.Repeated(timer, at, w.State) {
		return witness{number: repeatedBy(timer.Of())}, true
	}
	if w.cluster.Awaits == nil || w.flying == 0 {
		return witness{}, w.flying > 0
	}
	state := w.State(at)
	// What is most likely first: an answer to the process, or what its peer is to answer.
	found, is := w.awaitedBy(timer, at, state, at)
	peer := timer.Of()
	if !is && peer != spec.None && peer != at && int(peer) < len(w.procs) {
		found, is = w.awaitedBy(timer, at, state, peer)
	}
	for to := spec.NodeID(0); !is && int(to) < len(w.procs); to++ {
		if to != at && to != peer {
			found, is = w.awaitedBy(timer, at, state, to)
		}
	}
	return found, is
}

// awaitedBy looks among the copies on their way to one process.
func (w *World) awaitedBy(timer spec.Timer, at spec.NodeID, state any, to spec.NodeID) (witness, bool) {
	for _, place := range w.procs[to].box {
		if p := &w.parcels.list[place]; w.awaits(timer, at, state, p) {
			return witness{place, p.number}, true
		}
	}
	return witness{}, false
}

// awaits tells whether a copy is on its way to a process that is up, and awaited.
func (w *World) awaits(timer spec.Timer, at spec.NodeID, state any, p *parcel) bool {
	return w.present(p) && w.Up(p.msg.To) && w.cluster.Awaits(timer, at, state, &p.msg)
}

// putOff has an alarm wait until what its timer awaits has come, or is gone.
func (w *World) putOff(at spec.NodeID, timer spec.Timer, alarm item, awaited witness) {
	if w.cluster.Awaits == nil {
		w.waiting = append(w.waiting, alarm)
		return
	}
	p := &w.procs[at]
	p.patient = append(p.patient, patience{alarm, timer, awaited})
	if w.watched == nil {
		w.watched = map[int][]spec.NodeID{}
	}
	w.watched[awaited.number] = append(w.watched[awaited.number], at)
}

// unwatch has those look again who have waited for a copy, which leaves the network.
func (w *World) unwatch(number int) {
	if len(w.watched) > 0 {
		w.lookAgain = append(w.lookAgain, w.watched[number]...)
		delete(w.watched, number)
	}
}

// unwatchAll has everybody look again who waits for something: copies are gone with a crash.
func (w *World) unwatchAll() {
	if len(w.watched) == 0 {
		return
	}
	for i := range w.procs {
		if len(w.procs[i].patient) > 0 {
			w.lookAgain = append(w.lookAgain, spec.NodeID(i))
		}
	}
}

// ringAll lets all alarms ring that were put off: from now on none waits.
func (w *World) ringAll() {
	for i := range w.procs {
		p := &w.procs[i]
		for _, x := range p.patient {
			w.at(w.now, x.alarm)
		}
		p.patient = p.patient[:0]
	}
	for _, it := range w.waiting {
		w.at(w.now, it)
	}
	w.waiting, w.watched = w.waiting[:0], nil
}

// ringAgain lets the alarms ring, or find what else they wait for, whose witnesses are gone or
// awaited no more.
func (w *World) ringAgain() {
	if len(w.waiting) > 0 && w.flying == 0 {
		for _, it := range w.waiting {
			w.at(w.now, it)
		}
		w.waiting = w.waiting[:0]
	}
	for _, at := range w.lookAgain {
		p, state := &w.procs[at], w.State(at)
		p.patient = slices.DeleteFunc(p.patient, func(x patience) bool {
			if state != nil && w.isThere(x.copy) && w.awaits(x.timer, at, state, &w.parcels.list[x.copy.place]) {
				return false
			}
			w.at(w.now, x.alarm)
			return true
		})
	}
	w.lookAgain = w.lookAgain[:0]
}

// isThere reports whether a witness is a copy that is still in flight.
func (w *World) isThere(x witness) bool {
	return x.number > 0 && w.parcels.list[x.place].number == x.number
}
