package world

import (
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// cutStep is a crash inside a step.
type cutStep struct {
	counted
	cut
	field string
}

// cut is a crash inside a handler run.
type cut struct {
	cut int
	outage
}

// crashIn returns the crash that the plan has for the handler run of an action,
// nil for none.
func (w *World) crashIn(a *spec.Action) *cut {
	if w.stopped {
		return nil
	}
	w.procs[a.At].runs++
	w.record.run(a)
	cuts := 0
	for i := range w.effects.List {
		if network.Cuttable(w.effects.List[i]) {
			cuts++
		}
	}
	var met *cutStep
	for i := range w.cuts { // all of them count the step, the first that matches takes effect
		if c := &w.cuts[i]; c.sees(a) && c.cut.cut < cuts && met == nil {
			met = c
		}
	}
	if met != nil {
		w.matched(met.field)
		w.acted(met.field, w.event.N, 0)
		w.strikes("crashIn", a.Name)
		return &met.cut
	}
	return w.crashInDrawn(a, cuts)
}

// crashInDrawn draws whether the process crashes inside the handler run.
func (w *World) crashInDrawn(a *spec.Action, cuts int) *cut {
	r := &w.plan.Rates
	if r.CrashIn == 0 || cuts == 0 || r.Spares.Has(a.At) || w.happened["crashIn"] >= r.MaxCrashes {
		return nil
	}
	key := w.seed.With(aboutCrashIn).With(uint64(a.At)).With(uint64(w.procs[a.At].runs))
	if !key.Hits(r.CrashIn) {
		return nil
	}
	w.strikes("crashIn", a.Name)
	c := &cut{cut: int(key.With(aboutCut).Below(uint64(cuts)))}
	if r.Down > 0 {
		down := upTo(key.With(aboutDown), r.Down)
		c.down = &down
	}
	w.record.crashIn(a, c)
	return c
}
