package codec

import (
	"fmt"
	"reflect"
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
		for it := v.MapRange(); it.Next(); {
			if why := refused(it.Key(), path+"{key}"); why != "" {
				return why
			}
			if why := refused(it.Value(), path+"{value}"); why != "" {
				return why
			}
		}
		return ""
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return ""
		}
		if v.Kind() == reflect.Interface && names[v.Elem().Type()] == "" {
			return because(path, v.Elem().Type(), "stands behind an interface and was not registered")
		}
		return refused(v.Elem(), path)
	}
	if _, ok := appendValue(nil, v); ok {
		return ""
	}
	return because(path, v.Type(), "has no canonical form")
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
