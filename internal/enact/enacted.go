package enact

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// enacted is what a world keeps for one process, as far as a plan speaks of it.
type enacted struct {
	timers []enactedTimer
	offers []enactedOffer
	sets   faults.Ordinals // how often each timer was set
	told   faults.Ordinals // how often each kind of input was offered
	runs   faults.Ordinals // how often each handler has run, by its action
	picks  int
	boot   *awaited      // its first event, nil where that is over
	since  faults.Time   // when it went down
	down   **faults.Time // where the plan says for how long, nil while it is up
}

// awaited is what will come: since when it is on its way, and where the plan says how
// long it takes.
type awaited struct {
	since faults.Time
	by    *faults.Time
}

// enactedCopy is a copy in flight.
type enactedCopy struct {
	msg      spec.Message
	ref      faults.MessageRef
	original int // the copy, numbered in the order of sending, that it is or is a duplicate of
	awaited
}

// enactedTimer is one that is armed.
type enactedTimer struct {
	name       spec.Timer
	nth        int
	since, due faults.Time // due is how long it runs
	pin        *faults.TimerPin
	left       *faults.TimerLeft // where it was set at the beginning
}

// enactedOffer is an input that a process will be told.
type enactedOffer struct {
	body spec.Body
	awaited
}

// lasting is a timer that is set at the beginning, and must not fire by itself for a number of steps.
type lasting struct {
	timer *faults.TimerLeft
	steps faults.Time
}

// limit is a timer that must not fire by itself for a number of steps.
type limit struct {
	timer spec.Timer
	since faults.Time
	steps faults.Time
	due   faults.Time
}
