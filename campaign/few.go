package campaign

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
)

// element is one fault or one pin.
type element struct {
	fault *faults.Fault
	pin   *faults.Pin
}

// Leaving elements away gets stuck where they need each other. A small plan is not
// far away all the same: the elements of a failing run are those that matter.

// alone tries the plan with none of its elements, and with each of the pool alone.
func (m *minimiser) alone(from faults.Plan, pool []element) {
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
func (m *minimiser) pairs(from faults.Plan, pool []element) {
	bare := from
	bare.Faults, bare.Pins = nil, nil
	for i, first := range pool {
		for j, second := range pool {
			if first.fault != nil && (j > i || second.fault == nil) && m.try(with(bare, first, second)) {
				return
			}
		}
	}
}

// firsts is the part of the pool that speaks of the first of its sort, and of copies
// that come as late as can be: few enough for all pairs to be tried at once.
func (m *minimiser) firsts(plan faults.Plan) []element {
	return slices.DeleteFunc(m.pool(plan), func(e element) bool {
		if e.pin != nil {
			return e.pin.Delay != nil && (e.pin.Delay.Copy.Nth > 1 || e.pin.Delay.By != plan.Stop)
		}
		switch f := e.fault; {
		case f.Loss != nil:
			return f.Loss.Copy.Nth > 1
		case f.Duplicate != nil:
			return f.Duplicate.Copy.Nth > 1
		case f.Premature != nil:
			return f.Premature.Nth > 1
		case f.CrashIn != nil:
			return f.CrashIn.Step.Nth > 1
		}
		return false
	})
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

// pool collects the plan's elements, each once, as they stand and as the first of
// their sort: what happened to the seventh copy may happen to the first.
func (m *minimiser) pool(plan faults.Plan) []element {
	var pool []element
	seen := map[string]bool{}
	add := func(e element) {
		if key := string(JSON(e.fault)) + string(JSON(e.pin)); !seen[key] {
			seen[key] = true
			pool = append(pool, e)
		}
	}
	for _, f := range plan.Faults {
		for _, variant := range m.variantsOf(f) {
			add(element{fault: &variant})
		}
	}
	for _, p := range plan.Pins {
		for _, variant := range lateVariants(p, plan.Stop) {
			add(element{pin: &variant})
		}
	}
	return pool
}

// variantsOf returns a fault on the first of the copies, timers or steps of its sort,
// and as it is; a crash also after each kind of step that crashes are drawn for.
func (m *minimiser) variantsOf(f faults.Fault) []faults.Fault {
	first := f
	switch {
	case f.Loss != nil:
		var list []faults.Fault
		for _, ref := range m.between(f.Loss.Copy) {
			list = append(list, faults.Fault{Loss: &faults.Loss{Copy: ref}})
		}
		return append(list, f)
	case f.Duplicate != nil:
		var list []faults.Fault
		for _, ref := range m.between(f.Duplicate.Copy) {
			list = append(list, faults.Fault{Duplicate: &faults.Duplicate{Copy: ref, By: m.plan.Delay.Min}})
		}
		return append(list, f)
	case f.Premature != nil:
		premature, soon := *f.Premature, *f.Premature
		premature.Nth, first.Premature = 1, &premature
		soon.Nth, soon.After = 1, m.plan.Delay.Min
		return []faults.Fault{first, {Premature: &soon}, f}
	case f.CrashIn != nil:
		in := *f.CrashIn
		in.Step.Nth, first.CrashIn = 1, &in
		return append(m.crashes(faults.Crash{Node: in.Step.Node, Down: in.Down}), first, f)
	case f.Crash != nil:
		return append(m.crashes(*f.Crash), f)
	}
	return []faults.Fault{first, f}
}

// between returns the first copies of every kind between the same two processes, in
// either direction: the copy's own first.
func (m *minimiser) between(ref faults.CopyRef) []faults.CopyRef {
	ref.Nth = 1
	list := []faults.CopyRef{ref}
	for _, kind := range m.kinds {
		list = append(list,
			faults.CopyRef{Kind: kind, From: ref.From, To: ref.To, Nth: 1},
			faults.CopyRef{Kind: kind, From: ref.To, To: ref.From, Nth: 1})
	}
	return list
}

// crashes returns crashes of the process after the first and the second of each kind
// of step, and inside the first before it has any effect.
func (m *minimiser) crashes(c faults.Crash) []faults.Fault {
	var list []faults.Fault
	for nth := 1; nth <= 2; nth++ {
		for _, action := range m.protocol.Steps {
			list = append(list, faults.Fault{Crash: &faults.Crash{
				Node: c.Node, Down: c.Down, After: &faults.StepRef{Action: action, Node: c.Node, Nth: nth},
			}})
		}
	}
	for _, action := range m.protocol.Steps {
		list = append(list, faults.Fault{CrashIn: &faults.CrashIn{
			Down: c.Down, Step: faults.StepRef{Action: action, Node: c.Node, Nth: 1},
		}})
	}
	return list
}

// lateVariants returns a pin as it is; of a delay also those of the first copy of its
// sort, by as much and until the faults stop.
func lateVariants(p faults.Pin, stop faults.Time) []faults.Pin {
	if p.Delay == nil {
		return []faults.Pin{p}
	}
	first := p.Delay.Copy
	first.Nth = 1
	return []faults.Pin{
		{Delay: &faults.DelayPin{Copy: first, By: stop}},
		{Delay: &faults.DelayPin{Copy: first, By: p.Delay.By}},
		p,
	}
}
