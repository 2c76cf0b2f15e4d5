package faults

import "github.com/scrutineer-go/scrutineer/spec"

// drawn is a kind of which campaigns draw single ones, or nil for none after all.
type drawn interface{ draw(d Drawer) Kind }

// Drawer makes the choices of which faults are drawn.
type Drawer interface {
	// Has chooses whether the plan has a kind of fault at all.
	Has(kind string) bool
	// Choose returns a number from 0 to n-1. what says for what.
	Choose(what string, n int) int
	// Interval chooses a time with a beginning and an end.
	Interval(what string) (begin, end Time)
	// Some chooses a set of processes that is not empty.
	Some(what string) spec.Set
	// Nodes is the number of processes.
	Nodes() int
	// Skew is by how many parts per million the protocol lets clocks be off; 0 where no
	// faults of clocks are drawn.
	Skew() int
}
