package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// patience holds the alarms that are put off while their timers await something. If the cluster says
// what timers await, patience knows which processes wait for which copy, by the number of the copy, and
// which processes are to look again.
type patience struct {
	agenda    *agenda
	processes *processes
	net       *net
	cluster   *network.Cluster
	calm      []item     // alarms that wait until nothing is in flight, where any copy will do
	waits     [][]putOff // of each process, for what its timers await; empty where none was put off yet
	watched   map[int][]spec.NodeID
	lookAgain []spec.NodeID
	late      faults.Time // when the next of them has waited long enough; 0 if none waits
	rest      faults.Time // the time that the plan gives the run after the faults have stopped
	starved   bool        // an alarm has waited that long in vain since the run was prolonged last
	prolonged int         // how often it was
}

// putOff is an alarm that is put off while its timer awaits something.
type putOff struct {
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
func (p *patience) awaited(at spec.NodeID, timer spec.Timer) (witness, bool) {
	if p.cluster.Repeated(timer, at, p.processes.State) {
		return witness{number: repeatedBy(timer.Of())}, true
	}
	if p.cluster.Awaits == nil || p.net.flying == 0 {
		return witness{}, p.net.flying > 0
	}
	state, nodes := p.processes.State(at), p.processes.Nodes()
	// What is most likely first: an answer to the process, or what its peer is to answer.
	found, is := p.awaitedBy(timer, at, state, at)
	peer := timer.Of()
	if !is && peer != spec.None && peer != at && int(peer) < nodes {
		found, is = p.awaitedBy(timer, at, state, peer)
	}
	for to := spec.NodeID(0); !is && int(to) < nodes; to++ {
		if to != at && to != peer {
			found, is = p.awaitedBy(timer, at, state, to)
		}
	}
	return found, is
}

// awaitedBy looks among the copies on their way to one process.
func (p *patience) awaitedBy(timer spec.Timer, at spec.NodeID, state any, to spec.NodeID) (witness, bool) {
	for _, place := range p.net.boxes[to].places {
		if c := &p.net.parcels.list[place]; p.awaits(timer, at, state, c) {
			return witness{place, c.number}, true
		}
	}
	return witness{}, false
}

// awaits reports whether a copy is on its way to a process that is up, and awaited.
func (p *patience) awaits(timer spec.Timer, at spec.NodeID, state any, c *parcel) bool {
	return p.net.reaches(c) && p.cluster.Awaits(timer, at, state, &c.msg)
}

// putOff has an alarm wait until what its timer awaits has come, or is gone.
func (p *patience) putOff(at spec.NodeID, timer spec.Timer, alarm item, awaited witness) {
	if p.cluster.Awaits == nil {
		p.calm = append(p.calm, alarm)
		return
	}
	if p.waits == nil {
		p.waits = make([][]putOff, p.processes.Nodes())
	}
	p.waits[at] = append(p.waits[at], putOff{alarm, timer, awaited})
	if p.watched == nil {
		p.watched = map[int][]spec.NodeID{}
	}
	p.watched[awaited.number] = append(p.watched[awaited.number], at)
}

// An alarm is put off, after the faults have stopped, for at most one waitPart-th of the time that is left then, but
// for at least waitLengths times the length of its timer. If messages that a timer awaits never cease, the timer
// fires all the same, as a clock does not wait for ever. Half of the time is long, because a reply that takes longer
// than the timer is no reason to fire early.
const (
	waitPart    = 2
	waitLengths = 20
)

// mayWait reports whether the alarm of a timer may be put off any longer. It notes when the alarm was put off first.
func (p *patience) mayWait(t *timer) bool {
	p.processes.putsOff(t)
	until := max(t.due, p.agenda.stop) + max(p.rest/waitPart, waitLengths*t.length)
	if p.agenda.now >= until {
		p.starved = true
		return false
	}
	if p.late == 0 || until < p.late {
		p.late = until
	}
	return true
}

// mostProlonged is how often a run is prolonged at most: as many timers may wait in vain, one after the other.
const mostProlonged = 32

// prolong has the run go on if an alarm has waited in vain since it was prolonged last, or waits still: until the next
// alarm has waited long enough, and then for half of the time after the faults. prolong reports whether the run goes
// on.
func (p *patience) prolong() bool {
	waits := len(p.calm) > 0 || slices.ContainsFunc(p.waits, func(w []putOff) bool { return len(w) > 0 })
	if !p.starved && !waits || p.prolonged == mostProlonged {
		return false
	}
	p.starved = false
	p.prolonged++
	p.agenda.extend(max(p.agenda.end, p.late) + p.rest/waitPart)
	return true
}

// unwatch has those look again who have waited for a copy, which leaves the network.
func (p *patience) unwatch(number int) {
	if len(p.watched) > 0 {
		p.lookAgain = append(p.lookAgain, p.watched[number]...)
		delete(p.watched, number)
	}
}

// changed has a process look again that has taken a step, and those that wait for what it repeats.
func (p *patience) changed(at spec.NodeID) {
	p.unwatch(repeatedBy(at))
	if p.waits != nil && len(p.waits[at]) > 0 {
		p.lookAgain = append(p.lookAgain, at)
	}
}

// goesDown takes away the alarms of a process that has crashed. Everybody else who waits for something
// looks again: copies are gone with the crash.
func (p *patience) goesDown(at spec.NodeID) {
	if p.waits == nil {
		return
	}
	p.waits[at] = p.waits[at][:0]
	if len(p.watched) == 0 {
		return
	}
	for i := range p.waits {
		if len(p.waits[i]) > 0 {
			p.lookAgain = append(p.lookAgain, spec.NodeID(i))
		}
	}
}

// ringAll lets all alarms ring that were put off.
func (p *patience) ringAll() {
	for i := range p.waits {
		for _, x := range p.waits[i] {
			p.agenda.put(p.agenda.now, x.alarm)
		}
		p.waits[i] = p.waits[i][:0]
	}
	p.ringCalm()
	p.watched = nil
}

// ringCalm lets the alarms ring that wait until nothing is in flight.
func (p *patience) ringCalm() {
	for _, it := range p.calm {
		p.agenda.put(p.agenda.now, it)
	}
	p.calm = p.calm[:0]
}

// ringAgain lets the alarms ring, or find what else they wait for, whose witnesses are gone or
// awaited no more.
func (p *patience) ringAgain() {
	if p.late > 0 && p.agenda.now >= p.late {
		p.late = 0
		p.ringAll()
	}
	if len(p.calm) > 0 && p.net.flying == 0 {
		p.ringCalm()
	}
	for _, at := range p.lookAgain {
		state := p.processes.State(at)
		p.waits[at] = slices.DeleteFunc(p.waits[at], func(x putOff) bool {
			if state != nil && p.isThere(x.copy) && p.awaits(x.timer, at, state, &p.net.parcels.list[x.copy.place]) {
				return false
			}
			p.agenda.put(p.agenda.now, x.alarm)
			return true
		})
	}
	p.lookAgain = p.lookAgain[:0]
}

// isThere reports whether a witness is a copy that is still in flight.
func (p *patience) isThere(x witness) bool {
	return x.number > 0 && p.net.parcels.list[x.place].number == x.number
}
