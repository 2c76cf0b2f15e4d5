package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// timer is one that is armed.
type timer struct {
	name spec.Timer
	gen  uint32
	// early tells that a fault has set the time: it does not wait for what it awaits.
	early bool
	ticks bool     // it is a clock
	by    []string // the fields of the plan by which it fires when it does
}

// setTimer arms a timer, in place of the one of that name.
func (w *World) setTimer(at spec.NodeID, name spec.Timer, after faults.Time) {
	p := &w.procs[at]
	w.stopTimer(at, name)
	nth := p.sets.Next(string(name))
	ticks := w.rules.IsClock(name)
	set := w.now + w.lag
	if inexact := w.timepiece(at); inexact != nil {
		c := *inexact
		c.run(set)
		after = c.stretched(after, w.end())
	}
	after, early, by := w.earlier(at, name, nth, after, ticks)
	w.clock++
	p.timers = append(p.timers, timer{name, w.clock, early, ticks, by})
	w.armed++
	w.at(set+after, item{what: alarm, ref: int32(at), gen: w.clock})
}

// earlier returns when a timer really fires, whether a fault says so, and which do. None is drawn for a
// clock, which is never early: where a fault names one, it fires then, and it is a tick.
func (w *World) earlier(
	at spec.NodeID, name spec.Timer, nth int, after faults.Time, ticks bool,
) (_ faults.Time, early bool, by []string) {
	if w.stopped {
		return after, false, nil
	}
	if len(w.alarms) > 0 {
		a := faults.Alarm{Node: at, Timer: name, Nth: nth, After: after}
		for i := range w.alarms {
			if w.alarms[i].acts(&a) {
				by = append(by, w.alarms[i].by.field)
			}
		}
		if after = a.After; a.Early {
			return after, true, by
		}
	}
	if w.plan.Rates.Early == 0 || ticks {
		return after, false, by
	}
	key := w.seed.With(aboutEarly).With(uint64(at)).Named(string(name)).With(uint64(nth))
	if !key.Hits(w.plan.Rates.Early) {
		return after, false, by
	}
	drawn := faults.Time(key.With(aboutEarlyAt).Below(uint64(after/faults.Microsecond)+1)) * faults.Microsecond
	w.record.early(at, name, nth, drawn)
	return drawn, true, by
}

// stopTimer disarms a timer. Its alarm stays in the queue, as a stale one.
func (w *World) stopTimer(at spec.NodeID, name spec.Timer) {
	p := &w.procs[at]
	i := slices.IndexFunc(p.timers, func(t timer) bool { return t.name == name })
	if i >= 0 {
		p.timers = slices.Delete(p.timers, i, i+1)
		w.armed--
	}
}

// waitsFor tells whether an alarm waits as long as its timer awaits something. Once the faults
// have stopped each does; but where the plan bounds delays from then on, whether a timer is
// long enough is the protocol's to see to.
func (w *World) waitsFor(t timer) bool {
	if w.stopped {
		return w.plan.DelayAfterStop == nil
	}
	return w.plan.Patient && !t.early
}

// ring fires a timer, if it is still the one that was set.
func (w *World) ring(it item) {
	at := spec.NodeID(it.ref)
	p := &w.procs[at]
	i := slices.IndexFunc(p.timers, func(t timer) bool { return t.gen == it.gen })
	if i < 0 {
		return
	}
	if p.paused > w.now {
		w.wait(p, it)
		return
	}
	t := p.timers[i]
	var what witness
	awaits := false
	if !t.ticks {
		what, awaits = w.awaited(at, t.name)
	}
	if awaits && w.waitsFor(t) {
		w.putOff(at, t.name, it, what)
		return
	}
	p.timers = slices.Delete(p.timers, i, i+1)
	w.armed--
	name := w.rules.Firing(t.name, awaits)
	for _, field := range t.by {
		w.matched(field)
		w.acted(field, w.event.N+1, 0)
	}
	if awaits {
		w.strikes("premature", t.name.Name())
	}
	w.handle(spec.Action{Name: name, At: at, Timer: t.name},
		impl.Event{Kind: impl.Fired, From: spec.None, Timer: t.name}, 0)
}
