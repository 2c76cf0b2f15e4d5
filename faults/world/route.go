package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// OnHop has a rule asked about every link that a copy goes over.
func (in *injector) OnHop(by cause, acts func(*faults.Hop) bool) {
	in.hops = append(in.hops, rule[faults.Hop]{acts, by})
}

// transit is the path of a message to its receiver.
type transit struct {
	departs, takes faults.Time
	hops           int
	drops          bool
	kind           string // of the fault that stopped it, or had it wait
}

// route decides what becomes of a copy that was just sent: when it arrives, and whether it is
// lost, doubled or out of order.
func (in *injector) route(place int32) {
	p := &in.net.parcels.list[place]
	if in.script != nil {
		p.detain()
		return
	}
	m, k, nth := &p.msg, p.kind, int(p.nth)
	key := k.key.With(channelOf(m.From, m.To)).With(uint64(nth))
	named := &unnamed
	if len(in.copies) > 0 {
		named = in.namedFor(faults.RefOf(m, nth), p)
		in.planLate(place, named)
	}
	path := in.travel(m, key)
	k.crosses(path.hops, len(p.body))

	drops, by := in.lost(m, &path, named, key)
	drops = drops && in.net.may(m).Drop
	if drops {
		in.record.loss(m, nth, named.loss != "", path.drops)
		in.asks(consequence{what: toDrop, place: place, by: by})
	}
	if takes, ok := in.secondTakes(key, named); ok && !drops && in.net.may(m).Duplicate {
		in.record.duplicate(m, nth, takes, named.duplicate != "")
		takes += in.agenda.lag
		in.asks(consequence{what: toDouble, place: place, takes: takes, by: cause{field: named.duplicate}})
	}
	if named.hold >= 0 && !in.holds[named.hold].released && !in.stopped {
		p.detain()
		in.holds[named.hold] = hold{place: place, number: p.number}
		return
	}
	if named.delay < 0 && named.reorder != "" && !drops {
		in.tally.matched(named.reorder)
		in.journal.acted(named.reorder, p.number)
	}
	at := in.arrivalTime(m, key, &path, named)
	if in.record != nil && named.delay < 0 {
		in.record.delay(m, nth, at-path.departs, p.number, in.agenda.moment())
	}
	in.agenda.put(at, item{what: arrival, ref: place})
}

// travel finds the path of a message that is sent now. Where a partition lies across
// it, the copy is lost or departs when it heals; copies of a multicast wait.
func (in *injector) travel(m *spec.Message, key draw.Key) transit {
	path := transit{departs: in.agenda.moment()}
	for at := m.From; ; {
		next := in.net.routes.Hop(at, m.To)
		takes := in.net.delay.Draw(key.With(aboutDelay + uint64(path.hops)<<8))
		path.hops++
		if len(in.hops) > 0 && !in.stopped {
			takes = in.askRules(&path, m, faults.Hop{From: at, To: next, Takes: takes})
		}
		path.takes += takes
		if at = next; at == m.To {
			return path
		}
	}
}

// askRules asks the plan's rules about one link of a message's path, and returns how long the
// copy takes over it. A copy that has to wait meets all of them anew.
func (in *injector) askRules(path *transit, m *spec.Message, link faults.Hop) faults.Time {
	link.MayDrop = in.net.may(m).Drop
	for {
		h := link
		h.Departs = path.departs
		for i := range in.hops {
			by := &in.hops[i].by
			if !in.hops[i].acts(&h) {
				continue
			}
			in.tally.matched(by.field)
			in.journal.acted(by.field, in.net.copies) // which was sent last
			path.kind = by.kind
			if h.Drops {
				path.departs, path.drops = h.Departs, true
				return h.Takes
			}
			in.tally.hit(by.kind, m.Body.Kind())
		}
		if h.Departs == path.departs {
			return h.Takes
		}
		path.departs = h.Departs
	}
}

// arrivalTime is when a copy arrives: after its delay, and in the order of its
// channel, unless it is pinned or out of order.
func (in *injector) arrivalTime(m *spec.Message, key draw.Key, path *transit, named *named) faults.Time {
	if named.delay >= 0 {
		return path.departs + named.delay
	}
	at := in.net.synchronous(path.departs, path.takes, path.hops)
	by := named.reorderBy
	if by == 0 && !in.stopped && key.With(aboutReorder).Hits(in.plan.Rates.Reorder) {
		by = upTo(key.With(aboutReorderBy), in.plan.Rates.ReorderBy)
	}
	if by > 0 {
		in.tally.hit("reorder", m.Body.Kind())
		return at + by
	}
	return in.net.turns.inTurn(channelOf(m.From, m.To), in.agenda.now, in.agenda.lag, path.departs, at)
}

// lost reports whether a copy is lost, and by what: a kind of fault, and the field of the plan if that
// names the copy.
func (in *injector) lost(m *spec.Message, path *transit, named *named, key draw.Key) (lost bool, by cause) {
	if path.drops {
		return true, cause{kind: path.kind}
	}
	return named.loss != "" || !in.stopped && in.lossDrawn(m, key, path.hops), cause{named.loss, "loss"}
}

// lossDrawn draws whether a copy is lost on a route of hops links. A loss that is drawn once a route has
// the key of the first link, so on a route of one link both ways of drawing give the same.
func (in *injector) lossDrawn(m *spec.Message, key draw.Key, hops int) bool {
	rates := &in.plan.Rates
	if rates.Loss == 0 {
		return false
	}
	if rates.LossPerRoute {
		hops = 1
	}
	for hop := range hops {
		if in.losses.Hits(key.With(aboutLoss+uint64(hop)<<8), m.From, m.To) {
			return true
		}
	}
	return false
}

// secondTakes tells how long a second copy takes, if one is to be made.
func (in *injector) secondTakes(key draw.Key, named *named) (faults.Time, bool) {
	if named.duplicate != "" {
		return named.duplicateBy, true
	}
	if in.stopped || !key.With(aboutDuplicate).Hits(in.plan.Rates.Duplicate) {
		return 0, false
	}
	departs := in.agenda.moment()
	return in.net.synchronous(departs, in.net.delay.Draw(key.With(aboutDuplicateDelay)), 1) - departs, true
}

// losesAtDown draws whether a copy is lost that arrives at a process that is down.
func (in *injector) losesAtDown(p *parcel) bool {
	key := in.seed.With(aboutLose).With(uint64(p.number))
	return !in.stopped && key.Hits(in.plan.Rates.Lose)
}
