package faults

// kinds are the kinds of faults, in the order of their documentation.
var kinds = []Kind{
	new(Crash),
	new(CrashIn),
	new(Premature),
	new(Loss),
	new(Duplicate),
	new(Reorder),
	new(Partition),
	new(OneWay),
	new(Pause),
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
