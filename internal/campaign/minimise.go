package campaign

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Minimal is a plan of which nothing can be omitted: without any one of its
// faults and pins the property holds, or the tries were used up.
type Minimal struct {
	Plan faults.Plan
	// Elements counts the plan's faults and pins.
	Elements int
	// Tries is how many runs it took, Whole tells that they sufficed.
	Tries int
	Whole bool
}

// Minimise reduces a failing plan as long as the same property fails, in at
// most so many runs. First everything that was drawn is named; then faults and pins
// are omitted, many at a time and at last one by one; then one or two alone are
// tried; and what is left is said in terms of steps rather than times, where that is
// the same: such a plan outlives changes of the code. Of a protocol with rounds, whose
// runs never rest, the whole plan is made shorter before that: see rounds.go.
//
// fixed are fields of the configuration that must stay as they are. An error is one of the
// protocol: what it calls simpler leads back to what it was given.
func Minimise(p Harness, plan faults.Plan, property string, most int, fixed map[string]json.RawMessage,
) (Minimal, error) {
	m := minimiser{
		protocol: p, property: property, most: most, until: most, fixed: fixed, plan: plan, seen: map[planKey]bool{},
		taken: map[string]bool{Canonical(plan.Config): true},
	}
	if !m.fails(plan) {
		return Minimal{Plan: plan, Tries: m.tries}, nil
	}
	if _, err := m.simplify(); err != nil {
		return Minimal{}, err
	}
	m.until = most * 4 / 16
	if err := m.shorten(); err != nil {
		return Minimal{}, err
	}
	m.until = most
	starts, err := m.starts()
	if err != nil {
		return Minimal{}, err
	}
	best := m.plan
	keep := func() {
		if best.Rates.Any() || elements(m.plan) < elements(best) {
			best = m.plan
		}
	}
	for _, way := range []struct {
		share int // how many sixteenths of the tries may be used up after it
		take  func(faults.Plan)
	}{
		{2, func(start faults.Plan) { m.alone(start, m.firsts(start)) }},
		{7, func(start faults.Plan) { m.pairs(start, m.firsts(start)) }},
		{12, func(start faults.Plan) { m.plan = start; m.omitAny() }},
		{13, func(start faults.Plan) { m.alone(start, m.pool(start)) }},
		{15, func(start faults.Plan) {
			if elements(best) > 2 {
				m.pairs(start, m.pool(start))
			}
		}},
	} {
		m.until = most * way.share / 16
		for _, start := range starts {
			if m.plan = best; elements(best) > 1 || best.Rates.Any() {
				way.take(start)
				keep()
			}
		}
	}
	m.plan, m.until = best, most
	if err := m.polish(); err != nil {
		return Minimal{}, err
	}
	m.prune()
	return Minimal{Plan: m.plan, Elements: elements(m.plan), Tries: m.tries, Whole: m.tries < m.most}, nil
}

// starts returns the present plan with everything named that is drawn, as far as the
// property then fails: once as it is, and once with partitions and pauses dissolved.
func (m *minimiser) starts() ([]faults.Plan, error) {
	var starts []faults.Plan
	for _, dissolve := range []bool{false, true} {
		start, err := m.named(m.plan, dissolve)
		if err != nil {
			return nil, err
		}
		if flat := flattened(start); m.fails(flat) {
			start = flat
		}
		if m.fails(start) {
			starts = append(starts, start)
		}
	}
	return starts, nil
}

// flattened returns a plan in which all is named on the complete graph: the named
// delays are then those of the whole ways.
func flattened(plan faults.Plan) faults.Plan {
	if plan.Topology == nil {
		return plan
	}
	plan.Topology = nil
	plan.Pins = slices.DeleteFunc(slices.Clone(plan.Pins), func(p faults.Pin) bool {
		return plan.ImpliesPin(p)
	})
	return plan
}

// named returns the plan with everything named that is drawn.
func (m *minimiser) named(plan faults.Plan, dissolve bool) (faults.Plan, error) {
	subject, err := m.protocol.Open(plan.Config)
	if err != nil {
		return plan, err
	}
	return world.Explicit(subject.Cluster, plan, dissolve, subject.NewJudge(false))
}

// prune omits what takes no effect in the run: without it the run is the same.
func (m *minimiser) prune() {
	subject, err := m.protocol.Open(m.plan.Config)
	if err != nil {
		return
	}
	o, err := Run(subject, m.plan, false)
	if err != nil {
		return
	}
	plan := met(m.plan, o.Report)
	if elements(plan) < elements(m.plan) && m.run(plan) {
		m.plan = plan
	}
}

