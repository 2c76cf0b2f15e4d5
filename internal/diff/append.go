package diff

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
)

// Append appends all that can be reached from a value, unexported fields too: where two
// values come to the same bytes, Fields finds nothing. The other way round it need not
// be so. The bytes are good for comparing within one run of the program, and cheap.
func Append(to []byte, v any) []byte {
	e := encoder{bytes: to}
	e.dynamic(reflect.ValueOf(v))
	return e.bytes
}

// encoder writes a value. Types are written where the type of what stands around does
// not tell them.
type encoder struct {
	bytes []byte
	open  []opened // the pointers on the way here
}

// opened is a pointer that is being followed. One to a struct and one to the first field
// of that struct differ in their types alone.
type opened struct {
	pointer uintptr
	typ     reflect.Type
}

// What stands before the value of a pointer, or of an interface.
const (
	isNil = iota
	isThere
	isOpen // the pointer that is being followed as the so-manyth leads here again
)

func (e *encoder) number(n uint64) { e.bytes = binary.AppendUvarint(e.bytes, n) }

// dynamic writes what stands behind an interface.
func (e *encoder) dynamic(v reflect.Value) {
	if !v.IsValid() {
		e.number(isNil)
		return
	}
	e.number(isThere)
	e.number(uint64(reflect.ValueOf(v.Type()).Pointer()))
	e.value(v)
}

func (e *encoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		n := uint64(0)
		if v.Bool() {
			n = 1
		}
		e.number(n)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.bytes = binary.AppendVarint(e.bytes, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		e.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		e.number(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		e.number(math.Float64bits(real(v.Complex())))
		e.number(math.Float64bits(imag(v.Complex())))
	case reflect.String:
		e.number(uint64(v.Len()))
		e.bytes = append(e.bytes, v.String()...)
	default:
		e.compound(v)
	}
}

// compound writes what is made of other values. Of functions and channels there is no
// more to be seen than which they are.
func (e *encoder) compound(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		e.dynamic(v.Elem())
	case reflect.Pointer:
		e.pointer(v)
	case reflect.Struct:
		for i := range v.NumField() {
			e.value(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		e.number(uint64(v.Len()))
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.Map:
		e.table(v)
	default:
		e.number(uint64(v.Pointer()))
	}
}

func (e *encoder) pointer(v reflect.Value) {
	if v.IsNil() {
		e.number(isNil)
		return
	}
	here := opened{v.Pointer(), v.Type()}
	if i := slices.Index(e.open, here); i >= 0 {
		e.number(isOpen)
		e.number(uint64(i))
		return
	}
	e.number(isThere)
	e.open = append(e.open, here)
	e.value(v.Elem())
	e.open = e.open[:len(e.open)-1]
}

// table writes the entries of a map in the order of their bytes. The value of an entry
// begins where its key ends, which the key itself says.
func (e *encoder) table(v reflect.Value) {
	e.number(uint64(v.Len()))
	entries := make([][]byte, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		entry := encoder{open: e.open}
		entry.value(it.Key())
		entry.value(it.Value())
		entries = append(entries, entry.bytes)
	}
	slices.SortFunc(entries, bytes.Compare)
	for _, entry := range entries {
		e.bytes = append(e.bytes, entry...)
	}
}
