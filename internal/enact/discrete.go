package enact

import (
	"fmt"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The plan of a path in discrete time keeps the path's ticks. The steps within a tick are microseconds apart, and
// clocks read whole ticks, so that each step sees the reading with which it was explored. A timer that fires early or
// late gets a pin.

// discrete is the time of a path that was explored in discrete time. An untimed path does not use it.
type discrete struct {
	*spec.DiscreteTime
	ticks int // the number of ticks that have passed
	pins  []timerPin
	older func(m spec.Message, ticks int) spec.Message
}

// timerPin is a pin for a timer. The plan needs it unless the timer fires after its length.
type timerPin struct {
	pin    *faults.TimerPin
	length faults.Time
	fires  bool // in the path
}

// starts returns faults that set each process's clock to its first reading.
func (d *discrete) starts(first explore.Global) (list []faults.Fault) {
	for i, p := range first.Procs {
		if p.Reading != 0 {
			fault := &faults.Offset{Node: spec.NodeID(i), By: faults.Shift(p.Reading)}
			list = append(list, faults.Fault{Kind: fault, Optional: true}) // it may take no step
		}
	}
	return list
}

// drifts returns a fault that has a clock go wrong in a tick: it jumps at the end of the tick. The process may take no
// step afterwards.
func (d *discrete) drifts(a spec.Action) []faults.Fault {
	jump := &faults.Jump{Node: a.At, At: d.moment(0), By: faults.Shift(d.Unit)}
	switch a.Name {
	case spec.AdvanceSlow:
		jump.By = -jump.By
	case spec.AdvanceFast:
	default:
		return nil
	}
	return []faults.Fault{{Kind: jump, Optional: true}}
}

// moment returns the time at which the n-th step of the path, from 1, happens.
func (d *discrete) moment(n int) faults.Time {
	return faults.Time(d.ticks)*faults.Time(d.Unit) + faults.Time(n)*faults.Microsecond
}

// fits returns an error if a path is too long: n steps, a microsecond each, must fit into one tick, and all ticks into
// the longest time of a plan.
func (d *discrete) fits(path []spec.Action) error {
	steps, ticks := happens(path)
	if n := len(path); time.Duration(n+2)*time.Microsecond >= d.Unit {
		return fmt.Errorf("%d steps of a microsecond do not fit into a tick of %s", n, d.Unit)
	}
	if n := len(steps); n > 0 && faults.Time(ticks[n-1]+1)*faults.Time(d.Unit) > faults.MaxTime {
		return fmt.Errorf("the path takes %d ticks of %s, and a plan at most %s", ticks[n-1], d.Unit, faults.MaxTime)
	}
	return nil
}

// arms returns a pin for a timer that a process sets.
func (d *discrete) arms(at spec.NodeID, timer spec.Timer, nth int, length faults.Time) *faults.TimerPin {
	pin := &faults.TimerPin{Node: at, Timer: timer, Nth: nth, By: length}
	d.pins = append(d.pins, timerPin{pin: pin, length: length})
	return pin
}

// fires records that the timer of a pin fires in the path, by is the time since the process set it.
func (d *discrete) fires(pin *faults.TimerPin, by faults.Time) {
	for i := range d.pins {
		if p := &d.pins[i]; p.pin == pin {
			pin.By, p.fires = by, true
		}
	}
}

// needed returns the pins of timers that do not fire after their length.
func (d *discrete) needed() (list []faults.Pin) {
	for _, p := range d.pins {
		if p.pin.By != p.length {
			list = append(list, faults.Pin{Kind: p.pin, Optional: !p.fires})
		}
	}
	return list
}

// happens returns the actions of a path but for ticks, and the number of ticks before each action.
func happens(path []spec.Action) (steps []spec.Action, ticks []int) {
	passed := 0
	for _, a := range path {
		if a.Class().IsTime() {
			passed++
			continue
		}
		steps, ticks = append(steps, a), append(ticks, passed)
	}
	return steps, ticks
}

// explored returns an action of a world, a number of ticks after the beginning, as a discrete exploration has it: with
// older readings in the message, and with a firing that is never premature.
func (d *discrete) explored(a spec.Action, ticks int) spec.Action {
	if d.DiscreteTime == nil {
		return a
	}
	if a.Timer != "" {
		a.Name = strings.Replace(a.Name, spec.Premature(a.Timer), spec.Timeout(a.Timer), 1)
	}
	if a.Msg.Body != nil {
		a.Msg = d.older(a.Msg, ticks)
	}
	return a
}
