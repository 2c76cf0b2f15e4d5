package faults

// Pin is one exception from what would be drawn. A pin that matches nothing in a run is
// an error, unless it is optional. What a hold waits for need not happen: it ends when
// the faults stop. Of a hold and a delay on one copy the hold goes first.
//
// In a file a pin is an object with one field that is named like its kind; where there
// are none or several, Kind is nil, and Plan.Check says so.
type Pin struct {
	Kind     Kind
	Optional bool
}

// Claim returns what it says of a copy, if it does.
func (p Pin) Claim() (Claim, bool) { return claimOf(p.Kind) }

// Words says what a pin does, in a few words; "" where it has no kind.
func (p Pin) Words() string { return wordsOf(p.Kind) }
