package tlc

import (
	"slices"
	"strconv"

	"github.com/scrutineer-go/scrutineer/internal/diff"
)

// Diff says where two values differ, or returns nil if they are equal. path names
// the values themselves, and is "" for states, whose variables then begin the
// paths. The path of a function's point is leader[1] or
// flight[[from |-> 0, kind |-> "Query"]], that of a set's element voted{2}, which
// is "present" or "absent".
func Diff(a, b Value, path string) []diff.Field {
	switch {
	case Equal(a, b):
		return nil
	case a.shape == function && b.shape == function:
		return diffPoints(a, b, func(key Value) string { return pointPath(path, key) })
	case a.shape == set && b.shape == set:
		return diffPoints(membership(a), membership(b),
			func(key Value) string { return path + "{" + key.String() + "}" })
	}
	if path == "" {
		path = "value"
	}
	return []diff.Field{{Path: path, A: a.String(), B: b.String()}}
}

// diffPoints compares two functions key by key, in the order of the keys.
func diffPoints(a, b Value, pathOf func(Value) string) []diff.Field {
	keys := slices.Concat(a.keys, b.keys)
	slices.SortFunc(keys, Compare)
	keys = slices.CompactFunc(keys, Equal)
	var fields []diff.Field
	for _, key := range keys {
		left, _ := a.Get(key)
		right, _ := b.Get(key)
		fields = append(fields, Diff(left, right, pathOf(key))...)
	}
	return fields
}

// membership is the set as a function, so that an element it lacks is "absent".
func membership(v Value) Value {
	f := Value{shape: function, keys: v.keys}
	for range v.keys {
		f.vals = append(f.vals, Value{shape: model, text: "present"})
	}
	return f
}

// pointPath extends a path by one key of a function: .field, [number] or [value].
func pointPath(path string, key Value) string {
	switch {
	case key.shape == str && isName(key.text) && path == "":
		return key.text
	case key.shape == str && isName(key.text):
		return path + "." + key.text
	case key.shape == integer:
		return path + "[" + strconv.Itoa(key.num) + "]"
	}
	return path + "[" + key.String() + "]"
}
