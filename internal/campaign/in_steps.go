package campaign

import (
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// sayInSteps replaces times by steps, each by the one before what came at that time.
func (m *shrinker) sayInSteps() bool {
	changed, named := false, len(m.plan.Faults)
	for i := range m.plan.Pins {
		changed = m.saidInSteps(named+i) || changed
	}
	for i := range named {
		changed = m.saidInSteps(i) || changed
	}
	return changed
}

// saidInSteps tries the plan in which an element comes after a step in place of at a time.
func (m *shrinker) saidInSteps(i int) bool {
	timed, ok := kindAt(m.plan, i).(faults.Timed)
	if !ok {
		return false
	}
	step, ok := timed.Comes()
	if !ok {
		return false
	}
	before, ok := m.stepBefore(step)
	return ok && m.try(withKind(m.plan, i, timed.AfterStep(before)))
}

// stepBefore returns the step before the one that is meant, in the run of the present
// plan, if that happens.
func (m *shrinker) stepBefore(meant faults.Step) (faults.StepRef, bool) {
	subject, err := m.protocol.Open(m.plan.Config)
	if err != nil {
		return faults.StepRef{}, false
	}
	var tape tape
	if _, err := Run(subject, m.plan, false, &tape); err != nil {
		return faults.StepRef{}, false
	}
	sent := numbersOf(tape.lines)
	for i, l := range tape.lines {
		if l.Node == nil || stepOf(l, sent) != meant {
			continue
		}
		for j := i - 1; j >= 0; j-- {
			if before := tape.lines[j]; before.Node != nil && !world.IsStutter(before.Action) {
				return refOf(tape.lines[:j+1]), true
			}
		}
	}
	return faults.StepRef{}, false
}

// stepOf returns the step of a line. sent are the numbers of the copies on their ways.
func stepOf(l world.TraceLine, sent map[int]int) faults.Step {
	step := faults.Step{Action: l.Action, Node: *l.Node}
	if kind, delivers := strings.CutPrefix(l.Action, spec.Deliver("")); delivers && l.From != nil {
		step.Copy = faults.MessageRef{Kind: kind, From: *l.From, To: *l.Node, Nth: sent[l.Copy]}
	}
	return step
}

// numbersOf finds for each copy how many of its kind were sent that way before it,
// itself included.
func numbersOf(lines []world.TraceLine) map[int]int {
	type way struct {
		kind     string
		from, to spec.NodeID
	}
	counts, numbers := map[way]int{}, map[int]int{}
	for _, l := range lines {
		if spec.ClassOf(l.Action) == spec.ClassDuplicate {
			continue
		}
		for _, s := range l.Sent {
			w := way{s.Kind, *l.Node, s.To}
			counts[w]++
			numbers[s.Copy] = counts[w]
		}
	}
	return numbers
}

// refOf returns the reference to the last of the lines.
func refOf(lines []world.TraceLine) faults.StepRef {
	last := lines[len(lines)-1]
	ref := faults.StepRef{Action: last.Action, Node: *last.Node, From: last.From}
	for _, l := range lines {
		if l.Action == ref.Action && l.Node != nil && *l.Node == ref.Node &&
			(ref.From == nil || l.From != nil && *l.From == *ref.From) {
			ref.Nth++
		}
	}
	return ref
}
