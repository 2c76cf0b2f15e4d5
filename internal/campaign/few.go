package campaign

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
)

// Omitting elements gets stuck where they need each other. A small plan is not
// far away all the same: the elements of a failing run are those that matter.

// alone tries the plan with none of its elements, and with each of the pool alone.
func (m *shrinker) alone(from faults.Plan, pool []element) {
	bare := from
	bare.Faults, bare.Pins = nil, nil
	if m.try(bare) {
		return
	}
	for _, e := range pool {
		if m.try(with(bare, e)) {
			return
		}
	}
}

// pairs tries every fault of the pool together with one more element of it.
func (m *shrinker) pairs(from faults.Plan, pool []element) {
	bare := from
	bare.Faults, bare.Pins = nil, nil
	for i, first := range pool {
		for j, second := range pool {
			if m.tries >= m.until { // a large pool has millions of pairs
				return
			}
			if first.fault != nil && (j > i || second.fault == nil) && m.try(with(bare, first, second)) {
				return
			}
		}
	}
}

// firsts is the part of the pool that speaks of the first of its sort, and of copies
// that come as late as can be: few enough for all pairs to be tried at once.
func (m *shrinker) firsts(plan faults.Plan) []element {
	known := m.knownOf(plan)
	return slices.DeleteFunc(m.pool(plan), func(e element) bool {
		k, ok := e.kind().(faults.Shrinker)
		return ok && !k.First(known)
	})
}

// pool collects the plan's elements, each once, as they stand and as the first of
// their sort: what happened to the seventh copy may happen to the first.
func (m *shrinker) pool(plan faults.Plan) []element {
	var pool []element
	seen := map[string]bool{}
	add := func(e element) {
		if key := string(JSON(e.fault)) + string(JSON(e.pin)); !seen[key] {
			seen[key] = true
			pool = append(pool, e)
		}
	}
	known := m.knownOf(plan)
	for _, f := range plan.Faults {
		for _, variant := range variantsOf(f.Kind, known) {
			add(element{fault: &faults.Fault{Kind: variant}})
		}
		add(element{fault: &f})
	}
	for _, p := range plan.Pins {
		for _, variant := range variantsOf(p.Kind, known) {
			add(element{pin: &faults.Pin{Kind: variant}})
		}
		add(element{pin: &p})
	}
	return pool
}

// variantsOf returns what may do as well as a fault or a pin, the simplest first.
func variantsOf(k faults.Kind, known faults.Known) []faults.Kind {
	if k, ok := k.(faults.Shrinker); ok {
		return k.Variants(known)
	}
	return nil
}

// knownOf is what is known of a plan that fails.
func (m *shrinker) knownOf(plan faults.Plan) faults.Known {
	return faults.Known{Messages: m.kinds, Steps: m.protocol.Steps, Delay: m.plan.Delay.Min, Stop: plan.Stop}
}
