package faults

// Fault is one named fault. A fault that takes no effect in the run of a written plan is an error,
// unless it is optional.
//
// In a file a fault is an object with one field that is named like its kind; where there are none
// or several, Kind is nil, and Plan.Check says so.
type Fault struct {
	Kind     Kind
	Optional bool
}

// Name names its kind, "" where it has none.
func (f Fault) Name() string {
	if f.Kind == nil {
		return ""
	}
	return f.Kind.Name()
}

// Claim returns what it says of a copy, if it does.
func (f Fault) Claim() (Claim, bool) { return claimOf(f.Kind) }

// Subsumed reports whether a plan can omit it in which the delay of each copy is named
// and, with dissolve, also what partitions and pauses do to copies and inputs.
func (f Fault) Subsumed(dissolve bool) bool {
	k, ok := f.Kind.(subsumed)
	return ok && k.subsumed(dissolve)
}

// Repeats reports whether each of the crashes that it draws can be named in its place.
func (f Fault) Repeats() bool {
	k, ok := f.Kind.(repeats)
	return ok && k.repeats()
}

// Words says what a fault does, in a few words; "" where it has no kind.
func (f Fault) Words() string { return wordsOf(f.Kind) }

// Spans returns when the fault lasts, and at which of the nodes processes; nil if it is over at once.
func (f Fault) Spans(nodes int) []Span {
	if k, ok := f.Kind.(lasting); ok {
		return k.spans(nodes)
	}
	return nil
}

// doubler is a kind that makes a second copy of one.
type doubler interface{ doubles() }

// Doubles reports whether what it does to a copy is to make a second one: the first stays as it is.
func (f Fault) Doubles() bool {
	_, ok := f.Kind.(doubler)
	return ok
}
