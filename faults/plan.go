package faults

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// PlanVersion is the version of the format of plans that this program reads.
const PlanVersion = 1

// Plan says all that a run depends on beside the code: the protocol and its
// configuration, the network, and what goes wrong when. The same plan gives the
// same run, byte for byte.
//
// Faults come in three forms. Rates draw them, each by a key of its own; Faults
// name single ones; Pins are exceptions from what would be drawn. All of them end
// at Stop. Then the run goes on for Settle, in which the protocol must reach its
// goal.
type Plan struct {
	Version int `json:"version" input:"required"`
	// Protocol and Config choose what runs.
	Protocol string          `json:"protocol" input:"required"`
	Config   json.RawMessage `json:"config" input:"required"`
	// Why says what the plan is for.
	Why string `json:"why,omitempty"`
	// Seed is what every draw depends on.
	Seed uint64 `json:"seed"`
	// Topology says who is linked with whom; the complete graph where absent.
	Topology *Topology `json:"topology,omitempty"`
	// Delay is how long a copy takes over one link, Inputs how long it takes until
	// a process is told what it may be told.
	Delay  Delay `json:"delay"`
	Inputs Delay `json:"inputs"`
	// DelayAfterStop, where given, is how long a copy takes over one link that is sent from Stop
	// on. Then a copy that is on its way takes no longer than one that is sent there and then
	// may, unless it was reordered, or a pin says so: before Stop any delay is possible. And from
	// Stop on timers are real: one fires when it is due, and is premature as long as it is shorter
	// than what it awaits takes. Without, none is premature from Stop on.
	DelayAfterStop *Delay `json:"delayAfterStop,omitempty"`
	// Gap is between two sends of one step: what a step sends departs one after another, the first
	// at once, and a timer that it sets behind a send runs from then. A multicast or a broadcast is
	// one send. Steps do not wait for each other: what a later one sends may depart first.
	Gap Time `json:"gap,omitempty"`
	// Patient keeps timers from firing while a copy that they await, any where the protocol does
	// not say, is in flight to a process that is up: no timeout is premature. Together with
	// DelayAfterStop that ends at Stop: alarms that wait then ring.
	Patient bool `json:"patient,omitempty"`
	// Rates are the faults that are drawn.
	Rates Rates `json:"rates"`
	// Faults are those that are named.
	Faults []Fault `json:"faults,omitempty"`
	// Pins are exceptions from what is drawn.
	Pins []Pin `json:"pins,omitempty"`
	// Stop is when the faults stop; 0 means that the plan has none.
	Stop Time `json:"stop"`
	// Settle is how long the run goes on afterwards.
	Settle Time `json:"settle"`
	// Expect says what is known to come of the plan. The first expectation is that
	// of the plan as it stands; further ones change it.
	Expect []Expect `json:"expect,omitempty"`
}

// Shape is the shape of a distribution of delays.
type Shape string

// The shapes.
const (
	// Uniform draws any delay from Min to Max alike.
	Uniform Shape = "uniform"
	// LongTail draws most delays near Min and few near Max: the excess over Min is
	// drawn below a bound that is Max-Min halved a drawn number of times.
	LongTail Shape = "longTail"
	// Exponential draws the excess over Min exponentially, so that delays are Mean on
	// average, and takes Max for what is longer.
	Exponential Shape = "exponential"
)

// shapes are all of them.
var shapes = []Shape{Uniform, LongTail, Exponential}

// Delay is a distribution of delays.
type Delay struct {
	// Shape is Uniform where absent.
	Shape Shape `json:"shape,omitempty"`
	Min   Time  `json:"min"`
	Max   Time  `json:"max"`
	// Mean is that of an Exponential one, without the cap.
	Mean Time `json:"mean,omitempty"`
}

