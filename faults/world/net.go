package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// net is the network: its routes and delays, and the copies in flight.
type net struct {
	agenda    *agenda
	processes *processes
	rules     network.Rules
	ordered   bool // what one process sends to another is delivered in the order of its sending
	routes    faults.Routes
	seed      draw.Key
	delay     faults.Delay  // what delays are drawn from now
	bounded   *faults.Delay // what they will be drawn from when the faults have stopped; nil if that is the same
	turns     turns

	kinds   []*kind
	parcels parcels
	boxes   []box    // by the receiver
	parked  [][]item // by the receiver: the arrivals that wait until it is ready for them
	flying  int      // copies in flight to processes that are up
	copies  int      // the number of the last copy
	older   []int    // used again by inOrder
}

// box has the copies in flight to one process.
type box struct {
	places  []int32 // in no order
	crashes uint32  // of the process
}

// kind returns what is kept for a body's kind, which is made at its first use.
func (n *net) kind(body spec.Body) *kind {
	name := body.Kind()
	for _, k := range n.kinds { // a handful
		if k.name == name {
			return k
		}
	}
	k := newKind(name, n.seed)
	n.kinds = append(n.kinds, k)
	return k
}

// enter puts a copy into the network, the nth of its kind on its way.
func (n *net) enter(m *spec.Message, k *kind, nth int32) int32 {
	place := n.parcels.put()
	n.copies++
	k.count.Copies++
	p, to := &n.parcels.list[place], &n.boxes[m.To]
	p.msg, p.kind, p.number, p.crashes, p.stage = *m, k, n.copies, to.crashes, scheduled
	p.original, p.nth = p.number, nth
	p.slot = int32(len(to.places))
	to.places = append(to.places, place)
	if n.processes.Up(m.To) {
		n.flying++
	}
	return place
}

// again puts a second copy of one into the network, which takes that time.
func (n *net) again(of *parcel, takes faults.Time) int32 {
	place := n.enter(&of.msg, of.kind, of.nth)
	second := &n.parcels.list[place]
	second.original = of.original
	second.repeat(of)
	of.kind.count.Duplicated++
	if n.agenda.driven {
		second.detain()
		return place
	}
	n.agenda.put(n.agenda.now+takes, item{what: arrival, ref: place})
	return place
}

// leave takes a copy out of the network. Its place is free again once its arrival
// is out of the queue.
func (n *net) leave(place int32) {
	p := &n.parcels.list[place]
	at := p.msg.To
	to := &n.boxes[at]
	if p.stage == parked {
		n.parked[at] = slices.DeleteFunc(n.parked[at], func(it item) bool { return it.ref == place })
	}
	end := len(to.places) - 1
	last := to.places[end]
	to.places[p.slot], n.parcels.list[last].slot = last, p.slot
	to.places = to.places[:end]
	if n.processes.Up(at) {
		n.flying--
	}
	if p.stage == scheduled {
		p.stage = gone
	} else {
		n.parcels.release(place)
	}
	if n.ordered && n.processes.Booted(at) { // those move up that have waited behind it, or behind others like it
		n.unpark(at)
	}
}

// present reports whether a copy is still in the network: unless copies wait, its receiver's
// crash takes it out, whoever is there when it would arrive.
func (n *net) present(p *parcel) bool {
	return p.stage != free && p.stage != gone &&
		(n.rules.KeepsInbox() || p.crashes == n.boxes[p.msg.To].crashes)
}

// reaches reports whether a copy is still in the network, and its receiver up.
func (n *net) reaches(p *parcel) bool { return n.present(p) && n.processes.Up(p.msg.To) }

// may asks the network's rules what may be done to a copy.
func (n *net) may(m *spec.Message) network.Faults { return n.rules.Faults(m, n.processes.Up(m.To)) }

// goesDown takes the copies away that are addressed to a process that is about to go down, unless they wait.
func (n *net) goesDown(at spec.NodeID) {
	b := &n.boxes[at]
	n.flying -= len(b.places)
	b.crashes++
	if !n.rules.KeepsInbox() {
		b.places = b.places[:0]
	}
}

// comesUp lets copies arrive that have waited for a process to come up.
func (n *net) comesUp(at spec.NodeID) {
	n.flying += len(n.boxes[at].places)
	n.unpark(at)
}

