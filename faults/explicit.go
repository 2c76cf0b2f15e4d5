package faults

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Explicit runs a plan and returns one with the same run in which nothing is
// drawn: its rates are 0, its delays fixed, and everything else is named.
func Explicit(c Cluster, p Plan) (Plan, error) {
	w, err := NewWorld(c, p)
	if err != nil {
		return Plan{}, err
	}
	w.record = &recorder{runs: map[runKey]int{}}
	w.Run()
	p = w.plan
	fixed := func(d Delay) Delay { return Delay{Shape: Uniform, Min: d.Min, Max: d.Min} }
	p.Delay, p.Inputs, p.Rates = fixed(p.Delay), fixed(p.Inputs), Rates{}
	p.Faults = slices.DeleteFunc(slices.Clone(p.Faults), func(f Fault) bool { return f.Reorder != nil })
	p.Faults = append(p.Faults, w.record.faults...)
	p.Pins = slices.Clone(p.Pins)
	for _, pin := range w.record.pins {
		switch {
		case pin.Delay != nil && pin.Delay.By == p.Delay.Min && p.Topology == nil:
		case pin.Input != nil && pin.Input.By == p.Inputs.Min:
		default:
			p.Pins = append(p.Pins, pin)
		}
	}
	return p, nil
}

// recorder writes down what a run draws, as named faults and pins. A nil one
// writes nothing.
type recorder struct {
	faults []Fault
	pins   []Pin
	runs   map[runKey]int
}

// runKey is what the handler runs that a StepRef counts have in common.
type runKey struct {
	action string
	node   spec.NodeID
}

func refTo(m *spec.Message, nth int) CopyRef {
	return CopyRef{Kind: m.Body.Kind(), From: m.From, To: m.To, Nth: nth}
}

func (r *recorder) run(a *spec.Action) {
	if r != nil {
		r.runs[runKey{a.Name, a.At}]++
	}
}

func (r *recorder) loss(m *spec.Message, nth int, named bool) {
	if r != nil && !named {
		r.faults = append(r.faults, Fault{Loss: &Loss{refTo(m, nth)}})
	}
}

func (r *recorder) duplicate(m *spec.Message, nth int, by Time, named bool) {
	if r != nil && !named {
		r.faults = append(r.faults, Fault{Duplicate: &Duplicate{refTo(m, nth), by}})
	}
}

func (r *recorder) delay(m *spec.Message, nth int, by Time) {
	if r != nil {
		r.pins = append(r.pins, Pin{Delay: &DelayPin{refTo(m, nth), by}})
	}
}

func (r *recorder) early(at spec.NodeID, timer string, nth int, after Time) {
	if r != nil {
		r.faults = append(r.faults, Fault{Premature: &Premature{at, timer, nth, after}})
	}
}

func (r *recorder) pick(at spec.NodeID, nth int, set spec.Set) {
	if r != nil {
		r.pins = append(r.pins, Pin{Pick: &PickPin{at, nth, slices.Clone(set)}})
	}
}

func (r *recorder) input(at spec.NodeID, kind string, nth int, by Time) {
	if r != nil {
		r.pins = append(r.pins, Pin{Input: &InputPin{at, kind, nth, by}})
	}
}

func (r *recorder) crashIn(a *spec.Action, c *cut) {
	if r != nil {
		r.faults = append(r.faults, Fault{CrashIn: &CrashIn{
			Step: StepRef{Action: a.Name, Node: a.At, Nth: r.runs[runKey{a.Name, a.At}]},
			Cut:  c.cut, Down: c.down,
		}})
	}
}