// Rates say how many of 1,000 chances turn into a fault before Stop.
type Rates struct {
	// Loss is for each unicast copy and link.
	Loss int `json:"loss,omitempty"`
	// Duplicate is for each copy; the second one takes a delay of its own.
	Duplicate int `json:"duplicate,omitempty"`
	// Reorder is for each copy: it takes up to ReorderBy longer, and later copies
	// over the same way may overtake it. Others stay in order.
	Reorder   int  `json:"reorder,omitempty"`
	ReorderBy Time `json:"reorderBy,omitempty"`
	// Early is for each timer that is set: it fires somewhere on its way.
	Early int `json:"early,omitempty"`
	// CrashIn is for each handler run that has effects: the process crashes before
	// one of them, and where processes recover, does so within Down. The group
	// loses at most MaxCrashes processes to it, and none of those that it Spares.
	CrashIn    int      `json:"crashIn,omitempty"`
	MaxCrashes int      `json:"maxCrashes,omitempty"`
	Down       Time     `json:"down,omitempty"`
	Spares     spec.Set `json:"spares,omitempty"`
	// Lose is for each copy that arrives where the process is down, where copies wait.
	Lose int `json:"lose,omitempty"`
}

// Expect is what is known to come of a plan, or of the plan with changes.
type Expect struct {
	// With are fields of the configuration that are given other values.
	With map[string]json.RawMessage `json:"with,omitempty"`
	// Patient, where true, takes every premature timeout away: timers are patient
	// and no fault fires one early. What is premature because timers are real, from Stop on
	// in a plan with DelayAfterStop, stays.
	Patient bool `json:"patient,omitempty"`
	// Violates names the property that fails; "" means that every one holds.
	Violates string `json:"violates,omitempty"`
	// Outside are the assumptions that the run breaks.
	Outside []string `json:"outside,omitempty"`
	// Witnesses are steps that must happen, in this order, for the outcome to mean
	// anything: beginnings of lines of the trace, such as "Crash at 0".
	Witnesses []string `json:"witnesses,omitempty"`
	// Ends, where given, says of each process how it ends, as the protocol puts it.
	Ends []string `json:"ends,omitempty"`
	// Digest is that of the run; not looked at where absent.
	Digest string `json:"digest,omitempty"`
}

// WithDefaults returns the plan with what is absent filled in: delays of 1 ms,
// and a minute to settle.
func (p Plan) WithDefaults() Plan {
	p.Delay, p.Inputs = p.Delay.withDefaults(), p.Inputs.withDefaults()
	if p.DelayAfterStop != nil {
		p.DelayAfterStop = new(p.DelayAfterStop.withDefaults())
	}
	if p.Settle == 0 {
		p.Settle = Time(time.Minute)
	}
	return p
}

func (d Delay) withDefaults() Delay {
	if d.Shape == "" {
		d.Shape = Uniform
	}
	if d.Min == 0 && d.Max == 0 {
		d.Min = Time(time.Millisecond)
	}
	d.Max = max(d.Min, d.Max)
	return d
}

// Without returns the plan without one kind of fault: without those that it names
// and without those that are drawn. Everything else stays, and because draws are
// keyed it is drawn as before.
func (p Plan) Without(kind string) Plan {
	is := func(f Fault) bool { return f.Name() == kind }
	if slices.ContainsFunc(p.Faults, is) {
		p.Faults = slices.DeleteFunc(slices.Clone(p.Faults), is)
	}
	for _, k := range kinds {
		if drawn, ok := k.(drawnByRate); ok && k.Name() == kind {
			drawn.stopDrawing(&p)
		}
	}
	return p
}

// MayMiss returns the plan with all of its faults and pins optional, as for one that was drawn.
func (p Plan) MayMiss() Plan {
	p.Faults, p.Pins = slices.Clone(p.Faults), slices.Clone(p.Pins)
	for i := range p.Faults {
		p.Faults[i].Optional = true
	}
	for i := range p.Pins {
		p.Pins[i].Optional = true
	}
	return p
}

// FaultField names one of the faults of a plan as its file does.
func FaultField(i int) string { return fmt.Sprintf("faults[%d]", i) }

// PinField names one of its pins.
func PinField(i int) string { return fmt.Sprintf("pins[%d]", i) }
