package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// send carries out a send, a multicast or a broadcast.
func (w *World) send(from spec.NodeID, e *impl.Effect) {
	k := w.kindOf(e.Body)
	switch e.Kind {
	case impl.Multicast:
		k.count.Multicasts++
	case impl.Broadcast:
		k.count.Broadcasts++
	default:
		k.count.Unicasts++
	}
	first := int32(-1)
	w.group = w.rules.Copies(w.group[:0], from, e)
	for i := range w.group {
		m := &w.group[i]
		if !w.cluster.Hears(m.To, w.State(m.To), e) {
			continue
		}
		nth := k.next(from, m.To)
		if !w.rules.Enters(w.Up(m.To)) {
			continue
		}
		place := w.enter(m, k)
		p := &w.parcels.list[place]
		if first < 0 {
			p.body = codec.Append(p.body[:0], m.Body)
			first = place
			w.digest.sends(e, p.body)
		} else {
			p.body = append(p.body[:0], w.parcels.list[first].body...)
		}
		w.event.Sent = append(w.event.Sent, Sent{p.number, w.placed(p)})
		w.route(place, nth)
	}
	if first < 0 { // nobody is there to receive it, and it was sent all the same
		w.digest.sends(e, codec.Append(nil, e.Body))
	}
}

// enter puts a copy into the network.
func (w *World) enter(m *spec.Message, k *kind) int32 {
	place := w.parcels.put()
	w.copies++
	k.count.Copies++
	p, to := &w.parcels.list[place], &w.procs[m.To]
	p.msg, p.kind, p.number, p.life, p.stage = *m, k, w.copies, to.life, scheduled
	p.original = p.number
	to.inbox++
	p.slot = int32(len(to.box))
	to.box = append(to.box, place)
	if to.node != nil {
		w.flying++
	}
	return place
}

// leave takes a copy out of the network. Its place is free again once its arrival
// is out of the queue.
func (w *World) leave(place int32) {
	p := &w.parcels.list[place]
	at := p.msg.To
	to := &w.procs[at]
	w.unwatch(p.number)
	if p.stage == parked {
		to.parked = slices.DeleteFunc(to.parked, func(it item) bool { return it.ref == place })
	}
	to.inbox--
	last := to.box[to.inbox]
	to.box[p.slot], w.parcels.list[last].slot = last, p.slot
	to.box = to.box[:to.inbox]
	if to.node != nil {
		w.flying--
	}
	if p.stage == scheduled {
		p.stage = gone
	} else {
		w.parcels.release(place)
	}
	w.moveUp(at)
}

// route decides what becomes of a copy that was just sent, the nth of its kind on
// its way: when it arrives, and whether it is lost, doubled or out of order.
func (w *World) route(place int32, nth int) {
	p := &w.parcels.list[place]
	m, k := &p.msg, p.kind
	key := k.key.With(wayOf(m.From, m.To)).With(uint64(nth))
	named := &unnamed
	if len(w.copiesNamed) > 0 {
		p.nth = int32(nth)
		named = w.namedFor(faults.CopyOf(m, nth), p)
		w.planLate(place, named)
	}
	way := w.travel(m, key)
	k.count.Hops += way.hops
	k.count.Bytes += way.hops * len(p.body)

	drops, cause, field := w.lost(&way, named, key)
	drops = drops && w.networkFaults(m).Drop
	if drops {
		w.record.loss(m, nth, named.loss != "", way.drops)
		w.asks(consequence{w: w, place: place, what: toDrop, cause: cause, field: field})
	}
	if by, ok := w.duplicateBy(key, named); ok && !drops && w.networkFaults(m).Duplicate {
		w.record.duplicate(m, nth, by, named.duplicate != "")
		w.asks(consequence{w: w, place: place, what: toDouble, by: w.lag + by, field: named.duplicate})
	}
	if named.hold >= 0 && !w.holds[named.hold].released && !w.stopped {
		p.stage = held
		w.holds[named.hold] = hold{place: place, number: p.number}
		return
	}
	if named.delay < 0 && named.reorder != "" && !drops {
		w.matched(named.reorder)
		w.acted(named.reorder, w.event.N, p.number)
	}
	at := w.arrivalTime(m, key, &way, named)
	if w.record != nil && named.delay < 0 {
		w.record.delay(m, nth, at-way.departs, p.number, w.now+w.lag)
	}
	w.at(at, item{what: arrival, ref: place})
}

