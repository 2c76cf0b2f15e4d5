package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// scheduler is a world as one fault or pin of its plan sees it: what it asks for is noted
// under its field and its kind.
type scheduler struct {
	w           *World
	field, kind string
}

func (s scheduler) Nodes() int { return len(s.w.procs) }

func (s scheduler) At(t faults.Time, do func()) { s.w.later(t, do) }

func (s scheduler) AfterStep(step faults.StepRef, do func()) {
	s.w.afterSteps = append(s.w.afterSteps, afterStep{counted{ref: step}, do})
}

func (s scheduler) Crash(node spec.NodeID, down *faults.Time) {
	if w := s.w; !w.stopped && w.Up(node) {
		w.matched(s.field)
		w.due = append(w.due, consequence{w: w, what: toCrash, node: node, down: down})
	}
}

func (s scheduler) CrashIn(step faults.StepRef, after int, down *faults.Time) {
	s.w.cuts = append(s.w.cuts, cutStep{counted{ref: step}, cut{after, down}, s.field})
}

func (s scheduler) Pause(node spec.NodeID, until faults.Time) {
	if s.w.Up(node) {
		s.w.matched(s.field)
	}
	p := &s.w.procs[node]
	p.paused = max(until, p.paused)
}

func (s scheduler) Mark(name string, node spec.NodeID) {
	s.w.step(spec.Action{Name: name, At: node}, 0)
}

// Copy adds to what the plan says of a copy. What happens to it later may come too late,
// and then it has met nothing.
func (s scheduler) Copy(ref faults.CopyRef, t faults.Treatment) {
	n := s.w.nameCopy(ref)
	if t.After != nil {
		n.late = append(n.late, late{*t.After, t.Duplicate, s.field})
		return
	}
	n.fields = append(n.fields, s.field)
	if t.Lose {
		n.loss = true
	}
	if t.Duplicate != nil {
		n.duplicate, n.duplicateBy = true, *t.Duplicate
	}
	if t.Reorder > 0 {
		n.reorder = t.Reorder
	}
	if t.Takes != nil {
		n.delay = *t.Takes
	}
	if t.Until != nil {
		n.hold = s.hold(*t.Until)
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
