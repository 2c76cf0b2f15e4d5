package campaign

import (
	"encoding/json"
	"sort"

	"github.com/scrutineer-go/scrutineer/faults"
)

// A run of a protocol with rounds never rests: it is as long as its plan says, and to name
// what it draws takes thousands of elements. What can be taken from the whole of such a plan
// is taken before anything is named.

// shapeOf returns the shape of a configuration. What a plan says of it is given, as a campaign
// writes all of it into its plans; where a plan written by hand omits a field, the protocol's
// Draw has its first choice of that.
func (p Harness) shapeOf(config json.RawMessage) Shape {
	var fields map[string]json.RawMessage
	if p.Draw == nil || json.Unmarshal(config, &fields) != nil {
		return Shape{}
	}
	_, shape := p.Draw(Bytes(nil), fields, false)
	return shape
}

// shorten makes the present plan of a protocol with rounds smaller as a whole: least delays,
// no more kinds of faults than it takes, no more time to settle than the protocol asks for,
// and what is left in as few rounds, of as small a configuration, as can be.
func (m *shrinker) shorten() error {
	shape := m.protocol.shapeOf(m.plan.Config)
	if shape.Round == 0 {
		return nil
	}
	m.leastDelays()
	m.omitKinds()
	if m.plan.WithDefaults().Settle > shape.settle() {
		plan := m.plan
		plan.Settle = shape.settle()
		m.replace(plan)
	}
	for again := true; again; {
		again = m.fewerRounds(shape.Round)
		again = m.omitAny() || again
		again = m.earlier(shape.Round) || again
		simpler, err := m.simplify()
		if err != nil {
			return err
		}
		again = simpler || again
	}
	return nil
}

// sooner has what the plan names come in earlier rounds, and the faults stop with it. It
// reports whether anything does.
func (m *shrinker) sooner() bool {
	round := m.protocol.shapeOf(m.plan.Config).Round
	if round == 0 {
		return false
	}
	changed := m.earlier(round)
	return m.fewerRounds(round) || changed
}

// replace takes over another plan if the property fails in it.
func (m *shrinker) replace(plan faults.Plan) bool {
	return string(JSON(plan)) != string(JSON(m.plan)) && m.try(plan)
}

// leastDelays has every copy, before stop and after it, and every input take the least time, or
// one of these.
func (m *shrinker) leastDelays() {
	least := func(d faults.Delay) faults.Delay {
		if d.Max <= d.Min {
			return d
		}
		return faults.Delay{Shape: faults.Uniform, Min: d.Min, Max: d.Min}
	}
	plan := m.plan
	after := func(p *faults.Plan) {
		if p.DelayAfterStop != nil {
			p.DelayAfterStop = new(least(*p.DelayAfterStop))
		}
	}
	plan.Delay, plan.Inputs = least(plan.Delay), least(plan.Inputs)
	after(&plan)
	if m.replace(plan) {
		return
	}
	for _, one := range []func(*faults.Plan){
		func(p *faults.Plan) { p.Delay = least(p.Delay) },
		func(p *faults.Plan) { p.Inputs = least(p.Inputs) },
		after,
	} {
		plan := m.plan
		one(&plan)
		m.replace(plan)
	}
}

// omitKinds omits kinds of faults, drawn and named.
func (m *shrinker) omitKinds() {
	for _, kind := range faults.Kinds() {
		plan := m.plan.Without(kind)
		plan.Patient = m.plan.Patient // that no timeout is premature changes more than faults
		m.replace(plan)
	}
}

// fewerRounds has the faults stop after as few rounds as can be, and omits those that would
// come later: first it tries powers of two, then what lies between.
func (m *shrinker) fewerRounds(round faults.Time) bool {
	changed, most := false, int((m.plan.Stop+round-1)/round)
	holds := 0 // the number of rounds after which the property holds
	for n := 1; n < most && !changed; n *= 2 {
		if changed = m.replace(until(m.plan, faults.Time(n)*round)); changed {
			most = n
		} else {
			holds = n
		}
	}
	for most-holds > 1 {
		n := (most + holds) / 2
		if m.replace(until(m.plan, faults.Time(n)*round)) {
			changed, most = true, n
		} else {
			holds = n
		}
	}
	return changed
}

// until returns the plan with the faults that happen until a time at which they stop.
func until(plan faults.Plan, stop faults.Time) faults.Plan {
	list := plan.Faults
	plan.Stop, plan.Faults = stop, nil
	for _, f := range list {
		if k, ok := f.Kind.(faults.Lasting); ok {
			if f.Kind, ok = k.Until(stop); !ok {
				continue
			}
		}
		plan.Faults = append(plan.Faults, f)
	}
	return plan
}

// earlier moves elements to earlier rounds, all together and then each, as far as it goes.
func (m *shrinker) earlier(round faults.Time) bool {
	all := make([]int, elements(m.plan))
	for i := range all {
		all[i] = i
	}
	changed := m.movedEarlier(all, round)
	for i := range all {
		changed = m.movedEarlier(all[i:i+1], round) || changed
	}
	return changed
}

// movedEarlier moves some elements as many rounds as all of them can go that can go at all,
// or half as many, and so on.
func (m *shrinker) movedEarlier(some []int, round faults.Time) bool {
	most := 0
	for _, i := range some {
		if n := mostEarlier(kindAt(m.plan, i), round); n > 0 && (n < most || most == 0) {
			most = n
		}
	}
	for n := most; n > 0; n /= 2 {
		plan := m.plan
		for _, i := range some {
			if k, ok := kindAt(plan, i).(faults.Shifter); ok {
				if moved, ok := k.Earlier(n, round); ok {
					plan = withKind(plan, i, moved)
				}
			}
		}
		if m.replace(plan) {
			return true
		}
	}
	return false
}

// mostEarlier is how many rounds earlier something can come.
func mostEarlier(k faults.Kind, round faults.Time) int {
	shifter, ok := k.(faults.Shifter)
	if !ok {
		return 0
	}
	can := func(n int) bool {
		_, ok := shifter.Earlier(n, round)
		return ok
	}
	bound := 1
	for can(bound) {
		bound *= 2
	}
	return sort.Search(bound, func(n int) bool { return !can(n + 1) })
}
