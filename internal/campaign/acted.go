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
	clocks  spec.SetOf[string]  // the timers that are clocks
	// delivers and fires are the actions, by kinds of messages and by timers: their names take time to make.
	delivers map[string]*handling
	fires    map[spec.Timer]*handling
}

// handling is an action that a process handles, and whether it is known to do something.
type handling struct {
	name string
	does bool
}

// hashes has one seed in a program: hashes are compared, and never shown.
var hashes = maphash.MakeSeed()

// newCovering returns an empty covering for a run. known is what the runs before have seen. If localStates is set, the
// states of processes are kept in every eighth run.
func newCovering(localStates bool, run int, known map[string]*Acted) covering {
	c := covering{
		handled: map[string]bool{}, known: known, delivers: map[string]*handling{},
		fires: map[spec.Timer]*handling{},
	}
	if localStates && run%statesEvery == 0 {
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

// compares reports whether the states before and after an event are compared: so it is until its action has done
// something.
func (c *covering) compares(kind impl.EventKind, body spec.Body, timer spec.Timer) bool {
	switch kind {
	case impl.Delivered:
		h := c.delivers[body.Kind()]
		if h == nil {
			h = &handling{name: spec.Deliver(body.Kind())}
			c.delivers[body.Kind()] = h
		}
		return c.inert(h)
	case impl.Input:
		return c.inert(&handling{name: body.Kind()})
	case impl.Fired:
		h := c.fires[timer]
		if h == nil {
			h = &handling{name: spec.Timeout(timer)}
			if c.clocks.Has(timer.Name()) {
				h.name = spec.Tick(timer)
			}
			c.fires[timer] = h
		}
		return c.inert(h)
	}
	return false
}

// inert reports whether an action is not known to do anything.
func (c *covering) inert(h *handling) bool {
	if !h.does {
		was := c.known[h.name]
		h.does = c.handled[h.name] || was != nil && was.Does
	}
	return !h.does
}
