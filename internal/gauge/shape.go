package gauge

import (
	"math"
	"reflect"
	"strings"
	"sync"
)

// shape is how the values of a type are read. It is found out once.
type shape struct {
	of    reflect.Type
	parts []part
	// names are those of the numbers, interfaces the paths of the interfaces.
	names      []name
	interfaces []string
}

// part reads one part of a value.
type part func(v reflect.Value, r *reading)

// name names a number: what is counted, none where it is the number itself, and the path to it.
type name struct{ counts, path string }

// under returns the name below another path.
func (n name) under(path string) string {
	if n.counts == "" {
		return path + n.path
	}
	return n.counts + "(" + path + n.path + ")"
}

var shapes sync.Map // of reflect.Type to *shape

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s := &shape{of: t}
	if p := s.part(t, "", nil); p != nil {
		s.parts = append(s.parts, p)
	}
	found, _ := shapes.LoadOrStore(t, s) // another goroutine may have found out the same
	return found.(*shape)
}

// number makes room for a number.
func (s *shape) number(counts, path string) int {
	s.names = append(s.names, name{counts, path})
	return len(s.names) - 1
}

// part returns how the numbers of a type are read at a path, nil where there are none. What contains itself
// is read down to that: above are the types that it stands in.
func (s *shape) part(t reflect.Type, path string, above []reflect.Type) part {
	for _, outer := range above {
		if outer == t {
			return nil
		}
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		at := s.number("", path)
		return func(v reflect.Value, r *reading) { r.seen[at].note(v.Int()) }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		at := s.number("", path)
		return func(v reflect.Value, r *reading) { r.seen[at].note(int64(min(v.Uint(), math.MaxInt64))) }
	case reflect.Pointer:
		return s.pointer(t, path, append(above, t))
	case reflect.Interface:
		at := len(s.interfaces)
		s.interfaces = append(s.interfaces, path)
		return func(v reflect.Value, r *reading) { r.inside[at].readInside(v) }
	case reflect.Struct:
		return s.fields(t, path, append(above, t))
	case reflect.Slice, reflect.Array:
		return s.list(t, path, append(above, t))
	case reflect.Map:
		return s.table(t, path, append(above, t))
	}
	return nil // no number
}

// readInside reads what stands in an interface.
func (g *Gauge) readInside(v reflect.Value) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.IsValid() {
		g.readValue(v.Type().Name(), v)
	}
}

func (s *shape) pointer(t reflect.Type, path string, above []reflect.Type) part {
	inner := s.part(t.Elem(), path, above)
	if inner == nil {
		return nil
	}
	return func(v reflect.Value, r *reading) {
		if !v.IsNil() {
			inner(v.Elem(), r)
		}
	}
}

// fields reads a struct, whose fields are called what they are in JSON.
func (s *shape) fields(t reflect.Type, path string, above []reflect.Type) part {
	type field struct {
		index int
		read  part
	}
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		at := path + "." + called(f)
		if f.Anonymous && f.Tag.Get("json") == "" {
			at = path
		}
		if read := s.part(f.Type, at, above); read != nil {
			all = append(all, field{i, read})
		}
	}
	if len(all) == 0 {
		return nil
	}
	return func(v reflect.Value, r *reading) {
		for i := range all {
			all[i].read(v.Field(all[i].index), r)
		}
	}
}

// called is a field's name in JSON.
func called(f reflect.StructField) string {
	tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if tag == "" || tag == "-" {
		return f.Name
	}
	return tag
}

// list reads how long a list is, or of one that says what is true how much is, and what is in it. What bytes
// are is nobody's number.
func (s *shape) list(t reflect.Type, path string, above []reflect.Type) part {
	switch t.Elem().Kind() {
	case reflect.Bool:
		at := s.number("true", path)
		return func(v reflect.Value, r *reading) { r.seen[at].note(truths(v)) }
	case reflect.Uint8:
		at := s.number("len", path)
		return func(v reflect.Value, r *reading) { r.seen[at].note(int64(v.Len())) }
	}
	at := s.number("len", path)
	inner := s.part(t.Elem(), path+"[]", above)
	return func(v reflect.Value, r *reading) {
		n := v.Len()
		r.seen[at].note(int64(n))
		for i := 0; i < n && inner != nil; i++ {
			inner(v.Index(i), r)
		}
	}
}

func truths(v reflect.Value) (n int64) {
	for i := range v.Len() {
		if v.Index(i).Bool() {
			n++
		}
	}
	return n
}

// table reads how long a map is, its keys and its values.
func (s *shape) table(t reflect.Type, path string, above []reflect.Type) part {
	at := s.number("len", path)
	key, value := s.part(t.Key(), path+"[key]", above), s.part(t.Elem(), path+"[]", above)
	return func(v reflect.Value, r *reading) {
		r.seen[at].note(int64(v.Len()))
		if key == nil && value == nil {
			return
		}
		for entry := v.MapRange(); entry.Next(); {
			if key != nil {
				key(entry.Key(), r)
			}
			if value != nil {
				value(entry.Value(), r)
			}
		}
	}
}
