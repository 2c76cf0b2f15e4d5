package spec

import "strconv"

// NodeID names a process. Processes are numbered from 0, and the number is the
// rank of the process's hash: the lower, the more it should lead.
type NodeID int

const (
	// None is no process: a leader not yet known, a minimum of nothing.
	None NodeID = -1
	// Environment is the sender of an input: what a membership service, a client
	// or an operator tells a process outside the network.
	Environment NodeID = -2
)

// String returns the number, "none" or "environment".
func (id NodeID) String() string {
	switch id {
	case None:
		return "none"
	case Environment:
		return "environment"
	}
	return strconv.Itoa(int(id))
}

// AllNodes returns the processes 0 to n-1.
func AllNodes(n int) Set {
	all := make(Set, n)
	for i := range all {
		all[i] = NodeID(i)
	}
	return all
}
