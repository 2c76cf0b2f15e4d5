package world

import "github.com/scrutineer-go/scrutineer/faults"

// Copy adds to what the plan says of a copy. What happens to it later may come too late,
// and then it has taken no effect.
func (in *injector) Copy(field string, ref faults.MessageRef, t faults.Treatment) {
	n := in.nameCopy(ref)
	if t.After != nil {
		n.late = append(n.late, late{*t.After, t.Duplicate, field})
		return
	}
	if t.Lose {
		n.loss = field
	}
	if t.Duplicate != nil {
		n.duplicate, n.duplicateBy = field, *t.Duplicate
	}
	if t.Reorder > 0 {
		n.reorder, n.reorderBy = field, t.Reorder
	}
	if t.Takes != nil {
		n.delay, n.pins = *t.Takes, append(n.pins, field)
	}
	if t.Until != nil {
		n.hold, n.pins = in.hold(*t.Until), append(n.pins, field)
	}
}

// nameCopy returns what the plan says of a copy, to be added to.
func (in *injector) nameCopy(ref faults.MessageRef) *named {
	n, ok := in.copies[ref]
	if !ok {
		first := unnamed
		n = &first
		in.copies[ref] = n
	}
	return n
}

// hold returns the number of a new hold, which ends with a step.
func (in *injector) hold(until faults.StepRef) int {
	number := len(in.holds)
	in.holds = append(in.holds, hold{})
	in.AfterStep(until, func() { in.due = append(in.due, consequence{what: toRelease, hold: number}) })
	return number
}

// release lets a copy go that a pin holds. It is delivered next.
func (in *injector) release(n int) {
	h := &in.holds[n]
	if h.released = true; h.number == 0 {
		return
	}
	in.net.letGo(h.place, h.number)
	h.number = 0
}

// namedFor returns what the plan says of a copy.
func (in *injector) namedFor(ref faults.MessageRef, p *parcel) *named {
	n, ok := in.copies[ref]
	if !ok {
		return &unnamed
	}
	found := *n
	if in.stopped { // the faults have, the pins have not
		found.loss, found.duplicate, found.reorder, found.reorderBy, found.late = "", "", "", 0, nil
	}
	for _, field := range n.pins {
		in.tally.matched(field)
		in.journal.acted(field, p.number)
	}
	return &found
}

// asks plans what is to happen to the copy that was just sent or made, as soon as the present event
// is over.
func (in *injector) asks(c consequence) {
	if c.by.field != "" {
		in.journal.acted(c.by.field, in.net.parcels.list[c.place].number)
	}
	in.due = append(in.due, c)
}

// planLate plans what is to happen later to a copy that was sent, or made, now.
func (in *injector) planLate(place int32, named *named) {
	number := in.net.parcels.list[place].number
	for _, l := range named.late {
		in.later(in.agenda.now+l.after, func() { in.happenLate(place, number, l) })
	}
}

// happenLate asks for it, if the copy is still there and the network's rules allow it. The
// rules also say whether a copy that is taken out was dropped or lost.
func (in *injector) happenLate(place int32, number int, l late) {
	p := &in.net.parcels.list[place]
	if in.stopped || p.number != number || !in.net.present(p) {
		return
	}
	c := consequence{place: place, by: cause{l.field, "loss"}}
	may := in.net.may(&p.msg)
	switch {
	case l.doubles != nil && may.Duplicate:
		c.what, c.takes = toDouble, *l.doubles
	case l.doubles == nil && may.Drop:
		c.what = toDrop
	case l.doubles == nil && may.Lose:
		c.what = toLose
	default:
		return
	}
	in.journal.acts(l.field)
	in.due = append(in.due, c)
}

// second carries on for a second copy that was just made of another: it gets the next
// number among those of its original, by which the plan may name it.
func (in *injector) second(place int32) {
	if len(in.copies) == 0 {
		return
	}
	p := &in.net.parcels.list[place]
	ref := faults.RefOf(&p.msg, int(p.nth))
	if in.seconds == nil {
		in.seconds = map[faults.MessageRef]int{}
	}
	in.seconds[ref]++
	ref.Again = in.seconds[ref]
	named := in.namedFor(ref, p)
	switch {
	case named.loss != "" && in.net.may(&p.msg).Drop:
		in.asks(consequence{what: toDrop, place: place, by: cause{named.loss, "loss"}})
	case named.duplicate != "":
		in.asks(consequence{what: toDouble, place: place, takes: named.duplicateBy, by: cause{field: named.duplicate}})
	}
	in.planLate(place, named)
}
