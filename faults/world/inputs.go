package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Input pins how long a process waits for an input.
func (in *injector) Input(i inputDelay) { in.inputs = append(in.inputs, i) }

// inputDelay is how long a process waits for the nth input of a kind, and the pin that says so. offer
// is the number of the offer.
func (in *injector) inputDelay(at spec.NodeID, kind string, nth int, offer uint32) (takes faults.Time, pin string) {
	for i := range in.inputs {
		if p := &in.inputs[i]; p.node == at && p.kind == kind && p.nth == nth {
			in.tally.matched(p.field)
			return p.by, p.field
		}
	}
	by := in.plan.Inputs.Draw(in.seed.With(aboutInput).With(uint64(at)).Named(kind).With(uint64(nth)))
	in.record.input(at, kind, nth, by, offer, in.agenda.now)
	return by, ""
}
