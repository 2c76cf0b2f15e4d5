package explore

import "github.com/scrutineer-go/scrutineer/spec"

// expansion is the looking up of all steps out of one state. Where it learns, what is
// not known is worked out; else the first such thing ends it.
type expansion[V Vector] struct {
	components *Components
	*places[V]
	from   V
	to     []V
	labels []uint32 // of the steps, where it is not nil
	kept   []uint64 // and the timers that each keeps
	set    uint64   // the timers that are set in from
	due    uint64   // and those that are due there
	learns bool
	err    error
	denied bool // the budget forbids a fair action that is enabled; noticed with labels

	calm         bool
	up, down     uint32 // as bits
	ghost, spent uint32
}

// run looks up all steps. It is false where one is not known, or comes to a breach.
func (e *expansion[V]) run() bool {
	processes := e.components.processes
	e.calm = true
	for i := range processes {
		if e.labels != nil {
			e.set |= processes[i].armed[e.Local(&e.from, i)]
		}
		if !processes[i].up[e.Local(&e.from, i)] {
			e.down |= 1 << i
			continue
		}
		e.up |= 1 << i
		e.calm = e.calm && e.Inbox(&e.from, i) == 0 // the first inbox is the empty one
	}
	e.ghost, e.spent = e.Ghost(&e.from), e.Spent(&e.from)
	for at := range processes {
		if !e.process(at) {
			return false
		}
	}
	return e.passes()
}

// process looks up what may happen at one process.
func (e *expansion[V]) process(at int) bool {
	local, inbox := e.Local(&e.from, at), e.Inbox(&e.from, at)
	up := e.up&(1<<at) != 0
	ready := up && !e.components.processes[at].unbooted[local]
	if ready {
		down := e.down
		if e.components.model.InputsIgnoreDown {
			down = 0
		}
		inputs := e.components.inputsAt(at, local, down, e.learns)
		if inputs == nil || !e.takeInputs(at, inbox, inputs) {
			return false
		}
	}
	internal := e.components.internalAt(at, local, e.learns)
	if internal == nil || !e.takeAll(at, inbox, internal) {
		return false
	}
	list := e.components.processes[at].inboxes.list[inbox]
	for _, c := range list {
		older, younger := false, false
		if e.components.model.Discrete != nil {
			older, younger = e.components.aged(list, c.message)
		}
		first := !older && e.components.messages.list[c.message].Place <= 1
		if ready && first && !e.deliver(at, local, inbox, c.message) ||
			!e.networkFaults(at, inbox, c.message, up, older, younger) {
			return false
		}
	}
	return true
}

// passes looks up the steps by which a tick passes.
func (e *expansion[V]) passes() bool {
	c := e.components
	if c.model.Discrete == nil {
		return true
	}
	for at := range c.processes {
		p := &c.processes[at]
		if p.holds[e.Local(&e.from, at)] || e.up&(1<<at) != 0 && p.overdue[e.Inbox(&e.from, at)] {
			return true
		}
	}
	for i := range c.passing {
		p := &c.passing[i]
		if p.wrong >= 0 && c.processes[p.wrong].locals.list[e.Local(&e.from, p.wrong)].Steady > 0 {
			continue
		}
		spent, known := e.spends(p.action)
		if !known || spent != forbidden && !e.pass(p, spent) {
			return false
		}
	}
	return true
}

// pass appends the state after a tick.
func (e *expansion[V]) pass(p *passing, spent uint32) bool {
	c, v := e.components, e.from
	for at := range c.processes {
		ticks := 1
		if at == p.wrong {
			ticks = p.ticks
		}
		local, known := c.laterAt(at, e.Local(&e.from, at), ticks, e.learns)
		if !known || !e.fits(local) {
			return false
		}
		inbox, known := c.olderAt(at, e.Inbox(&e.from, at), e.learns)
		if !known || !e.fits(inbox) {
			return false
		}
		setSlot(&e.layout, &v, 2*at, local)
		setSlot(&e.layout, &v, 2*at+1, inbox)
	}
	return e.append(&v, sight{action: p.action}, e.up, spent, e.set)
}

// takeInputs appends the targets of those inputs that neither the ghost nor the budget forbids.
func (e *expansion[V]) takeInputs(at int, inbox uint32, inputs []transition) bool {
	if c := e.components; c.ghost == nil || !c.ghost.Guards() {
		return e.takeAll(at, inbox, inputs)
	}
	for i := range inputs {
		if !inputs[i].free {
			allowed, known := e.components.allows(e.ghost, inputs[i].action, e.up, e.learns)
			if !known {
				return false
			}
			if !allowed {
				continue
			}
		}
		if !e.takeAll(at, inbox, inputs[i:i+1]) {
			return false
		}
	}
	return true
}

// deliver looks up the delivery of a message.
func (e *expansion[V]) deliver(at int, local, inbox, message uint32) bool {
	transitions := e.components.deliveryAt(at, local, e.components.contents[message], e.learns)
	if transitions == nil {
		return false
	}
	less, known := e.components.removed(at, inbox, message, e.learns)
	return known && e.takeAll(at, less, transitions)
}

// networkFaults looks up the faults of the network on a message. If the inbox has an older copy like it, that is
// dropped or lost first; if it has a younger one, that is duplicated.
func (e *expansion[V]) networkFaults(at int, inbox, message uint32, up, older, younger bool) bool {
	f := &e.components.faults[message][0]
	if up {
		f = &e.components.faults[message][1]
	}
	for _, action := range [...]uint32{f.drop, f.lose} {
		if action == notKnown || older {
			continue
		}
		if less, known := e.components.removed(at, inbox, message, e.learns); !known || !e.change(at, less, action) {
			return false
		}
	}
	if f.duplicate == notKnown || younger {
		return true
	}
	spent, known := e.spends(f.duplicate) // before the inbox, which would grow for nothing
	if !known || spent == forbidden {
		return known
	}
	more, known := e.components.added(at, inbox, message, e.learns)
	return known && e.change(at, more, f.duplicate)
}

