// Package relay is the smallest protocol that is stated three times, for tests: an implementation, a specification
// (specification.go) and properties (properties.go), with a TLA+ module beside them. Runners stand in a row. Who has
// the baton runs, and holds out a baton to the next one, again and again.
//
// It is in no list of protocols: one line of a test registers it. Only tests import this package. Start reading at
// [Protocol].
package relay

import (
	"time"

	"github.com/scrutineer-go/scrutineer"
)

// Baton is what a runner passes to the next one.
type Baton struct{}

// Start is the input that makes the first runner run.
type Start struct{}

// Kind returns "Baton".
func (Baton) Kind() string { return "Baton" }

// Kind returns "Start".
func (Start) Kind() string { return "Start" }

// again is the timer after which a runner holds out the baton again, and every is its length.
const (
	again = scrutineer.Timer("Again")
	every = 100 * time.Millisecond
)

// State is all of a runner that changes.
type State struct{ Ran bool }

// runner runs once.
type runner struct {
	next  scrutineer.NodeID
	last  bool
	state State
}

// newRunner returns a runner in a row of n.
func newRunner(id scrutineer.NodeID, n int) scrutineer.Node {
	return &runner{next: id + 1, last: int(id) == n-1}
}

// State returns the runner's state.
func (r *runner) State() any { return &r.state }

// Step handles one event: the start, a baton, or the timer.
func (r *runner) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	if r.state.Ran && ev.Kind != scrutineer.Fired {
		return
	}
	r.state.Ran = true
	if !r.last {
		out.Send(r.next, Baton{})
		out.SetTimer(again, every)
	}
}

// starts are the inputs of a runner: the first is told to run, once.
func starts(at scrutineer.NodeID, ran bool) []scrutineer.Body {
	if at != 0 || ran {
		return nil
	}
	return []scrutineer.Body{Start{}}
}

// awaits reports whether a runner's timer waits for a message: for its own baton, which is on its way.
func awaits(at scrutineer.NodeID, m scrutineer.Message) bool { return m.From == at }
