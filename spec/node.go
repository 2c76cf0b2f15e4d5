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

// Set is a set of processes.
type Set = SetOf[NodeID]

// Members reads a membership vector as a set.
func Members(vector []bool) Set {
	set := make(Set, 0, len(vector))
	for id, member := range vector {
		if member {
			set = append(set, NodeID(id))
		}
	}
	return set
}

// Lowest returns the lowest member, or None.
func Lowest(s Set) NodeID {
	if len(s) == 0 {
		return None
	}
	return s[0]
}

// Highest returns the highest member, or None.
func Highest(s Set) NodeID {
	if len(s) == 0 {
		return None
	}
	return s[len(s)-1]
}