// change appends the target of an action of the network, which changes one inbox.
func (e *expansion[V]) change(at int, inbox, action uint32) bool {
	spent, known := e.spends(action)
	if !known || spent == forbidden {
		return known
	}
	v := e.from
	setSlot(&e.layout, &v, 2*at+1, inbox)
	return e.fits(inbox) && e.append(&v, sight{action: action}, e.up, spent, e.set)
}

// takeAll appends the targets of those transitions at a process that the budget allows. inbox is
// what they find there.
func (e *expansion[V]) takeAll(at int, inbox uint32, transitions []transition) bool {
	for i := range transitions {
		t := &transitions[i]
		if t.free {
			return e.fail(spec.BreachOf(spec.Action{}, e.components.panics[t.broken-1]))
		}
		action := t.action
		if t.early != action {
			awaited, known := e.timerAwaits(t)
			if !known {
				return false
			}
			if awaited && t.fires&e.due == 0 {
				action = t.early
			}
		}
		spent, known := e.spends(action)
		switch {
		case !known:
			return false
		case spent == forbidden:
			continue
		case t.broken > 0:
			return e.fail(spec.BreachOf(e.components.actions.list[action], e.components.panics[t.broken-1]))
		case !e.apply(at, inbox, t, action, spent):
			return false
		}
	}
	return true
}

// timerAwaits reports whether what a transition's timer awaits is on its way to a process that is up, or
// repeated by the timer's peer.
func (e *expansion[V]) timerAwaits(t *transition) (awaited, known bool) {
	if t.awaits == awaitsAll {
		return !e.calm, true
	}
	if c := e.components; c.model.Repeats != nil {
		if peer := int(c.awaiters[t.awaits-1].timer.Of()); peer >= 0 && peer < len(c.processes) {
			awaited, known = c.repeats(t.awaits-1, e.Local(&e.from, peer), e.learns)
			if awaited || !known {
				return awaited, known
			}
		}
	}
	for to := range e.components.processes {
		inbox := e.Inbox(&e.from, to)
		if inbox == 0 || e.up&(1<<to) == 0 {
			continue
		}
		if awaited, known = e.components.awaitedAt(to, t.awaits-1, inbox, e.learns); awaited || !known {
			return awaited, known
		}
	}
	return false, true
}

// apply appends the target of one transition.
func (e *expansion[V]) apply(at int, inbox uint32, t *transition, action, spent uint32) bool {
	v := e.from
	var known bool
	for _, message := range t.own {
		if t.clears {
			break
		}
		if inbox, known = e.components.added(at, inbox, message, e.learns); !known {
			return false
		}
	}
	up := e.up | 1<<at
	if !t.up {
		up &^= 1 << at
	}
	if t.clears {
		inbox = 0
	}
	if !e.fits(t.local) || !e.fits(inbox) {
		return false
	}
	setSlot(&e.layout, &v, 2*at, t.local)
	setSlot(&e.layout, &v, 2*at+1, inbox)
	for _, s := range t.sent {
		receiver := int(s.to)
		if !e.components.model.rules.Enters(e.up&(1<<receiver) != 0) {
			continue
		}
		if hears, known := e.hears(receiver, s.topic); !hears {
			if !known {
				return false
			}
			continue
		}
		after, known := e.components.added(receiver, e.Inbox(&v, receiver), s.message, e.learns)
		if !known || !e.fits(after) {
			return false
		}
		setSlot(&e.layout, &v, 2*receiver+1, after)
	}
	kept := uint64(0)
	if e.labels != nil {
		armed := e.components.processes[at].armed
		kept = e.set &^ (armed[e.Local(&e.from, at)] &^ armed[t.local]) &^ t.runs
	}
	return e.append(&v, sight{action, t.shown}, up, spent, kept)
}

// hears reports whether a receiver gets a copy that is for those who are bound to a topic, by one
// more than its number.
func (e *expansion[V]) hears(receiver int, topic uint32) (hears, known bool) {
	if topic == 0 {
		return true, true
	}
	return e.components.boundAt(receiver, e.Local(&e.from, receiver), topic-1, e.learns)
}

// append appends a target, with the ghost and what is spent after the action, beside the timers that the step keeps.
func (e *expansion[V]) append(v *V, seen sight, up, spent uint32, kept uint64) bool {
	ghost, known := e.components.advanced(e.ghost, seen, up)
	if !known {
		if !e.learns {
			return false
		}
		var err error
		if ghost, err = e.components.advance(e.ghost, seen, up); err != nil {
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
		e.labels, e.kept = append(e.labels, seen.action), append(e.kept, kept)
	}
	return true
}

// spends returns what is spent after an action, or that it is forbidden.
func (e *expansion[V]) spends(action uint32) (uint32, bool) {
	spent := e.components.spending.get(e.spent, action)
	if spent == notKnown {
		if !e.learns {
			return 0, false
		}
		spent = e.components.spending.learn(e.spent, action)
	}
	if spent == forbidden && e.labels != nil {
		e.denied = e.denied || e.components.actions.list[action].IsFair()
	}
	return spent, true
}

// fits reports whether a number fits into a slot.
func (e *expansion[V]) fits(n uint32) bool {
	return uint64(n) <= e.mask || e.fail(e.errTooWide())
}

func (e *expansion[V]) fail(err error) bool {
	if e.learns {
		e.err = err
	}
	return false
}
