package world

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// send carries out a send, a multicast or a broadcast.
func (w *World) send(from spec.NodeID, e *impl.Effect) {
	n, told := &w.net, &w.journal
	k := n.kind(e.Body)
	k.sends(e)
	first := int32(-1)
	w.group = n.rules.Copies(w.group[:0], from, e)
	for i := range w.group {
		m := &w.group[i]
		if !w.cluster.Hears(m.To, w.processes.State(m.To), e) {
			continue
		}
		nth := k.next(from, m.To)
		if !n.rules.Enters(w.processes.Up(m.To)) {
			continue
		}
		place := n.enter(m, k, nth)
		p := &n.parcels.list[place]
		if first < 0 {
			p.encode()
			first = place
			told.digest.sends(e, p.body)
		} else {
			p.repeat(&n.parcels.list[first])
		}
		told.enters(p.number, n.placed(p))
		w.injector.route(place)
	}
	if first < 0 { // nobody is there to receive it, and it was sent all the same
		told.digest.sends(e, codec.Append(nil, e.Body))
	}
}

// leave takes a copy out of the network.
func (w *World) leave(place int32) {
	w.patience.unwatch(w.net.parcels.list[place].number)
	w.net.leave(place)
}

// drop loses a copy, if it is still there and its receiver has not gone down.
func (w *World) drop(place int32, by cause) {
	p := &w.net.parcels.list[place]
	if !w.net.reaches(p) {
		return
	}
	w.injector.tally.matched(by.field)
	w.injector.tally.hit(by.kind, p.kind.name)
	a := spec.Action{Name: spec.Drop(p.kind.name), At: p.msg.To, Msg: w.net.placed(p)}
	p.kind.drops()
	number := p.number
	w.leave(place)
	w.step(a, number)
}

// lose takes out a copy that waits for its receiver, which is down.
func (w *World) lose(place int32, field string) {
	p := &w.net.parcels.list[place]
	w.injector.tally.matched(field)
	w.injector.tally.hit("lose", p.kind.name)
	p.kind.loses()
	a := spec.Action{Name: spec.Lose(p.kind.name), At: p.msg.To, Msg: w.net.placed(p)}
	number := p.number
	w.leave(place)
	w.step(a, number)
}

// double makes a second copy of one that is still there and whose receiver has not gone down.
func (w *World) double(c *consequence) {
	p := w.net.parcels.list[c.place]
	if !w.net.reaches(&p) {
		return
	}
	w.injector.tally.matched(c.by.field)
	w.injector.tally.hit("duplicate", p.kind.name)
	original := w.net.placed(&p)
	second := w.net.again(&p, c.takes)
	w.begin(spec.Action{Name: spec.Duplicate(p.kind.name), At: p.msg.To, Msg: original}, p.number)
	w.journal.enters(w.net.copies, original)
	w.tellAll()
	w.injector.second(second)
}
