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
	// size is how much memory a state takes, hash spreads states over porcupine's table: the
	// same set of appends comes to as many states as there are orders of them.
	size func(state any) int64
	hash func(state any) uint64
}

// Of makes a model of a state and what operations do to it. The function must not change
// anything that it is given, and the same must come of the same.
func Of[S comparable, In spec.Body, Out comparable](name string, start S, apply func(S, In) (S, Out)) Model {
	codec.Register(start)
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
		size: func(state any) int64 { return sizeOf(reflect.ValueOf(state)) },
		hash: func(state any) uint64 { return hashOf(reflect.ValueOf(state)) },
	}
}

// knownOperation is the contract that an operation is one of the model's.
const knownOperation = "KnownOperation"

// refusal is an operation that a model does not have.
func refusal(model string, in spec.Body) spec.Breach {
	return spec.Breach{Contract: knownOperation, Why: fmt.Sprintf(
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
			"%s says that %s only reads, and it makes the state %s of %s",
			m.Name, words(in), words(after), words(state))})
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

// hashOf returns equal numbers for equal values.
func hashOf(v reflect.Value) uint64 {
	const start, prime = 14695981039346656037, 1099511628211 // of FNV-1a
	h := uint64(start)
	switch {
	case v.CanInt():
		return (h ^ uint64(v.Int())) * prime
	case v.Kind() == reflect.String:
		text := v.String()
		for i := range len(text) {
			h = (h ^ uint64(text[i])) * prime
		}
		return h
	}
	for _, c := range codec.Encode(v.Interface()) {
		h = (h ^ uint64(c)) * prime
	}
	return h
}
