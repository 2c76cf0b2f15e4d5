package faults

import "reflect"

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

// MarshalJSON writes the object of a file.
func (p Pin) MarshalJSON() ([]byte, error) { return encodeElement(p.Kind, p.Optional) }

// UnmarshalJSON reads it.
func (p *Pin) UnmarshalJSON(text []byte) (err error) {
	p.Kind, p.Optional, err = decodeElement(text, pinKinds)
	return err
}

// Fields are those that it may have in a file.
func (p Pin) Fields() map[string]reflect.Type { return elementFields(pinKinds) }

// ImpliesPin tells whether a copy or an input would take that long without the pin.
func (p Plan) ImpliesPin(pin Pin) bool {
	k, ok := pin.Kind.(implied)
	return ok && k.implied(p)
}
