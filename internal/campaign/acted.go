package campaign

import (
	"hash/maphash"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Acted is what a campaign has seen of an action that a process handles.
type Acted struct {
	// Runs is in how many runs it happened. Does reports whether it did something in some run: it sent a message, saved
	// a record, set or stopped a timer, or changed the state of its process.
	Runs int  `json:"runs"`
	Does bool `json:"does"`
}

// statesEvery is in every how many runs the states of processes are told apart from others: that takes time.
const statesEvery = 8

// mostStates is how many states are told apart: their hashes take memory.
const mostStates = 200_000

// covering is what one run has seen.
type covering struct {
	handled map[string]bool     // by action, whether it did something
	known   map[string]*Acted   // of the runs before: what does something there is not looked at again
	states  map[uint64]struct{} // the states of single processes, as hashes; nil if the run is none that keeps them
	changed bool                // the present event has changed the state of its process
}

// hashes has one seed in a program: hashes are compared, and never shown.
var hashes = maphash.MakeSeed()

// newCovering returns what a run has seen in its beginning, after others that have seen what is known. With variety it
// also has states, if it is the turn of the run.
func newCovering(variety bool, run int, known map[string]*Acted) covering {
	c := covering{handled: map[string]bool{}, known: known}
	if variety && run%statesEvery == 0 {
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
	if state := w.State(at); c.states != nil && state != nil && len(c.states) < mostStates {
		c.states[maphash.String(hashes, codec.Key(state))] = struct{}{}
	}
}

// act notes what a process has handled.
func (c *covering) act(e *world.Event) {
	switch e.Action.Class() {
	case spec.ClassDelivery, spec.ClassTimeout, spec.ClassTick, spec.ClassInput:
		if does := c.changed || len(e.Effects) > 0; does || !c.handled[e.Action.Name] {
			c.handled[e.Action.Name] = does
		}
	}
}

// inert reports whether no action of that name is known to have done anything.
func (c *covering) inert(name string) bool {
	was := c.known[name]
	return !c.handled[name] && (was == nil || !was.Does)
}

// compares reports whether the states before and after an event are compared.
func (c *covering) compares(ev *impl.Event) bool {
	switch ev.Kind {
	case impl.Delivered:
		return c.inert(spec.Deliver(ev.Body.Kind()))
	case impl.Told:
		return c.inert(ev.Body.Kind())
	case impl.Fired:
		return c.inert(spec.Timeout(ev.Timer)) || c.inert(spec.Tick(ev.Timer))
	}
	return false
}
