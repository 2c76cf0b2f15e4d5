package codec

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
)

// deepest is how many lists, maps, pointers and interfaces may stand inside each other: what refers to itself has no
// end.
const deepest = 2000

// appendValue adds v to dst. It is false where v has no canonical form; why not
// is found out by refused, in a second walk, so that this one is fast.
func appendValue(dst []byte, v reflect.Value, depth int) ([]byte, bool) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(dst, 1), true
		}
		return append(dst, 0), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(dst, v.Int()), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(dst, v.Uint()), true
	case reflect.String:
		dst = binary.AppendUvarint(dst, uint64(v.Len()))
		return append(dst, v.String()...), true
	case reflect.Slice:
		return appendElements(binary.AppendUvarint(dst, uint64(v.Len())), v, depth+1)
	case reflect.Array:
		return appendElements(dst, v, depth)
	case reflect.Struct:
		return appendStruct(dst, v, depth)
	case reflect.Map:
		return appendMap(dst, v, depth+1)
	case reflect.Pointer:
		if v.IsNil() {
			return append(dst, 0), true
		}
		if depth == deepest {
			return dst, false
		}
		return appendValue(append(dst, 1), v.Elem(), depth+1)
	case reflect.Interface:
		return appendInterface(dst, v, depth+1)
	default:
		return dst, false
	}
}

func appendElements(dst []byte, v reflect.Value, depth int) (_ []byte, ok bool) {
	if depth > deepest {
		return dst, false
	}
	switch t := v.Type(); { // vectors over a whole group are not walked through by reflection
	case t == bools && v.CanInterface():
		return appendBools(dst, v.Interface().([]bool)), true
	case t == ints && v.CanInterface():
		return appendInts(dst, v.Interface().([]int)), true
	}
	for i := range v.Len() {
		if dst, ok = appendValue(dst, v.Index(i), depth); !ok {
			return dst, false
		}
	}
	return dst, true
}

var bools, ints = reflect.TypeFor[[]bool](), reflect.TypeFor[[]int]()

func appendBools(dst []byte, list []bool) []byte {
	for _, b := range list {
		if b {
			dst = append(dst, 1)
		} else {
			dst = append(dst, 0)
		}
	}
	return dst
}

func appendInts(dst []byte, list []int) []byte {
	for _, n := range list {
		dst = binary.AppendVarint(dst, int64(n))
	}
	return dst
}

func appendStruct(dst []byte, v reflect.Value, depth int) (_ []byte, ok bool) {
	for i := range v.NumField() {
		field := v.Field(i)
		if !field.CanInterface() { // unexported, so it could not be restored
			return dst, false
		}
		if dst, ok = appendValue(dst, field, depth); !ok {
			return dst, false
		}
	}
	return dst, true
}

// appendMap writes the entries in the order of their encodings, which does not
// depend on the order in which the map gives them out.
func appendMap(dst []byte, v reflect.Value, depth int) ([]byte, bool) {
	if depth > deepest {
		return dst, false
	}
	entries := make([][]byte, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		entry, ok := appendValue(nil, it.Key(), depth)
		if ok {
			entry, ok = appendValue(entry, it.Value(), depth)
		}
		if !ok {
			return dst, false
		}
		entries = append(entries, entry)
	}
	slices.SortFunc(entries, bytes.Compare)
	dst = binary.AppendUvarint(dst, uint64(len(entries)))
	for _, entry := range entries {
		dst = append(dst, entry...)
	}
	return dst, true
}

func appendInterface(dst []byte, v reflect.Value, depth int) ([]byte, bool) {
	if v.IsNil() {
		return append(dst, 0), true
	}
	v = v.Elem()
	name := nameOf(v.Type())
	if name == "" || depth > deepest {
		return dst, false
	}
	dst = binary.AppendUvarint(dst, uint64(len(name)))
	return appendValue(append(dst, name...), v, depth)
}
