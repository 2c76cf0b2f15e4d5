package faults

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
)

// optionalField is the field of a fault or a pin that may take no effect.
const optionalField = "optional"

// encodeElement writes a fault or a pin: an object with a field for the kind, if there is one.
func encodeElement(k Kind, optional bool) ([]byte, error) {
	var text bytes.Buffer
	text.WriteByte('{')
	if k != nil {
		text.WriteString(strconv.Quote(k.Name()) + ":")
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false) // who writes the plan decides that
		if err := enc.Encode(k); err != nil {
			return nil, err
		}
	}
	if optional {
		if k != nil {
			text.WriteByte(',')
		}
		text.WriteString(strconv.Quote(optionalField) + ":true")
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

// decodeElement reads a fault or a pin: the one kind that the object has a field for, nil where it
// has none or several, and whether it is optional.
func decodeElement(text []byte, list []Kind) (found Kind, optional bool, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, false, err
	}
	if value, ok := fields[optionalField]; ok {
		if err := json.Unmarshal(value, &optional); err != nil {
			return nil, false, err
		}
	}
	for _, k := range list {
		value, ok := fields[k.Name()]
		switch {
		case !ok:
			continue
		case found != nil:
			return nil, optional, nil
		}
		found = reflect.New(reflect.TypeOf(k).Elem()).Interface().(Kind)
		if err := json.Unmarshal(value, found); err != nil {
			return nil, false, err
		}
	}
	return found, optional, nil
}

// elementFields are the fields that a fault or a pin may have: one for each kind, and one more.
func elementFields(list []Kind) map[string]reflect.Type {
	fields := map[string]reflect.Type{optionalField: reflect.TypeFor[bool]()}
	for _, k := range list {
		fields[k.Name()] = reflect.TypeOf(k)
	}
	return fields
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

// MarshalJSON writes the object of a file.
func (p Pin) MarshalJSON() ([]byte, error) { return encodeElement(p.Kind, p.Optional) }

// UnmarshalJSON reads it.
func (p *Pin) UnmarshalJSON(text []byte) (err error) {
	p.Kind, p.Optional, err = decodeElement(text, pinKinds)
	return err
}

// Fields are those that it may have in a file.
func (p Pin) Fields() map[string]reflect.Type { return elementFields(pinKinds) }
