package world

import "github.com/scrutineer-go/scrutineer/spec"

// begin starts the event of an action. number is that of the copy on which it acts, 0 for none.
func (w *World) begin(a spec.Action, number int) *Event {
	now := w.agenda.now
	reading := now
	if a.At != spec.None {
		reading = w.clocks.Reading(a.At)
	}
	return w.journal.begin(a, number, now, reading)
}

// tellAll tells the observers of the event, and then whatever waits for it.
func (w *World) tellAll() {
	e := &w.journal.event
	w.journal.digest.add(e)
	w.observers.Observe(w, e)
	if len(w.injector.afterSteps) > 0 {
		w.injector.followUp(&e.Action)
	}
}

// step is an event that is no handler run.
func (w *World) step(a spec.Action, number int) {
	w.begin(a, number)
	w.tellAll()
}
