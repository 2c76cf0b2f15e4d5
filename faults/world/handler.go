package world

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// picking is what the handler that runs has picked.
type picking struct {
	at    spec.NodeID
	asked int
	set   spec.Set
}

// handle runs the handler of an action to its end, or to the crash inside it, and
// tells everybody.
func (w *World) handle(a spec.Action, ev impl.Event, number int) {
	p := &w.procs[a.At]
	w.effects.List = w.effects.List[:0]
	w.picking = picking{at: a.At}
	w.feels(a.At)
	ev.Now = time.Duration(w.Reading(a.At))
	p.node.Step(ev, w.effects)
	a.Pick = w.picking.set
	e := w.begin(a)
	e.Copy, e.Whole = number, true
	crash := w.crashIn(&e.Action)
	e.Effects = w.effects.List[:w.carryOut(a.At, crash)]
	if crash != nil {
		e.Action.Name, e.Action.Cut = spec.CrashIn(a.Name), crash.cut
		e.Whole = false
		w.goDown(a.At, crash.outage)
	}
	w.unwatch(repeatedBy(a.At))
	if len(p.patient) > 0 {
		w.lookAgain = append(w.lookAgain, a.At)
	}
	w.tellAll()
	if crash != nil {
		w.pollAll(a.At)
	} else {
		w.poll(a.At)
	}
}

// carryOut carries out the handler's effects, up to the crash if there is one,
// and returns how many it has.
func (w *World) carryOut(at spec.NodeID, crash *cut) int {
	done, sends := 0, 0
	w.lag = 0
	for i := range w.effects.List {
		e := &w.effects.List[i]
		if crash != nil && network.Cuttable(*e) {
			if done == crash.cut {
				return i
			}
			done++
		}
		switch e.Kind {
		case impl.Save:
			w.procs[at].disk = e.Record
		case impl.SetTimer:
			w.setTimer(at, e.Timer, faults.Time(e.After))
		case impl.StopTimer:
			w.stopTimer(at, e.Timer)
		default:
			if sends++; sends > 1 {
				w.lag += w.plan.Gap
			}
			w.send(at, e)
		}
	}
	return len(w.effects.List)
}

// begin starts the event of an action.
func (w *World) begin(a spec.Action) *Event {
	e := &w.event
	e.N, e.At, e.Action = e.N+1, w.now, a
	if e.Now = w.now; a.At != spec.None {
		e.Now = w.Reading(a.At)
	}
	e.Copy, e.Effects, e.Sent, e.Whole = 0, nil, e.Sent[:0], false
	return e
}

// tellAll tells the observers of the event, and then whatever waits for it.
func (w *World) tellAll() {
	w.digest.add(&w.event)
	for _, o := range w.observers {
		o.Observe(w, &w.event)
	}
	if len(w.afterSteps) > 0 {
		w.followUp(&w.event.Action)
	}
}

// step is an event that is no handler run.
func (w *World) step(a spec.Action, number int) {
	w.begin(a).Copy = number
	w.tellAll()
}

// pick decides what the handler picks: what a pin says, or what is drawn.
func (w *World) pick(why string, from spec.Set, k int) spec.Set {
	p := &w.procs[w.picking.at]
	if w.picking.asked++; w.picking.asked > 1 {
		panic(spec.Breach{Contract: "PickOnce", Why: fmt.Sprintf(
			"process %s picks a second time (%q); one handler run is one action with one pick",
			w.picking.at, why)})
	}
	p.picks++
	set, pinned := w.pinnedPick(w.picking.at, p.picks, from, k)
	if !pinned {
		key := w.seed.With(aboutPick).With(uint64(w.picking.at)).Named(why).With(uint64(p.picks))
		set = spec.NewSet(from...)
		for i := range k { // the beginning of a shuffle
			j := i + int(key.With(uint64(i)).Below(uint64(len(set)-i)))
			set[i], set[j] = set[j], set[i]
		}
		set = spec.NewSet(set[:k]...)
	}
	if !pinned {
		w.record.pick(w.picking.at, p.picks, set)
	}
	w.picking.set = set
	return set
}
