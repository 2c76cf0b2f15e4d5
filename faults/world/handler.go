package world

import (
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// handle runs the handler of an action to its end, or to the crash inside it, and
// tells everybody.
func (w *World) handle(a spec.Action, ev impl.Event, number int) {
	w.effects.List = w.effects.List[:0]
	w.injector.startsRun(a.At)
	w.injector.feelsClock(a.At)
	ev.Now = time.Duration(w.clocks.Reading(a.At))
	w.stepping = a
	w.processes.list[a.At].node.Step(ev, w.effects)
	w.net.rules.Demand(a.At, w.effects.List)
	w.stepping.Name = ""
	a.Pick = w.injector.picking.set
	e := w.begin(a, number)
	crash := w.injector.cutsShort(&e.Action, w.effects.List)
	effects := w.effects.List[:w.carryOut(a.At, crash)]
	if crash != nil {
		w.journal.brokenOff(effects, crash.cut)
		w.goDown(a.At, crash.outage)
	} else {
		w.journal.carriedOut(effects)
	}
	w.patience.changed(a.At)
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
	w.agenda.begin()
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
			w.processes.save(at, e.Record)
		case impl.SetTimer:
			w.setTimer(at, e.Timer, faults.Time(e.After))
		case impl.StopTimer:
			w.processes.disarm(at, e.Timer)
		default:
			if sends++; sends > 1 {
				w.agenda.linger(w.net.turns.gap)
			}
			w.send(at, e)
		}
	}
	return len(w.effects.List)
}

// setTimer arms a timer, in place of the one of that name.
func (w *World) setTimer(at spec.NodeID, name spec.Timer, after faults.Time) {
	w.processes.disarm(at, name)
	nth := w.processes.setsAgain(at, name)
	ticks := w.net.rules.IsClock(name)
	if w.agenda.driven {
		w.processes.arm(at, timer{name: name, length: after, ticks: ticks}, w.clocks.Reading(at)+after)
		return
	}
	length := w.clocks.stretched(at, after)
	after, early, by := w.injector.earlier(at, name, nth, length, ticks)
	w.processes.arm(at, timer{name: name, length: length, early: early, ticks: ticks, by: by}, w.agenda.moment()+after)
}
