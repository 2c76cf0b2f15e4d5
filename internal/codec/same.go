package codec

import (
	"reflect"
	"slices"
)

// Same tells what Equal tells, without the encodings. It panics for what has no
// canonical form, as Encode does.
func Same(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if x.IsValid() && y.IsValid() && x.Type() == y.Type() {
		if registry.Load().flat[x.Type()] {
			return a == b
		}
		if same, ok := sameValue(x, y, 0); ok {
			return same
		}
	}
	return Equal(a, b)
}

// sameValue compares two values of one type. ok is false where it takes the
// encodings to tell.
func sameValue(x, y reflect.Value, depth int) (same, ok bool) {
	if depth > deepest { // the encodings say why not
		return false, false
	}
	switch x.Kind() {
	case reflect.Bool:
		return x.Bool() == y.Bool(), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return x.Int() == y.Int(), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return x.Uint() == y.Uint(), true
	case reflect.String:
		return x.String() == y.String(), true
	case reflect.Slice, reflect.Array:
		switch {
		case x.Len() != y.Len():
			return false, true
		case x.Kind() == reflect.Slice && x.Pointer() == y.Pointer() && x.Type().Elem().Kind() == reflect.Int:
			return true, true // it is one list
		case x.Type() == ints && x.CanInterface():
			return slices.Equal(listOf[int](x), listOf[int](y)), true
		case x.Type() == bools && x.CanInterface():
			return slices.Equal(listOf[bool](x), listOf[bool](y)), true
		}
		for i := range x.Len() {
			if same, ok := sameValue(x.Index(i), y.Index(i), depth+1); !same || !ok {
				return same, ok
			}
		}
		return true, true
	case reflect.Struct:
		for i := range x.NumField() {
			if same, ok := sameValue(x.Field(i), y.Field(i), depth); !same || !ok {
				return same, ok
			}
		}
		return true, true
	case reflect.Pointer:
		if x.IsNil() || y.IsNil() {
			return x.IsNil() == y.IsNil(), true
		}
		return sameValue(x.Elem(), y.Elem(), depth+1)
	case reflect.Interface:
		return sameBehind(x, y, depth)
	}
	return false, false
}

// listOf returns what a value holds, without a copy where it is a part of something.
func listOf[T any](v reflect.Value) []T {
	if v.CanAddr() {
		return *v.Addr().Interface().(*[]T)
	}
	return v.Interface().([]T)
}

// sameBehind compares what stands behind two interfaces. What was not registered is left to the
// encodings, which refuse it.
func sameBehind(x, y reflect.Value, depth int) (same, ok bool) {
	for _, v := range []reflect.Value{x, y} {
		if !v.IsNil() && nameOf(v.Elem().Type()) == "" {
			return false, false
		}
	}
	if x.IsNil() || y.IsNil() {
		return x.IsNil() == y.IsNil(), true
	}
	if x.Elem().Type() != y.Elem().Type() {
		return false, true
	}
	return sameValue(x.Elem(), y.Elem(), depth+1)
}
