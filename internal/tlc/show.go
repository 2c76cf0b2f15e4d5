package tlc

import (
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode"
)

// Shower is a Go type that says itself which TLA+ value it stands for. A node's
// id, a set kept as a sorted slice, a state whose field names differ from the
// module's: these have a method TLA.
type Shower interface{ TLA() Value }

// Elements is a slice that stands for the set of its elements, in any order, repeated or not.
type Elements[T any] []T

// IsSet marks it.
func (Elements[T]) IsSet() {}

// Show returns the TLA+ value that a Go value stands for:
//
//   - integers, strings and booleans: themselves
//   - a time.Duration: its milliseconds, which must be whole
//   - a slice or array of n elements: the function on 0..n-1, because our arrays
//     are indexed by node and nodes are counted from 0
//   - a slice with a method IsSet, such as spec.Set and Elements: the set of its elements
//   - a Sequence: the sequence
//   - a struct: the record of its fields, with lower-camel names (From is from, ID
//     is id, NodeID is nodeID); the tag `tla:"name"` gives another, `tla:"-"` none
//   - a map to struct{}: the set of its keys; any other map: the function
//   - a pointer or interface: what it points to
//   - a Shower or a Value, also inside any of these: what it says
//
// Whatever has no such reading is an error rather than a guess: nil pointers and
// interfaces, floats, functions, channels, and unexported fields without a tag.
func Show(v any) (Value, error) {
	return show(reflect.ValueOf(v), "value")
}

func show(v reflect.Value, path string) (Value, error) {
	if !v.IsValid() {
		return Value{}, fmt.Errorf("tla.Show: %s is nil", path)
	}
	isRef := v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface
	if isRef && v.IsNil() {
		return Value{}, fmt.Errorf("tla.Show: %s is nil", path)
	}
	switch x := v.Interface().(type) {
	case Value:
		return x, nil
	case Shower:
		return x.TLA(), nil
	case time.Duration:
		if x%time.Millisecond != 0 {
			return Value{}, fmt.Errorf("tla.Show: %s is %s, which is no whole number of milliseconds", path, x)
		}
		return Int(int(x / time.Millisecond)), nil
	}
	if _, ok := v.Interface().(interface{ IsSet() }); ok {
		return showSet(v, path)
	}
	if _, ok := v.Interface().(interface{ IsSequence() }); ok {
		f, err := showSlice(v, path)
		return Seq(f.vals...), err
	}
	switch v.Kind() {
	case reflect.Bool:
		return Bool(v.Bool()), nil
	case reflect.String:
		return Str(v.String()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if n := int(v.Int()); int64(n) == v.Int() {
			return Int(n), nil
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if n := int(v.Uint()); n >= 0 && uint64(n) == v.Uint() {
			return Int(n), nil
		}
	case reflect.Pointer, reflect.Interface:
		return show(v.Elem(), path)
	case reflect.Slice, reflect.Array:
		return showSlice(v, path)
	case reflect.Map:
		return showMap(v, path)
	case reflect.Struct:
		return showStruct(v, path)
	}
	return Value{}, fmt.Errorf("tla.Show: %s is a %s (%v), which stands for no TLA+ value", path, v.Type(), v)
}

func showSlice(v reflect.Value, path string) (Value, error) {
	pairs := make([]Pair, v.Len())
	for i := range pairs {
		elem, err := show(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		if err != nil {
			return Value{}, err
		}
		pairs[i] = Pair{Int(i), elem}
	}
	return newFunc(pairs)
}

func showSet(v reflect.Value, path string) (Value, error) {
	f, err := showSlice(v, path)
	return Set(f.vals...), err
}

func showMap(v reflect.Value, path string) (Value, error) {
	isSet := v.Type().Elem() == reflect.TypeFor[struct{}]()
	var pairs []Pair
	var keys []Value
	for iter := v.MapRange(); iter.Next(); {
		key, err := show(iter.Key(), path+" key")
		if err != nil {
			return Value{}, err
		}
		keys = append(keys, key)
		if isSet {
			continue
		}
		val, err := show(iter.Value(), path+"["+key.String()+"]")
		if err != nil {
			return Value{}, err
		}
		pairs = append(pairs, Pair{key, val})
	}
	if isSet {
		return Set(keys...), nil
	}
	f, err := newFunc(pairs)
	if err != nil {
		return Value{}, fmt.Errorf("tla.Show: %s: %w", path, err)
	}
	return f, nil
}

func showStruct(v reflect.Value, path string) (Value, error) {
	var pairs []Pair
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name := field.Tag.Get("tla")
		if name == "-" {
			continue
		}
		if !field.IsExported() {
			return Value{}, fmt.Errorf(`tla.Show: %s.%s is not exported; export it, tag it tla:"-" `+
				"or give %s a method TLA", path, field.Name, v.Type())
		}
		if name == "" {
			name = lowerCamel(field.Name)
		}
		val, err := show(v.Field(i), path+"."+field.Name)
		if err != nil {
			return Value{}, err
		}
		pairs = append(pairs, Pair{Str(name), val})
	}
	return newFunc(pairs)
}

// lowerCamel lowers the leading capitals of a Go name, all but the last where a
// small letter follows: From is from, ID is id, IDSet is idSet.
func lowerCamel(name string) string {
	runes := []rune(name)
	n := 0
	for n < len(runes) && unicode.IsUpper(runes[n]) {
		n++
	}
	if n > 1 && n < len(runes) && unicode.IsLower(runes[n]) {
		n--
	}
	return strings.ToLower(string(runes[:n])) + string(runes[n:])
}
