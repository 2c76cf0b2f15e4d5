package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// late is what a named fault does to a copy some time after it was sent.
type late struct {
	after   faults.Time
	doubles *faults.Time // what the second copy takes; where absent, it takes the copy out
	field   string
}

// planLate plans what is to happen later to a copy that was sent, or made, now.
func (w *World) planLate(place int32, named *named) {
	number := w.parcels.list[place].number
	for _, l := range named.late {
		w.later(w.now+l.after, func() { w.happenLate(place, number, l) })
	}
}

// happenLate does it, if the copy is still there and the network's rules allow it. The
// rules also say whether a copy that is taken out was dropped or lost.
func (w *World) happenLate(place int32, number int, l late) {
	p := &w.parcels.list[place]
	if w.stopped || p.number != number || !w.present(p) {
		return
	}
	may := w.networkFaults(&p.msg)
	switch {
	case l.doubles != nil && may.Duplicate:
		w.acted(l.field, w.event.N+1, 0)
		w.double(place, *l.doubles, l.field)
	case l.doubles == nil && may.Drop:
		w.acted(l.field, w.event.N+1, 0)
		w.drop(place, "loss", l.field)
	case l.doubles == nil && may.Lose:
		w.matched(l.field)
		w.acted(l.field, w.event.N+1, 0)
		w.lose(place)
	}
}

// second carries on for a second copy that was just made of another: it gets the next
// number among those of its original, by which the plan may name it.
func (w *World) second(place int32, nth int32) {
	if len(w.copiesNamed) == 0 {
		return
	}
	p := &w.parcels.list[place]
	ref := faults.CopyOf(&p.msg, int(nth))
	if w.seconds == nil {
		w.seconds = map[faults.CopyRef]int{}
	}
	w.seconds[ref]++
	ref.Again = w.seconds[ref]
	p.nth = nth
	named := w.namedFor(ref, p)
	switch {
	case named.loss != "" && w.networkFaults(&p.msg).Drop:
		w.asks(consequence{w: w, place: place, what: toDrop, cause: "loss", field: named.loss})
	case named.duplicate != "":
		w.asks(consequence{w: w, place: place, what: toDouble, by: named.duplicateBy, field: named.duplicate})
	}
	w.planLate(place, named)
}

// lose takes out a copy that waits for its receiver, which is down.
func (w *World) lose(place int32) {
	p := &w.parcels.list[place]
	w.strikes("lose", p.kind.name)
	p.kind.count.Lost++
	a := spec.Action{Name: spec.Lose(p.kind.name), At: p.msg.To, Msg: w.placed(p)}
	number := p.number
	w.leave(place)
	w.step(a, number)
}
