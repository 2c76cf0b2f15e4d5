package explore

import (
	"fmt"
	"reflect"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// readings changes the clock readings in values of any type.
type readings struct {
	of  reflect.Type          // the type of a reading
	has map[reflect.Type]bool // by type, whether its values may have readings
}

func newReadings(value any) *readings {
	return &readings{reflect.TypeOf(value), map[reflect.Type]bool{}}
}

// MayHaveReadings reports whether values of a type may have readings, if times are relative.
func MayHaveReadings(d *spec.DiscreteTime, t reflect.Type) bool { return newReadings(d.Reading).in(t) }

// moved returns a copy of v, which may be nil, with every reading except 0 passed through move.
func (r *readings) moved(v any, move func(time.Duration) time.Duration) any {
	if v == nil || !r.in(reflect.TypeOf(v)) {
		return v
	}
	return r.value(reflect.ValueOf(v), move).Interface()
}

// in reports whether values of a type may have readings.
func (r *readings) in(t reflect.Type) bool {
	has, known := r.has[t]
	if !known {
		has = r.reaches(t, map[reflect.Type]bool{})
		r.has[t] = has
	}
	return has
}

// reaches computes in. It skips the types in seen, so that recursive types end.
func (r *readings) reaches(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t == r.of || t.Kind() == reflect.Interface {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return r.reaches(t.Elem(), seen)
	case reflect.Map:
		return r.reaches(t.Key(), seen) || r.reaches(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if r.reaches(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// value returns a copy of v with every reading except 0 passed through move.
func (r *readings) value(v reflect.Value, move func(time.Duration) time.Duration) reflect.Value {
	t := v.Type()
	is := reflect.New(t).Elem()
	is.Set(v)
	switch {
	case t == r.of:
		if v.Int() != 0 {
			is.SetInt(int64(move(time.Duration(v.Int()))))
		}
		return is
	case !r.in(t):
		return is
	}
	switch t.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			is.Set(r.value(v.Elem(), move))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			is.Set(reflect.New(t.Elem()))
			is.Elem().Set(r.value(v.Elem(), move))
		}
	case reflect.Slice, reflect.Array:
		if t.Kind() == reflect.Slice && !v.IsNil() {
			is.Set(reflect.MakeSlice(t, v.Len(), v.Len()))
		}
		for i := range v.Len() {
			is.Index(i).Set(r.value(v.Index(i), move))
		}
	case reflect.Map:
		if !v.IsNil() {
			is.Set(reflect.MakeMapWithSize(t, v.Len()))
		}
		for _, key := range v.MapKeys() {
			is.SetMapIndex(r.value(key, move), r.value(v.MapIndex(key), move))
		}
		if is.Len() < v.Len() {
			panic(spec.Breach{Contract: timesAreRelative, Why: fmt.Sprintf(
				"two keys of a %s have become the same reading; use a slice instead", t)})
		}
	case reflect.Struct:
		for i := range t.NumField() {
			is.Field(i).Set(r.value(v.Field(i), move))
		}
	}
	return is
}
