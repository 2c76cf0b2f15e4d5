package codec

import (
	"fmt"
	"reflect"
	"slices"
)

// refused finds the first place in v that has no canonical form and says why, or
// returns "" where there is none.
func refused(v reflect.Value, path string) string {
	switch v.Kind() {
	case reflect.Struct:
		return refusedField(v, path)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if why := refused(v.Index(i), fmt.Sprintf("%s[%d]", path, i)); why != "" {
				return why
			}
		}
		return ""
	case reflect.Map:
		return refusedEntry(v, path)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return ""
		}
		if v.Kind() == reflect.Interface && nameOf(v.Elem().Type()) == "" {
			return because(path, v.Elem().Type(), "stands behind an interface and was not registered")
		}
		return refused(v.Elem(), path)
	}
	if _, ok := appendValue(nil, v); ok {
		return ""
	}
	return because(path, v.Type(), "has no canonical form")
}

// refusedEntry returns the first reason in the order of their texts, so that the
// map's own order does not show.
func refusedEntry(v reflect.Value, path string) string {
	var reasons []string
	for it := v.MapRange(); it.Next(); {
		for _, why := range []string{refused(it.Key(), path+"{key}"), refused(it.Value(), path+"{value}")} {
			if why != "" {
				reasons = append(reasons, why)
			}
		}
	}
	if len(reasons) == 0 {
		return ""
	}
	return slices.Min(reasons)
}

func refusedField(v reflect.Value, path string) string {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		at := path + "." + field.Name
		if !field.IsExported() {
			return because(at, field.Type, "is unexported, so it could not be restored")
		}
		if why := refused(v.Field(i), at); why != "" {
			return why
		}
	}
	return ""
}

func because(path string, t reflect.Type, why string) string {
	if path == "" {
		path = "the value"
	}
	return fmt.Sprintf("%s (type %s) %s", path, t, why)
}
