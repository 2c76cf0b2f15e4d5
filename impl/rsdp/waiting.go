package rsdp

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
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

// keep keeps an answer, in place of an earlier one of its sender.
func (e *engine) keep(status Status) {
	from := status.From
	place, found := slices.BinarySearchFunc(e.Statuses, from, func(s Status, id spec.NodeID) int {
		return cmp.Compare(s.From, id)
	})
	if found && !e.cfg.Interprets(words.KeepsRepeats) {
		e.Statuses[place] = status
		return
	}
	for place < len(e.Statuses) && e.Statuses[place].From == from {
		place++
	}
	e.Statuses = slices.Insert(e.Statuses, place, status)
}
