package enact

import (
	"fmt"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A path in discrete time keeps its times. The steps of a tick follow each other in microseconds, and the clocks of the
// world read whole ticks, so that each step finds the reading that it was explored with. Each timer that fires at
// another moment than the world would have it is pinned.

// discrete is the time of a path that was explored in discrete time. Else nothing of it is used.
type discrete struct {
	*spec.DiscreteTime
	ticks int // how many have passed
	pins  []timerPin
}

// timerPin is a pin, which is needed if its timer fires at another moment than after its length.
type timerPin struct {
	pin    *faults.TimerPin
	length faults.Time
	fires  bool // in the path
}

// starts returns the faults that set the clock of each process to what it reads at the beginning.
func (d *discrete) starts(first explore.Global) (list []faults.Fault) {
	for i, p := range first.Procs {
		if p.Clock != 0 {
			fault := &faults.Offset{Node: spec.NodeID(i), By: faults.Shift(p.Clock)}
			list = append(list, faults.Fault{Kind: fault, Optional: true}) // it may take no step
		}
	}
	return list
}

// moment is when a step is taken, the n-th of the path, from 1.
func (d *discrete) moment(n int) faults.Time {
	return faults.Time(d.ticks)*faults.Time(d.Unit) + faults.Time(n)*faults.Microsecond
}

// fits returns an error if a tick has less time than a path of that many steps takes.
func (d *discrete) fits(steps int) error {
	if time.Duration(steps+2)*time.Microsecond < d.Unit {
		return nil
	}
	return fmt.Errorf("%d steps of a microsecond do not fit into a tick of %s", steps, d.Unit)
}

// arms returns a pin that says when a timer fires that was just set.
func (d *discrete) arms(at spec.NodeID, timer spec.Timer, nth int, length faults.Time) *faults.TimerPin {
	pin := &faults.TimerPin{Node: at, Timer: timer, Nth: nth, By: length}
	d.pins = append(d.pins, timerPin{pin: pin, length: length})
	return pin
}

// fires notes that a timer fires in the path, that long after it was set.
func (d *discrete) fires(pin *faults.TimerPin, by faults.Time) {
	for i := range d.pins {
		if p := &d.pins[i]; p.pin == pin {
			pin.By, p.fires = by, true
		}
	}
}

// needed are the pins without which a timer would fire at another moment.
func (d *discrete) needed() (list []faults.Pin) {
	for _, p := range d.pins {
		if p.pin.By != p.length {
			list = append(list, faults.Pin{Kind: p.pin, Optional: !p.fires})
		}
	}
	return list
}

// happens returns the actions of a path that a world takes, and how many ticks have passed before each.
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

// explored returns an action of a world, that many ticks after the beginning, as it was explored: in discrete time with
// older readings, and a firing with the name that it has whatever the timer awaits.
func explored(c *network.Cluster, a spec.Action, ticks int) spec.Action {
	if c.Discrete == nil {
		return a
	}
	if a.Timer != "" {
		a.Name = strings.Replace(a.Name, spec.Premature(a.Timer), spec.Timeout(a.Timer), 1)
	}
	return explore.Older(c, a, ticks)
}
