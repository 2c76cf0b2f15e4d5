package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// scheduler is a world as one fault or pin of its plan sees it: what it asks for is noted
// under its field and its kind.
type scheduler struct {
	w           *World
	field, kind string
	order       *uint64 // that of what was last planned for it before the run
}

func (s scheduler) Nodes() int { return len(s.w.procs) }

// At plans something. What is asked for while the run goes on has the place of what was planned
// before, as if all of it had been.
func (s scheduler) At(t faults.Time, do func()) {
	w := s.w
	if w.order < ordinary {
		w.later(t, do)
		*s.order = w.order
		return
	}
	w.changes = append(w.changes, do)
	w.queue.push(item{at: t, order: *s.order, what: change, ref: int32(len(w.changes) - 1)})
}

func (s scheduler) AfterStep(step faults.StepRef, do func()) {
	s.w.afterSteps = append(s.w.afterSteps, afterStep{counted{ref: step}, do})
}

func (s scheduler) Stop() faults.Time { return s.w.plan.Stop }

func (s scheduler) Key(node spec.NodeID) draw.Key {
	return s.w.seed.With(aboutFault).Named(s.kind).With(uint64(node))
}

func (s scheduler) Crash(node spec.NodeID, down *faults.Time) { s.crash(node, outage{down: down}) }

func (s scheduler) Flap(node spec.NodeID, down faults.Time, beyond bool) {
	s.crash(node, outage{&down, beyond})
}

func (s scheduler) crash(node spec.NodeID, o outage) {
	if w := s.w; w.Up(node) && (!w.stopped || o.beyond) {
		w.due = append(w.due, consequence{w: w, what: toCrash, node: node, outage: o, fault: s})
	}
}

func (s scheduler) Unstable(node spec.NodeID) { s.w.unstable = s.w.unstable.With(node) }

func (s scheduler) CrashIn(step faults.StepRef, after int, down *faults.Time) {
	s.w.cuts = append(s.w.cuts, cutStep{counted{ref: step}, cut{after, outage{down: down}}, s.field})
}

func (s scheduler) Pause(node spec.NodeID, until faults.Time) {
	p := &s.w.procs[node]
	p.paused = max(until, p.paused)
	p.pauses = append(p.pauses, pause{until, s.field})
}

func (s scheduler) Mark(name string, node spec.NodeID) {
	s.w.acted(s.field, s.w.event.N+1, 0)
	s.w.step(spec.Action{Name: name, At: node}, 0)
}

// Copy adds to what the plan says of a copy. What happens to it later may come too late,
// and then it has taken no effect.
func (s scheduler) Copy(ref faults.CopyRef, t faults.Treatment) {
	n := s.w.nameCopy(ref)
	if t.After != nil {
		n.late = append(n.late, late{*t.After, t.Duplicate, s.field})
		return
	}
	if t.Lose {
		n.loss = s.field
	}
	if t.Duplicate != nil {
		n.duplicate, n.duplicateBy = s.field, *t.Duplicate
	}
	if t.Reorder > 0 {
		n.reorder, n.reorderBy = s.field, t.Reorder
	}
	if t.Takes != nil {
		n.delay, n.pins = *t.Takes, append(n.pins, s.field)
	}
	if t.Until != nil {
		n.hold, n.pins = s.hold(*t.Until), append(n.pins, s.field)
	}
}

// hold returns the number of a new hold, which ends with a step.
func (s scheduler) hold(until faults.StepRef) int {
	w, number := s.w, len(s.w.holds)
	w.holds = append(w.holds, hold{})
	s.AfterStep(until, func() { w.due = append(w.due, consequence{w: w, what: toRelease, hold: number}) })
	return number
}

func (s scheduler) OnHop(acts func(*faults.Hop) bool) {
	s.w.hops = append(s.w.hops, rule[faults.Hop]{acts, s})
}

func (s scheduler) OnTimer(acts func(*faults.Alarm) bool) {
	s.w.alarms = append(s.w.alarms, rule[faults.Alarm]{acts, s})
}

func (s scheduler) Pick(node spec.NodeID, nth int, set spec.Set) {
	s.w.picks = append(s.w.picks, pick{node, nth, set, s.field})
}

func (s scheduler) Input(node spec.NodeID, kind string, nth int, by faults.Time) {
	s.w.inputs = append(s.w.inputs, inputDelay{node, kind, nth, by, s.field})
}
