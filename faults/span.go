package faults

import "github.com/scrutineer-go/scrutineer/spec"

// Span is a time in which a fault is there at a process.
type Span struct {
	Node spec.NodeID
	// Begin is when, and End is when not any more, Forever where that does not come.
	Begin, End Time
	// Text says in two or three words how it is.
	Text string
}

// lasting is a kind that is there for a while.
type lasting interface{ spans(nodes int) []Span }
