package diff

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Snapshot is what a value was at one time, as a tree of texts: nothing of the value itself
// is kept, which may change afterwards. Unlike go-cmp it reads two lists in one way only,
// so that the same two values always give the same bytes.
type Snapshot struct {
	shape shape
	text  string // of a leaf, and of what says itself what it is
	says  bool   // itself what it is
	parts []part // of all others
}

// part is a field, an element or an entry.
type part struct {
	name string // as it stands in a path: .Leader, [2]
	at   Snapshot
}

type shape uint8

const (
	leaf shape = iota
	record
	list
	truths // a list of booleans
	table
)

// absent is a part that the other value has alone.
var absent = Snapshot{text: "absent"}

// Take returns a snapshot of a value. Where a value can say itself what it is, by a method
// String, that is what is seen of it, as far as it tells what has changed. A pointer that leads
// back to where it stands is cut.
func Take(v any) Snapshot {
	var t taker
	return t.take(reflect.ValueOf(v))
}

// taker takes a snapshot; open are the pointers on the way.
type taker struct{ open []opened }

func (t *taker) take(v reflect.Value) Snapshot {
	switch v.Kind() {
	case reflect.Invalid:
		return Snapshot{text: "none"}
	case reflect.Pointer, reflect.Interface:
		return t.follow(v)
	}
	s := t.plain(v)
	if v.CanInterface() {
		if named, ok := v.Interface().(fmt.Stringer); ok {
			s.text, s.says = named.String(), true
		}
	}
	return s
}

// plain takes it without asking the value.
func (t *taker) plain(v reflect.Value) Snapshot {
	switch v.Kind() {
	case reflect.Struct:
		return t.fields(v)
	case reflect.Slice, reflect.Array:
		return t.elements(v)
	case reflect.Map:
		return t.entries(v)
	case reflect.String:
		return Snapshot{text: v.String()}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer: // an address would be another one each time
		if v.IsZero() {
			return Snapshot{text: "none"}
		}
		return Snapshot{text: "a " + v.Kind().String()}
	}
	return Snapshot{text: fmt.Sprint(v)}
}

func (t *taker) follow(v reflect.Value) Snapshot {
	if v.IsNil() {
		return Snapshot{text: "none"}
	}
	if v.Kind() == reflect.Pointer {
		here := opened{v.Pointer(), v.Type()}
		if slices.Contains(t.open, here) {
			return Snapshot{text: "…"}
		}
		t.open = append(t.open, here)
		defer func() { t.open = t.open[:len(t.open)-1] }()
	}
	return t.take(v.Elem())
}

func (t *taker) fields(v reflect.Value) Snapshot {
	s := Snapshot{shape: record}
	for i := range v.NumField() {
		s.parts = append(s.parts, part{"." + v.Type().Field(i).Name, t.take(v.Field(i))})
	}
	return s
}

func (t *taker) elements(v reflect.Value) Snapshot {
	s := Snapshot{shape: list}
	if v.Type().Elem().Kind() == reflect.Bool {
		s.shape = truths
	}
	for i := range v.Len() {
		s.parts = append(s.parts, part{fmt.Sprintf("[%d]", i), t.take(v.Index(i))})
	}
	return s
}

// entries are in the order of their keys.
func (t *taker) entries(v reflect.Value) Snapshot {
	s := Snapshot{shape: table}
	keys := v.MapKeys()
	slices.SortFunc(keys, compareKeys)
	for _, key := range keys {
		s.parts = append(s.parts, part{"[" + t.take(key).String() + "]", t.take(v.MapIndex(key))})
	}
	return s
}

// compareKeys orders numbers as numbers and all else as texts.
func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt() && b.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint() && b.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	}
	return cmp.Compare(Take(key(a)).String(), Take(key(b)).String())
}

// key returns a key of a map, also of one that stands in an unexported field.
func key(v reflect.Value) any {
	if v.CanInterface() {
		return v.Interface()
	}
	return fmt.Sprint(v)
}

// String returns all of the value on one line.
func (s Snapshot) String() string {
	if s.shape == leaf || s.says {
		return s.text
	}
	var texts []string
	for _, p := range s.parts {
		switch {
		case s.shape == record:
			texts = append(texts, p.name[1:]+" "+p.at.String())
		case s.shape == table:
			texts = append(texts, strings.Trim(p.name, "[]")+": "+p.at.String())
		case s.shape == list:
			texts = append(texts, p.at.String())
		case p.at.text == "true": // of booleans, where they are true
			texts = append(texts, strings.Trim(p.name, "[]"))
		}
	}
	switch s.shape {
	case list:
		return "[" + strings.Join(texts, " ") + "]"
	case truths:
		return "{" + strings.Join(texts, ",") + "}"
	}
	return "{" + strings.Join(texts, ", ") + "}"
}
