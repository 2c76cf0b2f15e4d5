package linearizability

import (
	"fmt"
	"reflect"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Model is an object, as one would have it with nobody else around: one operation at a time,
// each possible in every state, with one outcome. Make it with [Of].
type Model struct {
	// Name is the object's name.
	Name string
	// Start is the state in the beginning, of each key.
	Start any
	// Apply returns the state after an operation, and what it returns. States and outputs can be
	// compared with ==, and both are registered with the codec.
	Apply func(state any, in spec.Body) (after, out any)
	// Key returns the key that an operation is about. Keys have nothing to do with each other,
	// each has a state for itself. Without it there is but one.
	Key func(in spec.Body) string
	// Reads tells of an operation that it changes no state at all: where nobody knows its
	// outcome, it is forgotten. Without it none is known to.
	Reads func(in spec.Body) bool
	// Has tells whether it has that operation.
	Has func(in spec.Body) bool
	// size is how much memory a state takes.
	size func(state any) int64
}

// Of makes a model of a state and what operations do to it. The function must not change
// anything that it is given, and the same must come of the same.
func Of[S comparable, In spec.Body, Out comparable](name string, start S, apply func(S, In) (S, Out)) Model {
	codec.Encode([]any{start}) // panics and says how, where S is not registered
	return Model{
		Name: name, Start: start,
		Apply: func(state any, in spec.Body) (any, any) {
			typed, ok := in.(In)
			if !ok {
				panic(refusal(name, in))
			}
			after, out := apply(state.(S), typed)
			return after, out
		},
		Has: func(in spec.Body) bool {
			_, ok := in.(In)
			return ok
		},
		size: func(state any) int64 { return sizeOf(reflect.ValueOf(state)) },
	}
}

// refusal is an operation that a model does not have.
func refusal(model string, in spec.Body) spec.Breach {
	return spec.Breach{Contract: "KnownOperation", Why: fmt.Sprintf(
		"%s has no operation %s: call one that it has, or judge by another model", model, words(in))}
}

// keyOf returns the key of an operation.
func (m Model) keyOf(in spec.Body) string {
	if m.Key == nil {
		return ""
	}
	return m.Key(in)
}

// reads tells whether an operation is known to change nothing.
func (m Model) reads(in spec.Body) bool { return m.Reads != nil && m.Reads(in) }

// apply is Apply, held to what the model says of itself.
func (m Model) apply(state any, in spec.Body) (after, out any) {
	after, out = m.Apply(state, in)
	if m.reads(in) && after != state {
		panic(spec.Breach{Contract: "ReadsOnly", Why: fmt.Sprintf(
			"%s says that %s only reads, and it made %s of the state %s", m.Name, words(in), words(after), words(state))})
	}
	return after, out
}

// sizeOf is how many bytes a value and its texts take.
func sizeOf(v reflect.Value) int64 {
	size := int64(v.Type().Size())
	switch v.Kind() {
	case reflect.String:
		return size + int64(v.Len())
	case reflect.Struct:
		for i := range v.NumField() {
			size += sizeOf(v.Field(i)) - int64(v.Field(i).Type().Size())
		}
	}
	return size
}
