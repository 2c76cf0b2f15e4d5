package paper

import (
	"iter"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// allLists yields all membership lists of a group of nodes processes in which at most c lists of others lack each
// process, the fullest first. The receiver may change the slice.
func allLists(nodes, c int) iter.Seq[[]spec.Set] {
	return func(yield func([]spec.Set) bool) {
		full := make([]spec.Set, nodes)
		for i := range full {
			full[i] = spec.AllNodes(nodes)
		}
		lackEach(full, 0, c, yield)
	}
}

// lackEach yields those lists that differ from the given ones in who lacks id and all
// above.
func lackEach(lists []spec.Set, id spec.NodeID, c int, yield func([]spec.Set) bool) bool {
	if int(id) == len(lists) {
		return yield(slices.Clone(lists))
	}
	others := spec.AllNodes(len(lists)).Without(id)
	for lacking := range min(c, len(others)) + 1 {
		for where := range others.Subsets(lacking) {
			if !lackEach(lacked(lists, id, where), id+1, c, yield) {
				return false
			}
		}
	}
	return true
}

// lacked returns the lists without that process in those of some others.
func lacked(lists []spec.Set, id spec.NodeID, where spec.Set) []spec.Set {
	lists = slices.Clone(lists)
	for _, at := range where {
		lists[at] = lists[at].Without(id)
	}
	return lists
}

// drawnLists draws lists in which each process is missing in at most c of the others, and
// rather in many than in few.
func drawnLists(key draw.Key, nodes, c int) []spec.Set {
	lists := make([]spec.Set, nodes)
	for i := range lists {
		lists[i] = spec.AllNodes(nodes)
	}
	for id := range spec.NodeID(nodes) {
		key := key.With(uint64(id))
		lacking := max(below(key.With(1), c+1), below(key.With(2), c+1))
		lists = lacked(lists, id, drawnSet(key.With(3), spec.AllNodes(nodes).Without(id), lacking))
	}
	return lists
}

// drawnSet draws number members of a set, or all if there are fewer.
func drawnSet(key draw.Key, from spec.Set, number int) spec.Set {
	var chosen spec.Set
	for range min(number, len(from)) {
		id := from[below(key.With(uint64(len(chosen))), len(from))]
		chosen, from = chosen.With(id), from.Without(id)
	}
	return chosen
}

// below draws a number from 0 to n-1.
func below(key draw.Key, n int) int { return int(key.Below(uint64(n))) }
