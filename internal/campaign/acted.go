package campaign

import (
	"hash/maphash"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Acted is what a campaign has seen of an action that a process handles.
type Acted struct {
	// Runs is in how many runs it happened. Does reports whether it had an effect in some run: a message, a record, a
	// timer. As long as it had none, In are the first runs in which it happened.
	Runs int   `json:"runs"`
	Does bool  `json:"does"`
	In   []int `json:"in,omitempty"`
}

// mostIn is how many runs are kept in which an action had no effect, for looking at the states then.
const mostIn = 8

// statesEvery is in every how many runs the states of processes are told apart from others: that takes time.
const statesEvery = 8

// covering is what one run has seen.
type covering struct {
	handled map[string]bool     // by action, whether it had an effect
	states  map[uint64]struct{} // the states of single processes, as hashes; nil if the run is none that keeps them
}

// hashes has one seed in a program: hashes are compared, and never shown.
var hashes = maphash.MakeSeed()

func newCovering(run int) covering {
	c := covering{handled: map[string]bool{}}
	if run%statesEvery == 0 {
		c.states = map[uint64]struct{}{}
	}
	return c
}

// see sees an event.
func (c *covering) see(w *world.World, e *world.Event) {
	at := e.Action.At
	if at == spec.None {
		return
	}
	if e.Whole {
		c.act(e)
	}
	if state := w.State(at); c.states != nil && state != nil {
		c.states[maphash.String(hashes, codec.Key(state))] = struct{}{}
	}
}

// act notes what a process has handled.
func (c *covering) act(e *world.Event) {
	switch e.Action.Class() {
	case spec.ClassDelivery, spec.ClassTimeout, spec.ClassTick, spec.ClassInput:
		if does := len(e.Effects) > 0; does || !c.handled[e.Action.Name] {
			c.handled[e.Action.Name] = does
		}
	}
}
