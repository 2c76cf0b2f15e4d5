package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// OnTimer has a rule asked whenever a timer is set.
func (in *injector) OnTimer(by cause, acts func(*faults.Alarm) bool) {
	in.alarms = append(in.alarms, rule[faults.Alarm]{acts, by})
}

// earlier returns when a timer really fires, whether a fault says so, and which do. None is drawn for a
// clock, which is never early: where a fault names one, it fires then, and it is a tick.
func (in *injector) earlier(
	at spec.NodeID, name spec.Timer, nth int, after faults.Time, ticks bool,
) (_ faults.Time, early bool, by []string) {
	if in.stopped {
		return after, false, nil
	}
	if len(in.alarms) > 0 {
		a := faults.Alarm{Node: at, Timer: name, Nth: nth, After: after}
		for i := range in.alarms {
			if in.alarms[i].acts(&a) {
				by = append(by, in.alarms[i].by.field)
			}
		}
		if after = a.After; a.Early {
			return after, true, by
		}
	}
	if in.plan.Rates.Early == 0 || ticks {
		return after, false, by
	}
	key := in.seed.With(aboutEarly).With(uint64(at)).Named(string(name)).With(uint64(nth))
	if !key.Hits(in.plan.Rates.Early) {
		return after, false, by
	}
	drawn := faults.Time(key.With(aboutEarlyAt).Below(uint64(after/faults.Microsecond)+1)) * faults.Microsecond
	in.record.early(at, name, nth, drawn)
	return drawn, true, by
}

// waitsFor reports whether an alarm waits as long as its timer awaits something. Once the faults
// have stopped each does; but where the plan bounds delays from then on, whether a timer is
// long enough is the protocol's to see to.
func (in *injector) waitsFor(t *timer) bool {
	if in.stopped {
		return in.plan.DelayAfterStop == nil
	}
	return in.plan.Patient && !t.early
}

// fires notes that a timer fires: by the fields of the plan that set its time, and too early if
// it still awaits something.
func (in *injector) fires(t timer, awaits bool) {
	for _, field := range t.by {
		in.tally.matched(field)
		in.journal.acts(field)
	}
	if awaits {
		in.tally.hit("premature", t.name.Name())
	}
}
