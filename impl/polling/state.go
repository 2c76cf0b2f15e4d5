package polling

import (
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// State is all of a process that changes. A process uses the fields of its part alone.
type State struct {
	// Heard is the division that the process has heard of last.
	Heard int
	Worker
	Provider
	Store
}

// Worker is the state of a worker. Times are readings of its clock.
type Worker struct {
	// Origin is from when on it counts slots, and Quiet until when it is silent.
	Origin, Quiet time.Duration
	// Frame is its timeframe. If divisions are adopted at agreed instants, it holds from Adopt on, and Before holds
	// until then.
	Frame, Before Timeframe
	Adopt         time.Duration
	// Due is when its next slot begins, 0 for none.
	Due time.Duration
	// Used reports whether it has used a slot, and Slot is when the last such began.
	Used bool
	Slot time.Duration
}

// Provider is the state of the provider.
type Provider struct {
	// Window has the requests of the sliding window, in the order of their arrival, and Banned the keys whose requests
	// are all refused.
	Window []words.Arrival
	Banned spec.SetOf[int]
}

// Store is the state of the store: the intervals with a record, and the intervals with more than one.
type Store struct{ Rows, Twice spec.SetOf[int] }
