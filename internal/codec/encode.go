package codec

import (
	"bytes"
	"reflect"
)

// Encode returns the canonical bytes of v, or of what v points to. It panics,
// naming the path, where v holds something that has no canonical form.
func Encode(v any) []byte { return Append(make([]byte, 0, 256), v) }

// Append adds the canonical bytes of v to dst.
func Append(dst []byte, v any) []byte {
	value := reflect.ValueOf(v)
	if value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	if !value.IsValid() {
		panic("codec: nil has no type, so it has no canonical form")
	}
	out, ok := appendValue(dst, value, 0)
	if !ok {
		panic("codec: " + refused(value, value.Type().Name(), 0))
	}
	return out
}

// Key returns the canonical bytes as a string, for use as a map key.
func Key(v any) string { return string(Encode(v)) }

// Equal reports whether a and b have the same canonical bytes.
func Equal(a, b any) bool { return bytes.Equal(Encode(a), Encode(b)) }
