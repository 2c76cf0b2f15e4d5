// Package polling is the executable specification of polling in slots, in discrete time: what each event does, as a
// function.
//
// Start reading at [Handlers]. impl/polling must not be imported.
package polling

import (
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// Handlers returns the specification.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	return spec.Handlers[Local]{
		Fresh:    func(spec.NodeID) Local { return Local{} },
		HandleAt: polling{cfg}.handle,
	}
}

func (p polling) handle(now time.Duration, l Local, _ any, a spec.Action) []spec.Outcome[Local] {
	switch {
	case a.Name == spec.Boot || a.Name == spec.Recover:
		return p.begins(now, a.At)
	case a.Timer == words.ClockHear:
		return p.hears(now, l, a.At)
	case a.Timer == words.ClockSlot:
		return p.requests(now, l, a.At)
	}
	from := a.Msg.From
	switch m := a.Msg.Body.(type) {
	case words.Request:
		return p.requested(now, l, from, m)
	case words.Data:
		return does(l, spec.SendTo(p.StoreID(), words.Lookup(m)))
	case words.Lookup:
		return does(l, spec.SendTo(from, words.Answer{Interval: m.Interval, Found: l.Rows.Has(m.Interval)}))
	case words.Answer:
		if !m.Found {
			return does(l, spec.SendTo(p.StoreID(), words.Insert{Interval: m.Interval}))
		}
	case words.Insert:
		return does(p.inserted(l, m.Interval))
	}
	return does(l)
}

func does(l Local, effects ...spec.Effect) []spec.Outcome[Local] {
	return []spec.Outcome[Local]{{Local: l, Effects: effects}}
}

// hearsOf reports whether a process hears of divisions: all do but the store.
func (p polling) hearsOf(at spec.NodeID) bool { return at <= p.Provider() }

// heardBy is the last division of which a process has heard when its clock reads now.
func (p polling) heardBy(at spec.NodeID, now time.Duration) int {
	last := 0
	for d := range p.Divisions {
		if d > 0 && p.hearsOf(at) && spec.Milliseconds(p.Divisions[d].At[at]) <= now {
			last = d
		}
	}
	return last
}

// silent: a worker is silent for a while after it hears of a division that is not the first.
func (p polling) silent(heard time.Duration, l Local, at spec.NodeID) Local {
	if p.IsWorker(at) && l.Heard > 0 {
		return p.hushed(heard, l)
	}
	return l
}

// hushed: a worker that is to be silent is so for a while from an instant on.
func (p polling) hushed(from time.Duration, l Local) Local {
	if p.Silence > 0 {
		l.Quiet = from + spec.Milliseconds(p.Silence)
	}
	return l
}

// begins: a process that starts knows the division of which it would have heard by now. A worker is silent as if it had
// heard of it then.
func (p polling) begins(now time.Duration, at spec.NodeID) []spec.Outcome[Local] {
	l := Local{Heard: p.heardBy(at, now)}
	if p.OwnOrigin && p.IsWorker(at) {
		l.Origin = now
	}
	if l.Heard > 0 {
		l = p.silent(spec.Milliseconds(p.Divisions[l.Heard].At[at]), l, at)
	}
	return p.waits(now, l, at)
}

// hears: a process hears of another division.
func (p polling) hears(now time.Duration, l Local, at spec.NodeID) []spec.Outcome[Local] {
	if heard := p.heardBy(at, now); heard > l.Heard {
		l.Heard = heard
		l = p.silent(now, l, at)
	}
	return p.waits(now, l, at)
}

// requests: a worker uses its slot, and waits for the next.
func (p polling) requests(now time.Duration, l Local, at spec.NodeID) []spec.Outcome[Local] {
	l, effects := p.uses(now, l)
	return p.waits(now, l, at, effects...)
}

// uses: a worker makes its request, unless its slot has not begun, or is over.
func (p polling) uses(now time.Duration, l Local) (Local, []spec.Effect) {
	late := now - l.Due
	if late < 0 || p.Safe && late > spec.Milliseconds(p.Jitter) {
		return l, nil
	}
	l.Used, l.Slot = true, l.Due
	return l, []spec.Effect{spec.SendTo(p.Provider(), words.Request{Slot: l.Slot})}
}

// waits: the process waits for its next slot, and for the next division.
func (p polling) waits(
	now time.Duration, l Local, at spec.NodeID, effects ...spec.Effect,
) []spec.Outcome[Local] {
	o := spec.Outcome[Local]{Effects: effects, Lengths: map[spec.Timer]time.Duration{}}
	set := func(timer spec.Timer, reading time.Duration) {
		o.Arm = o.Arm.With(timer)
		o.Lengths[timer] = reading - now
	}
	if next := l.Heard + 1; p.hearsOf(at) && next < len(p.Divisions) {
		set(words.ClockHear, spec.Milliseconds(p.Divisions[next].At[at]))
	}
	if p.IsWorker(at) {
		l.Due = p.nextSlot(l, at, now)
		if l.Due > 0 {
			set(words.ClockSlot, l.Due)
		} else {
			o.Disarm = o.Disarm.With(words.ClockSlot)
		}
	}
	o.Local = l
	return []spec.Outcome[Local]{o}
}

// requested: the provider counts the requests of the key in the window that ends now.
func (p polling) requested(now time.Duration, l Local, from spec.NodeID, m words.Request) []spec.Outcome[Local] {
	var window words.Arrivals
	counted := 0
	for _, a := range l.Arrivals {
		if !InWindow(p.Config, a.At, now) {
			continue
		}
		window = append(window, a)
		if p.Key(a.From) == p.Key(from) && (a.Accepted || p.Attempts) {
			counted++
		}
	}
	accepts := (counted+1)*p.Divisions[l.Heard].Slot <= p.Window
	if p.Printed {
		accepts = counted*p.Divisions[l.Heard].Slot < p.Window
	}
	if accepts = accepts && !l.Banned.Has(p.Key(from)); !accepts && p.Bans {
		l.Banned = l.Banned.With(p.Key(from))
	}
	window = append(window, words.Arrival{From: from, Slot: m.Slot, At: now, Accepted: accepts})
	l.Arrivals = words.NewArrivals(window...)
	if accepts && p.Stores() {
		return does(l, spec.SendTo(from, words.Data{Interval: int(now / spec.Milliseconds(p.Collect))}))
	}
	return does(l)
}

// InWindow reports whether an instant is in the window that ends now.
func InWindow(cfg words.Config, at, now time.Duration) bool {
	begins := now - spec.Milliseconds(cfg.Window)
	return at > begins || cfg.Closed && at == begins
}

// inserted: a store without a unique constraint takes a record again.
func (p polling) inserted(l Local, interval int) Local {
	if l.Rows.Has(interval) && p.Store == words.StorePlain {
		l.Twice = l.Twice.With(interval)
	}
	l.Rows = l.Rows.With(interval)
	return l
}
