package tlc

import (
	"cmp"
	"fmt"
	"slices"
)

// Value is a TLA+ value. Sequences, records and functions are all functions, as
// they are in TLA+: a sequence has the domain 1..n, a record a domain of
// strings, and the empty ones are equal. Values are immutable. The zero Value
// is no TLA+ value; it means "absent" and sorts first.
type Value struct {
	shape shape
	num   int     // an integer; a boolean as 0 or 1
	text  string  // a string, or the name of a model value
	keys  []Value // the elements of a set or the domain of a function: sorted, distinct
	vals  []Value // the function's value at each key
}

// shape tells the sorts of values apart; its order is the canonical one.
type shape uint8

const (
	absent shape = iota
	boolean
	integer
	str
	model // a model value: equal to itself alone
	set
	function
)

// Pair is one point of a function.
type Pair struct{ Key, Val Value }

// Int returns the integer n.
func Int(n int) Value { return Value{shape: integer, num: n} }

// Str returns the string s.
func Str(s string) Value { return Value{shape: str, text: s} }

// Bool returns TRUE or FALSE.
func Bool(b bool) Value {
	if b {
		return Value{shape: boolean, num: 1}
	}
	return Value{shape: boolean}
}

// Set returns the set of elems; an element given twice counts once.
func Set(elems ...Value) Value {
	keys := slices.Clone(elems)
	slices.SortFunc(keys, Compare)
	keys = slices.CompactFunc(keys, Equal)
	return Value{shape: set, keys: keys}
}

// Seq returns the sequence <<elems...>>: a function with domain 1..n.
func Seq(elems ...Value) Value {
	v := Value{shape: function}
	for i, e := range elems {
		v.keys = append(v.keys, Int(i+1))
		v.vals = append(v.vals, e)
	}
	return v
}

// Record returns the record with the given fields: a function on strings.
func Record(fields map[string]Value) Value {
	pairs := make([]Pair, 0, len(fields))
	for name, v := range fields {
		pairs = append(pairs, Pair{Str(name), v})
	}
	return Func(pairs...)
}

// Func returns the function made of pairs. It panics if a key stands twice with
// different values, because then no function is meant: that is a bug of the
// caller. Text with that flaw is an error of Parse instead.
func Func(pairs ...Pair) Value {
	v, err := newFunc(pairs)
	if err != nil {
		panic("tla.Func: " + err.Error())
	}
	return v
}

func newFunc(pairs []Pair) (Value, error) {
	sorted := slices.Clone(pairs)
	slices.SortStableFunc(sorted, func(a, b Pair) int { return Compare(a.Key, b.Key) })
	v := Value{shape: function}
	if len(sorted) > 0 {
		v.keys, v.vals = make([]Value, 0, len(sorted)), make([]Value, 0, len(sorted))
	}
	for i, p := range sorted {
		if i > 0 && Equal(p.Key, sorted[i-1].Key) {
			if !Equal(p.Val, sorted[i-1].Val) {
				return Value{}, fmt.Errorf("two values for key %s", p.Key)
			}
			continue
		}
		v.keys = append(v.keys, p.Key)
		v.vals = append(v.vals, p.Val)
	}
	return v, nil
}

// Compare orders all values: by sort, then by content. The order has no meaning
// in TLA+; it makes the canonical text canonical.
func Compare(a, b Value) int {
	if c := cmp.Or(
		cmp.Compare(a.shape, b.shape), cmp.Compare(a.num, b.num), cmp.Compare(a.text, b.text),
	); c != 0 {
		return c
	}
	if c := slices.CompareFunc(a.keys, b.keys, Compare); c != 0 {
		return c
	}
	return slices.CompareFunc(a.vals, b.vals, Compare)
}

// Equal says whether a and b are the same TLA+ value.
func Equal(a, b Value) bool { return Compare(a, b) == 0 }

// IsZero says whether v is the zero Value, which is no TLA+ value.
func (v Value) IsZero() bool { return v.shape == absent }

// Get returns v[key]; ok is false if v is no function or key is outside its domain.
func (v Value) Get(key Value) (val Value, ok bool) {
	if v.shape != function {
		return Value{}, false
	}
	i, found := slices.BinarySearchFunc(v.keys, key, Compare)
	if !found {
		return Value{}, false
	}
	return v.vals[i], true
}

// Field returns the field name of a record, or of a state the variable name.
func (v Value) Field(name string) (val Value, ok bool) { return v.Get(Str(name)) }

// Keys returns the elements of a set or the domain of a function, sorted, and
// nil for any other value.
func (v Value) Keys() []Value { return slices.Clone(v.keys) }

// Int returns the integer that v is.
func (v Value) Int() (n int, ok bool) { return v.num, v.shape == integer }

// Str returns the string that v is.
func (v Value) Str() (s string, ok bool) { return v.text, v.shape == str }

// Bool returns the boolean that v is.
func (v Value) Bool() (b, ok bool) { return v.num == 1, v.shape == boolean }