// park keeps a copy until its receiver is ready for it.
func (n *net) park(it item) {
	p := &n.parcels.list[it.ref]
	p.stage = parked
	to := p.msg.To
	n.parked[to] = append(n.parked[to], n.agenda.late(it))
}

// unpark lets copies arrive that have waited for their receiver.
func (n *net) unpark(at spec.NodeID) {
	waited := n.parked[at]
	n.parked[at] = nil
	for _, it := range waited {
		n.parcels.list[it.ref].stage = scheduled
		n.agenda.postpone(n.agenda.now, it)
	}
}

// letGo lets a copy of that number arrive now, if a pin still holds it.
func (n *net) letGo(place int32, number int) {
	p := &n.parcels.list[place]
	if p.number == number && p.stage == held && n.present(p) {
		p.stage = scheduled
		n.agenda.put(n.agenda.now, item{what: arrival, ref: place})
	}
}

// oldest returns the place of the oldest copy in flight that equals m, and whether there is one.
func (n *net) oldest(m *spec.Message) (place int32, ok bool) {
	if m.Body == nil || m.To < 0 || int(m.To) >= len(n.boxes) {
		return 0, false
	}
	oldest := 0
	for _, ref := range n.boxes[m.To].places {
		p := &n.parcels.list[ref]
		if ok && p.number > oldest || p.msg.From != m.From || p.msg.Multicast != m.Multicast {
			continue
		}
		if n.inOrder(p) == m.Place && spec.SameBody(p.msg.Body, m.Body) {
			place, oldest, ok = ref, p.number, true
		}
	}
	return place, ok
}

// letGoAll schedules all copies to a process that were detained while the world was driven. It returns their places in
// sending order.
func (n *net) letGoAll(at spec.NodeID) []int32 {
	places := slices.Clone(n.boxes[at].places)
	slices.SortFunc(places, func(a, b int32) int { return n.parcels.list[a].number - n.parcels.list[b].number })
	for _, place := range places {
		n.parcels.list[place].stage = scheduled
	}
	return places
}

// Where copies are ordered a copy waits behind the older ones of its sender to its receiver.
// Which are older is told by the numbers that they got when they were sent; a second copy
// stands in the place of its original.

// inOrder returns the place of a copy in the order: one more than how many older ones there are, those in one
// place counted once. It is 0 where copies are not ordered.
func (n *net) inOrder(p *parcel) int {
	if !n.ordered {
		return 0
	}
	older := n.older[:0]
	for _, ref := range n.boxes[p.msg.To].places {
		q := &n.parcels.list[ref]
		if q.original < p.original && q.msg.From == p.msg.From && !slices.Contains(older, q.original) {
			older = append(older, q.original)
		}
	}
	n.older = older
	return 1 + len(older)
}

// placed returns the message of a copy with its place.
func (n *net) placed(p *parcel) spec.Message {
	m := p.msg
	m.Place = n.inOrder(p)
	return m
}

// synchronous is when a copy arrives that departs at a time. That is bounded where it is sent before
// the faults stop, and the plan has a bound from then on.
func (n *net) synchronous(departs, takes faults.Time, hops int) faults.Time {
	if n.bounded == nil {
		return departs + takes
	}
	return min(departs+takes, max(departs, n.agenda.stop)+faults.Time(hops)*n.bounded.Max)
}

// faultsStop draws delays from now on from what the plan says for then.
func (n *net) faultsStop() {
	if n.bounded != nil {
		n.delay, n.bounded = *n.bounded, nil
	}
}

// Calm reports whether no copy is on its way to a process that is up.
func (n *net) Calm() bool { return n.flying == 0 }

// Resting reports whether no copy is on its way to a process that is up but those of the routine.
func (n *net) Resting(r spec.Routine) bool {
	for i := range n.parcels.list {
		if p := &n.parcels.list[i]; n.reaches(p) && !r.Kinds.Has(p.kind.name) {
			return false
		}
	}
	return true
}

// InFlight counts the copies in the network.
func (n *net) InFlight() int {
	sum := 0
	for i := range n.boxes {
		sum += len(n.boxes[i].places)
	}
	return sum
}

// Inbox lists the copies on their way to a process, in the order of spec.CompareMessages.
func (n *net) Inbox(id spec.NodeID) []spec.Message {
	var inbox []spec.Message
	for _, place := range n.boxes[id].places {
		inbox = append(inbox, n.placed(&n.parcels.list[place]))
	}
	slices.SortFunc(inbox, spec.CompareMessages)
	return inbox
}
