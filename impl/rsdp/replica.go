package rsdp

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Replica is what a reducer knows of the replica that it works for.
type Replica struct {
	// Self is the replica.
	Self spec.NodeID
	// Order lists all processes in ascending order of their addresses, as the replica compares them.
	Order []spec.NodeID
	// Gone tells who has left and has not been heard of since.
	Gone []bool

	ranks []int // the inverse of Order
}

// NewReplica returns the replica as it is at the beginning, when nobody has left.
func NewReplica(self spec.NodeID, cfg words.Config) *Replica {
	r := &Replica{Self: self, Order: cfg.Order(self), Gone: make([]bool, cfg.Nodes), ranks: make([]int, cfg.Nodes)}
	for rank, id := range r.Order {
		r.ranks[id] = rank
	}
	return r
}

// Rank is a process's place in Order, from 0, and -1 for None.
func (r *Replica) Rank(id spec.NodeID) int {
	if id == spec.None {
		return -1
	}
	return r.ranks[id]
}

// Compare compares two processes by their addresses.
func (r *Replica) Compare(a, b spec.NodeID) int { return cmp.Compare(r.Rank(a), r.Rank(b)) }

// Ascending lists those who are marked, in ascending order of their addresses.
func (r *Replica) Ascending(marked []bool) []spec.NodeID {
	var list []spec.NodeID
	for _, id := range r.Order {
		if marked[id] {
			list = append(list, id)
		}
	}
	return list
}

// Present are those of a list who have not left, in its order; the list itself where none has.
func (r *Replica) Present(list []spec.NodeID) []spec.NodeID {
	gone := func(id spec.NodeID) bool { return r.Gone[id] }
	if !slices.ContainsFunc(list, gone) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), gone)
}
