package scrutineer

import "reflect"

// clone returns a copy of a value that shares no list, map or pointer with it. Unexported fields are
// copied as they are: nothing is decoded into their memory, see input.Decode.
func clone[C any](value C) C {
	own(reflect.ValueOf(&value).Elem())
	return value
}

// own gives a value, which may be set, lists, maps and pointers of its own.
func own(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct {
				own(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			own(v.Index(i))
		}
	case reflect.Slice:
		if !v.IsNil() {
			v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
			for i := range v.Len() {
				own(v.Index(i))
			}
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			ownElem(v)
		}
	case reflect.Map:
		if !v.IsNil() {
			ownMap(v)
		}
	}
}

// ownElem gives a pointer or an interface a value of its own.
func ownElem(v reflect.Value) {
	elem := reflect.New(v.Elem().Type())
	elem.Elem().Set(v.Elem())
	own(elem.Elem())
	if v.Kind() == reflect.Pointer {
		v.Set(elem)
	} else {
		v.Set(elem.Elem())
	}
}

// ownMap gives a map entries of its own.
func ownMap(v reflect.Value) {
	entries := reflect.MakeMapWithSize(v.Type(), v.Len())
	for old := v.MapRange(); old.Next(); {
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(old.Value())
		own(value)
		entries.SetMapIndex(old.Key(), value)
	}
	v.Set(entries)
}
