package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
)

// Explicit runs a plan and returns one with the same run in which nothing is
// drawn: its rates are 0, its delays fixed, and everything else is named, each crash of a
// process that flaps too. Only the rate Lose stays: what is lost at a process that is down is
// not named here; and so does what goes on for ever. With
// dissolve, partitions and pauses are replaced by what they did to single copies and
// inputs; the run is then the same as far as that is all that they did. Who may end the
// run early looks on here too: what would have come later is not named.
func Explicit(c network.Cluster, p faults.Plan, dissolve bool, observers ...Observer) (faults.Plan, error) {
	w, err := New(c, p, observers...)
	if err != nil {
		return faults.Plan{}, err
	}
	record := newRecorder(dissolve)
	w.injector.recordTo(record)
	w.Run()
	p = w.injector.plan
	fixed := func(d faults.Delay) faults.Delay { return faults.Delay{Shape: faults.Uniform, Min: d.Min, Max: d.Min} }
	p.Delay, p.Inputs, p.Rates = fixed(p.Delay), fixed(p.Inputs), faults.Rates{Lose: p.Rates.Lose}
	if p.DelayAfterStop != nil { // also without a draw it says that timers are real
		p.DelayAfterStop = new(p.Delay)
	}
	p = p.WithDefaults() // a fixed delay of 0 is none: the pins below say those of 0
	p.Faults = slices.DeleteFunc(record.eachCrash(p.Faults), func(f faults.Fault) bool {
		return f.Subsumed(dissolve)
	})
	if p.Faults = append(record.stillNamed(p.Faults), record.faults...); len(p.Faults) == 0 {
		p.Faults = nil // as a plan without faults is read
	}
	p.Pins = slices.Clone(p.Pins)
	p.Pins = append(p.Pins, slices.DeleteFunc(record.pins, p.ImpliesPin)...)
	return p, nil
}
