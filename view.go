package scrutineer

import (
	"iter"
	"time"
)

// View is what a property sees: the states of all processes at one moment, who is up, what time it
// is, and what was ever announced.
type View[State any] struct{ *snapshot[State] }

// snapshot is a moment of a run or of an exploration.
type snapshot[State any] struct {
	nodes     []*State // nil while it is down
	announced []Announcement
	now       time.Duration
	reading   func(NodeID) time.Duration // nil in explorations
}

// Announcement is what a process announced at some time.
type Announcement struct {
	By   NodeID // the process
	What any    // what [Protocol].Announces has returned
}

// Nodes is how many processes there are.
func (v View[State]) Nodes() int { return len(v.nodes) }

// Up tells whether a process is up.
func (v View[State]) Up(id NodeID) bool { return v.nodes[id] != nil }

// State is the state of a process, nil while it is down. It must not be changed.
func (v View[State]) State(id NodeID) *State { return v.nodes[id] }

// All yields the processes that are up, with their states.
func (v View[State]) All() iter.Seq2[NodeID, *State] {
	return func(yield func(NodeID, *State) bool) {
		for i, s := range v.nodes {
			if s != nil && !yield(NodeID(i), s) {
				return
			}
		}
	}
}

// Now is the true time since the beginning of the run; an exploration knows none, and has it be 0.
func (v View[State]) Now() time.Duration { return v.now }

// Reading is what the process's own clock reads now: see Event.Now.
func (v View[State]) Reading(id NodeID) time.Duration {
	if v.reading == nil {
		return 0
	}
	return v.reading(id)
}

// Announced is all that was announced up to now, each announcement of a process once, in the order
// of the processes. It must not be changed.
func (v View[State]) Announced() []Announcement { return v.announced }
