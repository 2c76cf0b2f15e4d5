package explore

import "github.com/scrutineer-go/scrutineer/spec"

// expansion is the looking up of all steps out of one state. Where it learns, what is
// not known is worked out; else the first such thing ends it.
type expansion[V Vector, G any] struct {
	*Space[V, G]
	from   V
	to     []V
	labels []uint32 // of the steps, where it is not nil
	learns bool
	err    error
	denied bool // the budget forbids a fair action that is enabled; noticed with labels

	calm         bool
	up, down     uint32 // as bits
	ghost, spent uint32
}

// run looks up all steps. It is false where one is not known, or comes to a breach.
func (e *expansion[V, G]) run() bool {
	places := e.cells.places
	e.calm = true
	for i := range places {
		if !places[i].up[e.Local(&e.from, i)] {
			e.down |= 1 << i
			continue
		}
		e.up |= 1 << i
		e.calm = e.calm && e.Inbox(&e.from, i) == 0 // the first inbox is the empty one
	}
	e.ghost, e.spent = e.Ghost(&e.from), e.Spent(&e.from)
	for at := range places {
		if !e.process(at) {
			return false
		}
	}
	return true
}

// process looks up what may happen at one process.
func (e *expansion[V, G]) process(at int) bool {
	local, inbox := e.Local(&e.from, at), e.Inbox(&e.from, at)
	up := e.up&(1<<at) != 0
	if up {
		told, known := e.told(at, local)
		if !known || !e.take(at, inbox, told) {
			return false
		}
	}
	own := e.own(at, local)
	if own == nil || !e.take(at, inbox, own) {
		return false
	}
	for _, c := range e.cells.places[at].inboxes.list[inbox] {
		if up && !e.deliver(at, local, inbox, c.message) || !e.tamper(at, inbox, c.message, up) {
			return false
		}
	}
	return true
}

// own returns what may happen at a local state without a message or an input, nil where
// it is not known.
func (e *expansion[V, G]) own(at int, local uint32) []deed {
	p := &e.cells.places[at]
	if p.own[local] == nil && e.learns {
		deeds := e.cells.work(spec.NodeID(at), local) // which may add local states
		p.own[local] = deeds
	}
	return p.own[local]
}

// told returns what happens if the process is told something now.
func (e *expansion[V, G]) told(at int, local uint32) ([]deed, bool) {
	c := e.cells
	p := &c.places[at]
	id, ok := c.downs[e.down]
	if ok && int(id) < len(p.told) && int(local) < len(p.told[id]) && p.told[id][local] != nil {
		return p.told[id][local], true
	}
	if !e.learns {
		return nil, false
	}
	if !ok {
		id = uint32(len(c.downList))
		c.downs[e.down] = id
		c.downList = append(c.downList, e.down)
	}
	deeds := c.ask(spec.NodeID(at), local, e.down)
	for int(id) >= len(p.told) {
		p.told = append(p.told, nil)
	}
	for int(local) >= len(p.told[id]) {
		p.told[id] = append(p.told[id], nil)
	}
	p.told[id][local] = deeds
	return deeds, true
}

// deliver looks up the delivery of a message.
func (e *expansion[V, G]) deliver(at int, local, inbox, message uint32) bool {
	p := &e.cells.places[at]
	key := pairKey(local, message)
	list, known := p.heard.get(key)
	if !known {
		if !e.learns {
			return false
		}
		deeds := e.cells.hear(spec.NodeID(at), local, message)
		list = uint32(len(p.lists))
		p.lists, p.keys = append(p.lists, deeds), append(p.keys, hearing{local, message})
		p.heard.put(key, list)
	}
	less, known := e.removed(at, inbox, message)
	return known && e.take(at, less, p.lists[list])
}

// tamper looks up what the network may do to a message.
func (e *expansion[V, G]) tamper(at int, inbox, message uint32, up bool) bool {
	t := &e.cells.tampers[message][0]
	if up {
		t = &e.cells.tampers[message][1]
	}
	for _, action := range [...]uint32{t.drop, t.lose} {
		if action == notKnown {
			continue
		}
		if less, known := e.removed(at, inbox, message); !known || !e.change(at, less, action) {
			return false
		}
	}
	if t.duplicate == notKnown {
		return true
	}
	spent, known := e.spending(t.duplicate) // before the inbox, which would grow for nothing
	if !known || spent == forbidden {
		return known
	}
	more, known := e.added(at, inbox, message)
	return known && e.change(at, more, t.duplicate)
}

