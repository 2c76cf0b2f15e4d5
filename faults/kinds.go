package faults

import "slices"

// kinds are the kinds of faults, in the order of their documentation.
var kinds = []Kind{
	new(Crash),
	new(CrashIn),
	new(Flap),
	new(Premature),
	new(Loss),
	new(Duplicate),
	new(Reorder),
	new(Partition),
	new(OneWay),
	new(Pause),
	new(Offset),
	new(Jump),
	new(Rate),
	new(Drift),
}

// pinKinds are those of pins.
var pinKinds = []Kind{
	new(Hold),
	new(DelayPin),
	new(PickPin),
	new(InputPin),
	new(TimerPin),
}

// Kinds are the kinds of faults, in the order of their documentation.
func Kinds() []string { return namesOf(kinds) }

// DrawnKinds are those of which campaigns draw some by themselves, in the same order.
func DrawnKinds() []string {
	return namesOf(slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool {
		_, named := k.(onlyNamed)
		_, clock := k.(ofClocks)
		return named || clock
	}))
}

// Marks are the events by which faults mark where they begin and end. They change nothing.
func Marks() []string {
	var names []string
	for _, k := range kinds {
		if m, ok := k.(marker); ok {
			names = append(names, m.marks()...)
		}
	}
	return names
}

// KindsOfClocks are the kinds of faults that change clocks. They are drawn for a protocol
// that looks at clocks: see [Drawer].
func KindsOfClocks() []string {
	return namesOf(slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool {
		_, is := k.(ofClocks)
		return !is
	}))
}

// contains reports whether something is of one of these kinds.
func contains(list []Kind, k Kind) bool {
	return k != nil && slices.ContainsFunc(list, func(o Kind) bool { return o.Name() == k.Name() })
}

func namesOf(list []Kind) []string {
	var names []string
	for _, k := range list {
		names = append(names, k.Name())
	}
	return names
}

// Without returns the plan without one kind of fault: without those that it names
// and without those that are drawn. Everything else stays, and because draws are
// keyed it is drawn as before.
func (p Plan) Without(kind string) Plan {
	is := func(f Fault) bool { return f.Name() == kind }
	if slices.ContainsFunc(p.Faults, is) {
		p.Faults = slices.DeleteFunc(slices.Clone(p.Faults), is)
	}
	for _, k := range kinds {
		if drawn, ok := k.(drawnByRate); ok && k.Name() == kind {
			drawn.stopDrawing(&p)
		}
	}
	return p
}

// Draw draws at most one fault of each kind of which single ones are drawn, and at most two of
// each kind that changes clocks: it takes one that is fast and one that is slow to see how far
// apart they may be.
func Draw(d Drawer) []Fault {
	var list []Fault
	for _, k := range kinds {
		most := 1
		if _, is := k.(ofClocks); is {
			if most = 2; d.Skew() == 0 {
				continue
			}
		}
		one, ok := k.(drawn)
		for ; ok && most > 0 && d.Has(k.Name()); most-- {
			if fault := one.draw(d); fault != nil {
				list = append(list, Fault{Kind: fault})
			}
		}
	}
	return list
}
