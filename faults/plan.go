package faults

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
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
	// Snapshot is the state that the run starts from; absent if all processes are new. Judges that need the earlier
	// history are silent on such a run.
	Snapshot *Snapshot `json:"snapshot,omitempty"`
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
	// Resolution, if set, rounds the readings of all clocks down to multiples of it.
	Resolution Time `json:"resolution,omitempty"`
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

// Words says in a few words each what is injected into a run: what is drawn, the faults, the pins.
func (p Plan) Words() []string {
	list := p.Rates.Words()
	if p.Resolution > 0 {
		list = append(list, fmt.Sprintf("clocks read whole multiples of %s", p.Resolution))
	}
	for _, f := range p.Faults {
		list = append(list, f.Words())
	}
	for _, pin := range p.Pins {
		list = append(list, pin.Words())
	}
	return list
}

// drawnByRate is a kind that is also drawn, at a rate of the plan.
type drawnByRate interface {
	// stopDrawing changes a plan so that none is drawn any more.
	stopDrawing(p *Plan)
}

// implied is a kind of pin that may say what happens anyway.
type implied interface{ implied(p Plan) bool }

// ImpliesPin reports whether a copy or an input would take that long without the pin.
func (p Plan) ImpliesPin(pin Pin) bool {
	k, ok := pin.Kind.(implied)
	return ok && k.implied(p)
}
