package codec

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
)

// refused finds the first place in v that has no canonical form and says why, or
// returns "" where there is none.
func refused(v reflect.Value, path string, depth int) string {
	if depth > deepest {
		return because(shortened(path), v.Type(),
			fmt.Sprintf("refers to itself, or is nested more than %d deep", deepest))
	}
	switch v.Kind() {
	case reflect.Struct:
		return refusedField(v, path, depth)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if why := refused(v.Index(i), fmt.Sprintf("%s[%d]", path, i), depth+1); why != "" {
				return why
			}
		}
		return ""
	case reflect.Map:
		return refusedEntry(v, path, depth+1)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return ""
		}
		if v.Kind() == reflect.Interface && nameOf(v.Elem().Type()) == "" {
			return because(path, v.Elem().Type(), "stands behind an interface and was not registered")
		}
		return refused(v.Elem(), path, depth+1)
	}
	if _, ok := appendValue(nil, v, 0); ok {
		return ""
	}
	return because(path, v.Type(), formless)
}

// refusedEntry returns the reason of the first entry that has one, in the order of the keys' texts, so that the
// map's own order does not show.
func refusedEntry(v reflect.Value, path string, depth int) string {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, key := range keys {
		if why := refused(key, path+"{key}", depth); why != "" {
			return why
		}
		if why := refused(v.MapIndex(key), path+"{value}", depth); why != "" {
			return why
		}
	}
	return ""
}

func refusedField(v reflect.Value, path string, depth int) string {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		at := path + "." + field.Name
		if !field.IsExported() {
			return because(at, field.Type, unexported)
		}
		if why := refused(v.Field(i), at, depth); why != "" {
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

// shortened returns a long path without most of it.
func shortened(path string) string {
	const most = 60
	if len(path) <= most {
		return path
	}
	return path[:most] + "…"
}

// Refusal returns why no value of a type has a canonical form, with the path to the first field that has none; "" if
// some have. What stands behind interfaces is not looked at.
func Refusal(t reflect.Type) string { return refusal(t, t.Name(), nil) }

func refusal(t reflect.Type, path string, within []reflect.Type) string {
	if slices.Contains(within, t) {
		return ""
	}
	within = append(slices.Clip(within), t)
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			at := path + "." + field.Name
			if !field.IsExported() {
				return because(at, field.Type, unexported)
			}
			if why := refusal(field.Type, at, within); why != "" {
				return why
			}
		}
		return ""
	case reflect.Map:
		return cmp.Or(refusal(t.Key(), path+"{key}", within), refusal(t.Elem(), path+"{value}", within))
	case reflect.Slice, reflect.Array:
		return refusal(t.Elem(), path+"[]", within)
	case reflect.Pointer:
		return refusal(t.Elem(), path, within)
	case reflect.Interface:
		return ""
	}
	if _, ok := appendValue(nil, reflect.Zero(t), 0); ok {
		return ""
	}
	return because(path, t, formless)
}

const (
	unexported = "is unexported, so it could not be restored"
	formless   = "has no canonical form"
)
