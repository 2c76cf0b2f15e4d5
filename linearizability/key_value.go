package linearizability

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Get returns the [Text] of a key, "" where there is none.
type Get struct{ Key string }

// Put sets the text of a key, and returns [Done].
type Put struct{ Key, Value string }

// Append adds to the end of a key's text, and returns [Done].
type Append struct{ Key, Value string }

// Text is the output of Get.
type Text struct{ Value string }

// Entry is the state of one key.
type Entry string

// Kind returns "Get".
func (Get) Kind() string { return "Get" }

// Kind returns "Put".
func (Put) Kind() string { return "Put" }

// Kind returns "Append".
func (Append) Kind() string { return "Append" }

func init() { codec.Register(Get{}, Put{}, Append{}, Text{}, Entry("")) }

// KeyValue is a store of texts under keys.
func KeyValue() Model {
	m := Of("KeyValue", Entry(""), func(entry Entry, in spec.Body) (Entry, any) {
		switch in := in.(type) {
		case Get:
			return entry, Text{string(entry)}
		case Put:
			return Entry(in.Value), Done{}
		case Append:
			return entry + Entry(in.Value), Done{}
		}
		panic(refusal("KeyValue", in))
	})
	m.Key = func(in spec.Body) string {
		switch in := in.(type) {
		case Get:
			return in.Key
		case Put:
			return in.Key
		case Append:
			return in.Key
		}
		panic(refusal("KeyValue", in))
	}
	m.Reads = func(in spec.Body) bool { _, get := in.(Get); return get }
	return m
}
