package campaign

import (
	"bytes"
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/internal/diff"
)

// JSON writes a value of which we know that it can be written.
func JSON(v any) json.RawMessage {
	text, err := encoded(v)
	if err != nil {
		panic(err)
	}
	return text
}

func encoded(v any) (json.RawMessage, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(text.Bytes()), err
}

// Text returns a value, such as the state of a process, as JSON on one line. If JSON has no way to write it, as a map
// whose keys are structs, Text returns it as differences of states show it.
func Text(state any) string {
	if text, err := encoded(state); err == nil {
		return string(text)
	}
	return diff.Take(state).String()
}

// indented returns a value as JSON of several lines.
func indented(v any) []byte {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic(err) // of our own types
	}
	return text.Bytes()
}

// Canonical returns a text that is the same however a configuration is written.
func Canonical(config json.RawMessage) string {
	dec := json.NewDecoder(bytes.NewReader(config))
	dec.UseNumber()
	var value any
	if dec.Decode(&value) != nil {
		return string(config) // Open refuses it
	}
	return string(JSON(value))
}
