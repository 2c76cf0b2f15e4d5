package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Crash takes a process down, as soon as the present event is over.
func (in *injector) Crash(by cause, at spec.NodeID, o outage) {
	if in.processes.Up(at) && (!in.stopped || o.beyond) {
		in.due = append(in.due, consequence{what: toCrash, by: by, node: at, outage: o})
	}
}

// CrashIn takes a process down inside a step.
func (in *injector) CrashIn(field string, step faults.StepRef, c cut) {
	in.cuts = append(in.cuts, cutStep{counted{ref: step}, c, field})
}

// cutsShort returns the crash that the plan has for the handler run of an action,
// nil for none.
func (in *injector) cutsShort(a *spec.Action, effects []impl.Effect) *cut {
	if in.script != nil {
		return in.script.cut
	}
	if in.stopped {
		return nil
	}
	in.record.run(a)
	if len(in.cuts) == 0 && in.plan.Rates.CrashIn == 0 {
		return nil
	}
	in.targets[a.At].runs++
	cuts := 0
	for i := range effects {
		if network.Cuttable(effects[i]) {
			cuts++
		}
	}
	var met *cutStep
	for i := range in.cuts { // all of them count the step, the first that matches takes effect
		if c := &in.cuts[i]; c.sees(a) && c.cut.cut < cuts && met == nil {
			met = c
		}
	}
	if met != nil {
		in.tally.matched(met.field)
		in.journal.acted(met.field, 0)
		in.tally.hit("crashIn", a.Name)
		return &met.cut
	}
	return in.cutDrawn(a, cuts)
}

// cutDrawn draws whether the process crashes inside the handler run.
func (in *injector) cutDrawn(a *spec.Action, cuts int) *cut {
	r := &in.plan.Rates
	if r.CrashIn == 0 || cuts == 0 || r.Spares.Has(a.At) || in.tally.happened["crashIn"] >= r.MaxCrashes {
		return nil
	}
	key := in.seed.With(aboutCrashIn).With(uint64(a.At)).With(uint64(in.targets[a.At].runs))
	if !key.Hits(r.CrashIn) {
		return nil
	}
	in.tally.hit("crashIn", a.Name)
	c := &cut{cut: int(key.With(aboutCut).Below(uint64(cuts)))}
	if r.Down > 0 {
		down := upTo(key.With(aboutDown), r.Down)
		c.down = &down
	}
	in.record.crashIn(a, c.cut, c.down)
	return c
}