// change appends the target of an action of the network, which changes one inbox.
func (e *expansion[V, G]) change(at int, inbox, action uint32) bool {
	spent, known := e.spending(action)
	if !known || spent == forbidden {
		return known
	}
	v := e.from
	setSlot(&e.layout, &v, 2*at+1, inbox)
	return e.fits(inbox) && e.append(&v, action, e.up, spent)
}

// take appends the targets of those deeds at a process that the budget allows. inbox is
// what they find there.
func (e *expansion[V, G]) take(at int, inbox uint32, deeds []deed) bool {
	for i := range deeds {
		d := &deeds[i]
		if d.free {
			return e.fail(spec.BreachOf(spec.Action{}, e.cells.panics[d.broken-1]))
		}
		action := d.action
		if !e.calm {
			action = d.early
		}
		spent, known := e.spending(action)
		switch {
		case !known:
			return false
		case spent == forbidden:
			continue
		case d.broken > 0:
			return e.fail(spec.BreachOf(e.cells.actions.list[action], e.cells.panics[d.broken-1]))
		case !e.do(at, inbox, d, action, spent):
			return false
		}
	}
	return true
}

// do appends the target of one deed.
func (e *expansion[V, G]) do(at int, inbox uint32, d *deed, action, spent uint32) bool {
	v := e.from
	var known bool
	for _, message := range d.own {
		if d.clears {
			break
		}
		if inbox, known = e.added(at, inbox, message); !known {
			return false
		}
	}
	up := e.up | 1<<at
	if !d.up {
		up &^= 1 << at
	}
	if d.clears {
		inbox = 0
	}
	if !e.fits(d.local) || !e.fits(inbox) {
		return false
	}
	setSlot(&e.layout, &v, 2*at, d.local)
	setSlot(&e.layout, &v, 2*at+1, inbox)
	for _, s := range d.sent {
		receiver := int(s.to)
		if !e.cells.model.rules.Enters(e.up&(1<<receiver) != 0) {
			continue
		}
		after, known := e.added(receiver, e.Inbox(&v, receiver), s.message)
		if !known || !e.fits(after) {
			return false
		}
		setSlot(&e.layout, &v, 2*receiver+1, after)
	}
	return e.append(&v, action, up, spent)
}

// append appends a target, with the ghost and what is spent after the action.
func (e *expansion[V, G]) append(v *V, action, up, spent uint32) bool {
	ghost, known := e.cells.haunt(e.ghost, action, up)
	if !known {
		if !e.learns {
			return false
		}
		var err error
		if ghost, err = e.cells.learnHaunt(e.ghost, action, up); err != nil {
			return e.fail(err)
		}
	}
	if !e.fits(ghost) || !e.fits(spent) {
		return false
	}
	setSlot(&e.layout, v, e.ghostSlot, ghost)
	setSlot(&e.layout, v, e.spentSlot, spent)
	e.to = append(e.to, *v)
	if e.labels != nil {
		e.labels = append(e.labels, action)
	}
	return true
}

// spending returns what is spent after an action, or that it is forbidden.
func (e *expansion[V, G]) spending(action uint32) (uint32, bool) {
	spent := e.cells.spending(e.spent, action)
	if spent == notKnown {
		if !e.learns {
			return 0, false
		}
		spent = e.cells.learnSpending(e.spent, action)
	}
	if spent == forbidden && e.labels != nil {
		e.denied = e.denied || spec.IsFair(e.cells.actions.list[action].Name)
	}
	return spent, true
}

// added returns the inbox with one more copy.
func (e *expansion[V, G]) added(at int, inbox, message uint32) (uint32, bool) {
	after, known := e.cells.places[at].added.get(pairKey(inbox, message))
	if !known && e.learns {
		return e.cells.add(spec.NodeID(at), inbox, message), true
	}
	return after, known
}

// removed returns the inbox with one copy less.
func (e *expansion[V, G]) removed(at int, inbox, message uint32) (uint32, bool) {
	after, known := e.cells.places[at].removed.get(pairKey(inbox, message))
	if !known && e.learns {
		return e.cells.remove(spec.NodeID(at), inbox, message), true
	}
	return after, known
}

// fits tells whether a number fits into a slot.
func (e *expansion[V, G]) fits(n uint32) bool {
	return uint64(n) <= e.mask || e.fail(e.errTooWide())
}

func (e *expansion[V, G]) fail(err error) bool {
	if e.learns {
		e.err = err
	}
	return false
}
