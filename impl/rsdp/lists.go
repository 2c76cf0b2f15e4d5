package rsdp

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// mark marks those of a list.
func mark(marked []bool, list []spec.NodeID) {
	for _, id := range list {
		marked[id] = true
	}
}

// markSenders marks those who have sent something.
func markSenders(marked []bool, entries []Entry) {
	for _, entry := range entries {
		marked[entry.From] = true
	}
}

// without are those of a list who are not in a set, in its order.
func without(list []spec.NodeID, set spec.Set) []spec.NodeID {
	if !slices.ContainsFunc(list, set.Has) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), set.Has)
}

// last is the last of a list, None of an empty one.
func last(list []spec.NodeID) spec.NodeID {
	if len(list) == 0 {
		return spec.None
	}
	return list[len(list)-1]
}

// with returns the list with x in that place.
func with[T comparable](list []T, place spec.NodeID, x T) []T {
	if list[place] == x {
		return list
	}
	list = slices.Clone(list)
	list[place] = x
	return list
}
