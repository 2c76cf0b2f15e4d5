package faults

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
)

// encodeKind writes an object with a field for the kind, if there is one, and one more.
func encodeKind(k Kind, more string) ([]byte, error) {
	var text bytes.Buffer
	text.WriteByte('{')
	if k != nil {
		text.WriteString(strconv.Quote(k.Name()) + ":")
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false) // who writes the plan decides that
		if err := enc.Encode(k); err != nil {
			return nil, err
		}
		if more != "" {
			text.WriteByte(',')
		}
	}
	text.WriteString(more + "}")
	return text.Bytes(), nil
}

// decodeKind reads the one kind that an object has a field for, nil where it has none
// or several.
func decodeKind(text []byte, list []Kind) (Kind, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, err
	}
	var found Kind
	for _, k := range list {
		value, ok := fields[k.Name()]
		switch {
		case !ok:
			continue
		case found != nil:
			return nil, nil
		}
		found = reflect.New(reflect.TypeOf(k).Elem()).Interface().(Kind)
		if err := json.Unmarshal(value, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// fieldsOf are the fields that an object may have, one for each kind.
func fieldsOf(list []Kind) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for _, k := range list {
		fields[k.Name()] = reflect.TypeOf(k)
	}
	return fields
}