// arrivalTime is when a copy arrives: after its delay, and in the order of its
// way, unless it is pinned or out of order.
func (w *World) arrivalTime(m *spec.Message, key draw.Key, way *way, named *named) faults.Time {
	if named.delay >= 0 {
		return way.departs + named.delay
	}
	at := w.synchronous(way.departs, way.takes, way.hops)
	by := named.reorderBy
	if by == 0 && !w.stopped && key.With(aboutReorder).Hits(w.plan.Rates.Reorder) {
		by = upTo(key.With(aboutReorderBy), w.plan.Rates.ReorderBy)
	}
	if by > 0 {
		w.strikes("reorder", m.Body.Kind())
		return at + by
	}
	return w.inTurn(wayOf(m.From, m.To), way.departs, at)
}

// delay is what delays are drawn from now.
func (w *World) delay() *faults.Delay {
	if w.stopped && w.plan.DelayAfterStop != nil {
		return w.plan.DelayAfterStop
	}
	return &w.plan.Delay
}

// synchronous is when a copy arrives that departs at a time. That is bounded where it is sent before
// the faults stop, and the plan has a bound from then on.
func (w *World) synchronous(departs, takes faults.Time, hops int) faults.Time {
	if w.stopped || w.plan.DelayAfterStop == nil {
		return departs + takes
	}
	return min(departs+takes, max(departs, w.plan.Stop)+faults.Time(hops)*w.plan.DelayAfterStop.Max)
}

// way is how a copy gets to its receiver.
type way struct {
	departs, takes faults.Time
	hops           int
	drops          bool
	kind           string // of the fault that stopped it, or had it wait
}

// travel finds the way of a copy that is sent now. Where a partition lies across
// it, the copy is lost or departs when it heals; copies of a multicast wait.
func (w *World) travel(m *spec.Message, key draw.Key) way {
	way := way{departs: w.now + w.lag}
	for at := m.From; ; {
		next := w.routes.Hop(at, m.To)
		takes := w.delay().Draw(key.With(aboutDelay + uint64(way.hops)<<8))
		way.hops++
		if len(w.hops) > 0 && !w.stopped {
			takes = w.askRules(&way, m, faults.Hop{From: at, To: next, Takes: takes})
		}
		way.takes += takes
		if at = next; at == m.To {
			return way
		}
	}
}

// askRules asks the plan's rules about one link of a copy's way, and returns how long the
// copy takes over it. A copy that has to wait meets all of them anew.
func (w *World) askRules(way *way, m *spec.Message, link faults.Hop) faults.Time {
	link.MayDrop = w.networkFaults(m).Drop
	for {
		h := link
		h.Departs = way.departs
		for i := range w.hops {
			by := &w.hops[i].by
			if !w.hops[i].acts(&h) {
				continue
			}
			w.matched(by.field)
			w.acted(by.field, w.event.N, w.copies) // which was sent last
			way.kind = by.kind
			if h.Drops {
				way.departs, way.drops = h.Departs, true
				return h.Takes
			}
			w.strikes(by.kind, m.Body.Kind())
		}
		if h.Departs == way.departs {
			return h.Takes
		}
		way.departs = h.Departs
	}
}

// asks plans what is to happen to the copy that was just sent or made, as soon as the present event
// is over.
func (w *World) asks(c consequence) {
	if c.field != "" {
		w.acted(c.field, w.event.N, w.parcels.list[c.place].number)
	}
	w.due = append(w.due, c)
}

// lost tells whether a copy is lost, to which kind of fault, and by which field of the plan if that
// names the copy.
func (w *World) lost(way *way, named *named, key draw.Key) (lost bool, cause, field string) {
	if way.drops {
		return true, way.kind, ""
	}
	return named.loss != "" || !w.stopped && w.lossDrawn(key, way.hops), "loss", named.loss
}

