package polling

import (
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// Local is the local state of one process. Readings are those of its own clock.
type Local struct {
	// Heard is the division that the process has heard of last.
	Heard int
	// Of a worker: the reading from which on it counts slots, the one until which it is silent, and the one at which
	// its next slot begins, 0 for none.
	Origin, Quiet, Due time.Duration
	// Used reports whether it has used a slot, and Slot is when the last one that it has used began.
	Used bool
	Slot time.Duration

	// Of the provider: the requests in its window, and the keys that it has banned.
	Arrivals words.Arrivals
	Banned   spec.SetOf[int]

	// Of the store: the intervals with a record, and the intervals with more than one.
	Rows, Twice spec.SetOf[int]
}

// polling is the protocol in one configuration.
type polling struct{ words.Config }
