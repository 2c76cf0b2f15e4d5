package campaign

import (
	"bytes"
	"encoding/json"
)

// JSON writes a value of which we know that it can be written.
func JSON(v any) json.RawMessage {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(text.Bytes())
}

// Text returns a value, such as the state of a process, as JSON on one line.
func Text(state any) string { return string(JSON(state)) }

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
