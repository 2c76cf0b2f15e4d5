package faults

import "reflect"

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

// Subsumed tells whether a plan can omit it in which the delay of each copy is named
// and, with dissolve, also what partitions and pauses do to copies and inputs.
func (f Fault) Subsumed(dissolve bool) bool {
	k, ok := f.Kind.(subsumed)
	return ok && k.subsumed(dissolve)
}

// Repeats tells whether each of the crashes that it draws can be named in its place.
func (f Fault) Repeats() bool {
	k, ok := f.Kind.(repeats)
	return ok && k.repeats()
}

// MarshalJSON writes the object of a file.
func (f Fault) MarshalJSON() ([]byte, error) { return encodeElement(f.Kind, f.Optional) }

// UnmarshalJSON reads it.
func (f *Fault) UnmarshalJSON(text []byte) (err error) {
	f.Kind, f.Optional, err = decodeElement(text, kinds)
	return err
}

// Fields are those that it may have in a file.
func (f Fault) Fields() map[string]reflect.Type { return elementFields(kinds) }
