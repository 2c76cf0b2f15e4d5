package campaign

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
)

// element is one fault or one pin of a plan.
type element struct {
	fault *faults.Fault
	pin   *faults.Pin
}

func (e element) kind() faults.Kind {
	if e.fault != nil {
		return e.fault.Kind
	}
	return e.pin.Kind
}

// with returns the plan with further elements.
func with(plan faults.Plan, list ...element) faults.Plan {
	plan.Faults, plan.Pins = slices.Clone(plan.Faults), slices.Clone(plan.Pins)
	for _, e := range list {
		if e.fault != nil {
			plan.Faults = append(plan.Faults, *e.fault)
		} else {
			plan.Pins = append(plan.Pins, *e.pin)
		}
	}
	return plan
}

// without returns the plan without some of its elements.
func without(plan faults.Plan, from, to int) faults.Plan {
	n := len(plan.Faults)
	plan.Faults = slices.Delete(slices.Clone(plan.Faults), min(from, n), min(to, n))
	plan.Pins = slices.Delete(slices.Clone(plan.Pins), max(from-n, 0), max(to-n, 0))
	return plan
}

// elements counts the faults and pins of a plan.
func elements(p faults.Plan) int { return len(p.Faults) + len(p.Pins) }

// kindAt returns an element of a plan: the pins stand behind the faults.
func kindAt(plan faults.Plan, i int) faults.Kind {
	if n := len(plan.Faults); i >= n {
		return plan.Pins[i-n].Kind
	}
	return plan.Faults[i].Kind
}

// withKind returns the plan with another kind as that element.
func withKind(plan faults.Plan, i int, k faults.Kind) faults.Plan {
	if n := len(plan.Faults); i >= n {
		plan.Pins = slices.Clone(plan.Pins)
		plan.Pins[i-n].Kind = k
		return plan
	}
	plan.Faults = slices.Clone(plan.Faults)
	plan.Faults[i].Kind = k
	return plan
}