func (w *World) lossDrawn(key draw.Key, hops int) bool {
	if w.plan.Rates.Loss == 0 {
		return false
	}
	for hop := range hops {
		if key.With(aboutLoss + uint64(hop)<<8).Hits(w.plan.Rates.Loss) {
			return true
		}
	}
	return false
}

func (w *World) duplicateBy(key draw.Key, named *named) (faults.Time, bool) {
	if named.duplicate != "" {
		return named.duplicateBy, true
	}
	if w.stopped || !key.With(aboutDuplicate).Hits(w.plan.Rates.Duplicate) {
		return 0, false
	}
	departs := w.now + w.lag
	return w.synchronous(departs, w.delay().Draw(key.With(aboutDuplicateDelay)), 1) - departs, true
}

// networkFaults asks the network's rules what may be done to a copy.
func (w *World) networkFaults(m *spec.Message) network.Faults {
	return w.rules.Faults(m, w.Up(m.To))
}

// present tells whether a copy is still in the network: unless copies wait, its receiver's
// crash takes it out, whoever is there when it would arrive.
func (w *World) present(p *parcel) bool {
	return p.stage != free && p.stage != gone && (w.rules.KeepsInbox() || p.life == w.procs[p.msg.To].life)
}

// drop loses a copy, if it is still there and its receiver has not gone down.
func (w *World) drop(place int32, cause, field string) {
	p := &w.parcels.list[place]
	if !w.present(p) || !w.Up(p.msg.To) {
		return
	}
	w.matched(field)
	w.strikes(cause, p.kind.name)
	a := spec.Action{Name: spec.Drop(p.kind.name), At: p.msg.To, Msg: w.placed(p)}
	p.kind.count.Dropped++
	number := p.number
	w.leave(place)
	w.step(a, number)
}

// double makes a second copy of one that is still there, likewise.
func (w *World) double(place int32, by faults.Time, field string) {
	p := w.parcels.list[place]
	if !w.present(&p) || !w.Up(p.msg.To) {
		return
	}
	w.matched(field)
	w.strikes("duplicate", p.kind.name)
	original := w.placed(&p)
	second := w.enter(&p.msg, p.kind)
	w.parcels.list[second].original = p.original
	w.parcels.list[second].body = append(w.parcels.list[second].body[:0], p.body...)
	p.kind.count.Duplicated++
	w.at(w.now+by, item{what: arrival, ref: second})
	e := w.begin(spec.Action{Name: spec.Duplicate(p.kind.name), At: p.msg.To, Msg: original})
	e.Copy, e.Sent = p.number, append(e.Sent, Sent{w.copies, original})
	w.tellAll()
	w.second(second, p.nth)
}

// arrive delivers a copy, unless its receiver is down or paused.
func (w *World) arrive(it item) {
	p := &w.parcels.list[it.ref]
	to := &w.procs[p.msg.To]
	switch {
	case !w.present(p):
		w.parcels.release(it.ref)
		return
	case to.node == nil:
		w.arriveAtDown(it)
		return
	case to.paused > w.now:
		w.wait(to, it)
		return
	case to.unbooted:
		w.park(it)
		return
	case w.cluster.Ordered && w.queuesUp(it):
		return
	}
	a := spec.Action{Name: p.kind.deliver, At: p.msg.To, Msg: w.placed(p)}
	number := p.number
	p.kind.count.Delivered++
	w.record.delivered(p.number, w.now)
	w.digest.body = append(w.digest.body[:0], p.body...)
	p.stage = arrived
	w.leave(it.ref)
	w.handle(a, impl.Event{Kind: impl.Delivered, From: a.Msg.From, Body: a.Msg.Body}, number)
}

// arriveAtDown parks a copy until its receiver comes up, or loses it.
func (w *World) arriveAtDown(it item) {
	p := &w.parcels.list[it.ref]
	key := w.seed.With(aboutLose).With(uint64(p.number))
	if w.stopped || !key.Hits(w.plan.Rates.Lose) {
		w.park(it)
		return
	}
	p.stage = arrived
	w.lose(it.ref)
}

// park keeps a copy until its receiver is ready for it.
func (w *World) park(it item) {
	p := &w.parcels.list[it.ref]
	p.stage = parked
	to := &w.procs[p.msg.To]
	to.parked = append(to.parked, w.late(it))
}
