package campaign

import (
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
)

// Shrink reduces a failing plan as long as the same property fails. It runs at
// most as many plans as most says. First everything that was drawn is named; then faults and pins
// are omitted, many at a time and at last one by one; then one or two alone are
// tried; and what is left is said in terms of steps rather than times, where that is
// the same: such a plan outlives changes of the code. Of a protocol with rounds, whose
// runs never rest, the whole plan is made shorter before that: see rounds.go.
//
// fixed are fields of the configuration that must stay as they are. An error is one of the
// protocol: what it calls simpler leads back to what it was given.
func Shrink(p Harness, plan faults.Plan, property string, most int, fixed map[string]json.RawMessage,
) (Minimal, error) {
	m := shrinker{
		protocol: p, property: property, most: most, until: most, fixed: fixed, plan: plan, seen: map[planKey]bool{},
		taken: map[string]bool{Canonical(plan.Config): true},
	}
	endless := property == world.TimeGoesOn || property == RunIsFinite // each run of these is long, and none says more
	if !m.fails(plan) || endless {
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
func (m *shrinker) starts() ([]faults.Plan, error) {
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
func (m *shrinker) named(plan faults.Plan, dissolve bool) (faults.Plan, error) {
	subject, err := m.protocol.Open(plan.Config)
	if err != nil {
		return plan, err
	}
	return world.Explicit(subject.Cluster, plan, dissolve, subject.NewJudge(false))
}

// prune omits what takes no effect in the run: without it the run is the same.
func (m *shrinker) prune() {
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
func (m *shrinker) polish() error {
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