// marked returns a plan in which what takes no effect in its run is optional.
func (p Harness) marked(plan faults.Plan) (faults.Plan, error) {
	subject, err := p.Open(plan.Config)
	if err != nil {
		return plan, err
	}
	o, err := Run(subject, plan, false)
	if err != nil {
		return plan, err
	}
	plan.Faults, plan.Pins = slices.Clone(plan.Faults), slices.Clone(plan.Pins)
	for i := range plan.Faults {
		f := &plan.Faults[i]
		f.Optional = f.Optional || slices.Contains(o.Report.Unmatched, faults.FaultField(i))
	}
	for i := range plan.Pins {
		pin := &plan.Pins[i]
		pin.Optional = pin.Optional || slices.Contains(o.Report.Unmatched, faults.PinField(i))
	}
	return plan, nil
}

// met returns a plan without what took no effect in a run of it.
func met(plan faults.Plan, r world.Report) faults.Plan {
	is := func(field string) bool {
		return !slices.Contains(r.Unmatched, field) && !slices.Contains(r.Missed, field)
	}
	less := plan
	less.Faults, less.Pins = nil, nil
	for i, f := range plan.Faults {
		if is(faults.FaultField(i)) {
			less.Faults = append(less.Faults, f)
		}
	}
	for i, p := range plan.Pins {
		if is(faults.PinField(i)) {
			less.Pins = append(less.Pins, p)
		}
	}
	return less
}

// polish says the present plan in steps, and sees whether less will then do.
func (m *minimiser) polish() error {
	if calm := m.plan; calm.Rates.Lose > 0 { // the one rate that cannot be named
		calm.Rates.Lose = 0
		m.try(calm)
	}
	for again := true; again; {
		again = m.sooner()
		again = m.sayInSteps() || again
		simpler, err := m.simplify()
		if err != nil {
			return err
		}
		again = m.omitAny() || simpler || again
	}
	return nil
}

// planKey tells plans apart: some are too long to be kept.
type planKey = [sha256.Size]byte

type minimiser struct {
	protocol Harness
	property string
	most     int // tries in all
	until    int // tries at the end of this part of the search
	fixed    map[string]json.RawMessage
	tries    int
	plan     faults.Plan      // the smallest that fails so far
	seen     map[planKey]bool // the plans that were tried, and whether they failed
	taken    map[string]bool  // the configurations that were taken over, that of the drawn plan among them
	kinds    []string         // of the messages that were sent

	interrupted bool // no run is of any use any more
}

// fails tells whether the property fails in a run of the plan. A plan that does not
// fit its configuration does not.
func (m *minimiser) fails(plan faults.Plan) bool {
	if m.interrupted {
		return false // at once: a large plan has many that are like it
	}
	key := sha256.Sum256(JSON(plan))
	if failed, tried := m.seen[key]; tried || m.tries >= m.until {
		return failed
	}
	m.tries++
	m.seen[key] = m.run(plan)
	return m.seen[key]
}

func (m *minimiser) run(plan faults.Plan) bool {
	var o Outcome
	subject, err := m.protocol.Open(plan.Config)
	if err == nil {
		o, err = Run(subject, plan, !slices.Contains(m.protocol.Properties, m.property))
	}
	m.interrupted = m.interrupted || errors.Is(err, ErrInterrupted)
	if m.kinds == nil {
		for _, c := range o.Report.Traffic {
			m.kinds = append(m.kinds, c.Kind)
		}
	}
	return err == nil && o.Fails(m.property)
}

// try takes a plan over if it fails.
func (m *minimiser) try(plan faults.Plan) bool {
	if !m.fails(plan) {
		return false
	}
	m.plan = plan
	return true
}

// without returns the plan without some of its elements.
func without(plan faults.Plan, from, to int) faults.Plan {
	n := len(plan.Faults)
	plan.Faults = slices.Delete(slices.Clone(plan.Faults), min(from, n), min(to, n))
	plan.Pins = slices.Delete(slices.Clone(plan.Pins), max(from-n, 0), max(to-n, 0))
	return plan
}

// omitAny omits elements until each of the rest is needed. It tells whether any was
// omitted.
func (m *minimiser) omitAny() bool {
	before := elements(m.plan)
	for size := before / 2; size > 1; size /= 2 {
		m.sweep(size)
	}
	for m.sweep(1) { // until each alone is needed
	}
	return elements(m.plan) < before
}

// sweep tries to omit so many neighbours at a time, the last ones first.
func (m *minimiser) sweep(size int) bool {
	omitted := false
	for to := elements(m.plan); to > 0; to -= size {
		omitted = m.try(without(m.plan, max(to-size, 0), to)) || omitted
	}
	return omitted
}

func elements(p faults.Plan) int { return len(p.Faults) + len(p.Pins) }

// sayInSteps replaces times by steps, each by the one before what came at that time.
func (m *minimiser) sayInSteps() bool {
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
func (m *minimiser) saidInSteps(i int) bool {
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
func (m *minimiser) stepBefore(meant faults.Step) (faults.StepRef, bool) {
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
		step.Copy = faults.CopyRef{Kind: kind, From: *l.From, To: *l.Node, Nth: sent[l.Copy]}
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
