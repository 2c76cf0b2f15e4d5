package rsdp

import (
	"cmp"
	"slices"
)

// insert adds x to what waits, in ascending order and once.
func insert[T any](list []T, x T, compare func(a, b T) int) []T {
	place, found := slices.BinarySearchFunc(list, x, compare)
	if found {
		return list
	}
	return slices.Insert(list, place, x)
}

func compareHellos(a, b Hello) int {
	return cmp.Or(
		cmp.Compare(a.From, b.From),
		cmp.Compare(a.Session.Life, b.Session.Life), cmp.Compare(a.Session.Number, b.Session.Number),
	)
}

func compareCloses(a, b Close) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Life, b.Life))
}
