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
