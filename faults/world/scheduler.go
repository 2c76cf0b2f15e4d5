package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// scheduler is a world as one fault or pin of its plan sees it, a faults.Scheduler: the parts note what it
// asks for under its field and its kind.
type scheduler struct {
	w *World
	cause
	order *uint64 // that of what was last planned for it before the run
}

// schedule lets the faults and the pins of the plan ask for what they need.
func (w *World) schedule() {
	in := &w.injector
	for i, f := range in.plan.Faults {
		f.Kind.Schedule(scheduler{w, cause{faults.FaultField(i), f.Name()}, new(uint64)})
	}
	for i, p := range in.plan.Pins {
		p.Kind.Schedule(scheduler{w, cause{faults.PinField(i), p.Kind.Name()}, new(uint64)})
	}
}

func (s scheduler) Nodes() int { return s.w.Nodes() }

func (s scheduler) Stop() faults.Time { return s.w.agenda.stop }

func (s scheduler) Key(node spec.NodeID) draw.Key {
	return s.w.injector.Key(s.kind, node)
}

func (s scheduler) At(t faults.Time, do func()) { s.w.injector.At(t, do, s.order) }

func (s scheduler) AfterStep(step faults.StepRef, do func()) { s.w.injector.AfterStep(step, do) }

func (s scheduler) Crash(node spec.NodeID, down *faults.Time) {
	s.w.injector.Crash(s.cause, node, outage{down: down})
}

func (s scheduler) Flap(node spec.NodeID, down faults.Time, beyond bool) {
	s.w.injector.Crash(s.cause, node, outage{&down, beyond})
}

func (s scheduler) Unstable(node spec.NodeID) {
	s.w.processes.neverSettles(node)
}

func (s scheduler) CrashIn(step faults.StepRef, after int, down *faults.Time) {
	s.w.injector.CrashIn(s.field, step, cut{after, outage{down: down}})
}

func (s scheduler) Pause(node spec.NodeID, until faults.Time) {
	s.w.injector.pause(s.cause, node, until)
}

func (s scheduler) Shift(node spec.NodeID, at faults.Time, by faults.Shift) {
	s.w.injector.changesClock(s.cause, node, at)
	s.w.clocks.Shift(node, at, by)
}

func (s scheduler) Pace(node spec.NodeID, p faults.Pace) {
	s.w.injector.changesClock(s.cause, node, p.Begin)
	s.w.clocks.Pace(node, p)
}

func (s scheduler) Mark(name string, node spec.NodeID) {
	s.w.journal.acts(s.field)
	s.w.step(spec.Action{Name: name, At: node}, 0)
}

func (s scheduler) Copy(ref faults.MessageRef, t faults.Treatment) {
	s.w.injector.Copy(s.field, ref, t)
}

func (s scheduler) OnHop(acts func(*faults.Hop) bool) { s.w.injector.OnHop(s.cause, acts) }

func (s scheduler) OnTimer(acts func(*faults.Alarm) bool) { s.w.injector.OnTimer(s.cause, acts) }

func (s scheduler) Pick(node spec.NodeID, nth int, set spec.Set) {
	s.w.injector.Pick(pick{node, nth, set, s.field})
}

func (s scheduler) Input(node spec.NodeID, kind string, nth int, by faults.Time) {
	s.w.injector.Input(inputDelay{node, kind, nth, by, s.field})
}
