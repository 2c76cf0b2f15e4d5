package scrutineer

import (
	"fmt"
	"iter"
	"sync/atomic"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// View is what a property sees: the states of all processes at one moment, who is up, what time it
// is, and what was ever announced.
type View[State any] struct {
	*snapshot
	nodes []*State // those of the snapshot
}

// viewOf returns a snapshot with the type State.
func viewOf[State any](s *snapshot) View[State] { return View[State]{s, *s.nodes.(*statesOf[State])} }

// snapshot is a View without the type State: a moment of a run or of an exploration. Its exported methods are methods
// of a View.
type snapshot struct {
	nodes     states
	disk      func(NodeID) any
	unstable  Set
	announced []Announcement
	now       time.Duration
	reading   func(NodeID) time.Duration // nil in explorations that know no time
	timeless  *atomic.Bool               // in explorations, set where a property asks for the time
	// changed are the processes that the last step may have changed, nil if that is not known: then all may have.
	changed Set
	// saved is the record that the last process of changed had on its disk before the step, if there are properties of
	// steps.
	saved any
	// returned are the processes that have come up again. Explorations do not know them.
	returned Set
	// log and label take what properties log and call the run; nil if nobody keeps it.
	log   func(text string)
	label func(name string)
	// image is the view as a specification sees it, nil for none yet; stale are the processes that have changed since.
	image any
	stale []NodeID
}

// states are pointers to the states of processes, nil while a process is down. Views read them with their type.
type states interface {
	count() int
	at(id NodeID) any
	set(id NodeID, state any)
	clear()
}

type statesOf[State any] []*State

func newStates[State any](n int) states {
	s := make(statesOf[State], n)
	return &s
}

func (s *statesOf[State]) count() int { return len(*s) }

func (s *statesOf[State]) at(id NodeID) any {
	if state := (*s)[id]; state != nil {
		return state
	}
	return nil
}

func (s *statesOf[State]) set(id NodeID, state any) { (*s)[id], _ = state.(*State) }

func (s *statesOf[State]) clear() { clear(*s) }

// Announcement is what a process announced at some time.
type Announcement struct {
	By   NodeID // the process
	What any    // what [Protocol].Announces has returned
}

// Nodes is how many processes there are.
func (v View[State]) Nodes() int { return len(v.nodes) }

// Up reports whether a process is up.
func (v View[State]) Up(id NodeID) bool { return v.nodes[id] != nil }

// State is the state of a process, nil while it is down. It must not be changed.
func (v View[State]) State(id NodeID) *State { return v.nodes[id] }

// Disk is the record that a process saved last, nil for none.
func (v *snapshot) Disk(id NodeID) any { return v.disk(id) }

// Stable reports whether a process is up and does not go on to crash again and again, as one that flaps for ever.
// In a run only the properties that are asked at the end know the latter.
func (v View[State]) Stable(id NodeID) bool { return v.Up(id) && !v.unstable.Has(id) }

// AllStable reports whether all processes are [View.Stable].
func (v View[State]) AllStable() bool {
	for id := range v.nodes {
		if !v.Stable(NodeID(id)) {
			return false
		}
	}
	return true
}

// Highest returns the highest process that is up, None if there is none.
func (v View[State]) Highest() NodeID {
	for id := len(v.nodes) - 1; id >= 0; id-- {
		if v.nodes[id] != nil {
			return NodeID(id)
		}
	}
	return spec.None
}

// Returned reports whether a process has come up again after a crash. It is false in explorations, which keep no such
// history.
func (v *snapshot) Returned(id NodeID) bool { return v.returned.Has(id) }

// Changed are the processes that the last step may have changed: at most one in runs, after the first event; all in
// explorations. Other processes need not be checked again. The set must not be changed.
func (v *snapshot) Changed() Set {
	if v.changed == nil {
		return spec.AllNodes(v.nodes.count())
	}
	return v.changed
}

// All yields the processes that are up, with their states.
func (v View[State]) All() iter.Seq2[NodeID, *State] {
	nodes := v.nodes
	return func(yield func(NodeID, *State) bool) {
		for i, s := range nodes {
			if s != nil && !yield(NodeID(i), s) {
				return
			}
		}
	}
}

// Logf logs a line about this moment, in the format of fmt.Sprintf. The lines of a run that fails stand in the report
// and in log.txt beside its diagram, the last 1,000 of them; -scrutineer.replay prints those of its run. Other runs and
// explorations have none.
func (v *snapshot) Logf(format string, args ...any) {
	if v.log != nil {
		v.log(fmt.Sprintf(format, args...))
	}
}

// Label calls the run what name says, such as "two leaders". Check and the command campaign print in what share of the
// runs each name was given. Explorations count none.
func (v *snapshot) Label(name string) {
	if v.label != nil {
		v.label(name)
	}
}

// Now is the true time since the beginning of the run. It is 0 in explorations.
func (v *snapshot) Now() time.Duration {
	if v.timeless != nil {
		v.timeless.Store(true)
	}
	return v.now
}

// Reading is what the process's own clock reads now: see Event.Now. In explorations it is 0 unless the protocol has
// [Protocol].Discrete.
func (v *snapshot) Reading(id NodeID) time.Duration {
	if v.reading == nil {
		return v.Now() // which is 0 too
	}
	return v.reading(id)
}

// Announced is all that was announced up to now, each announcement of a process once, in the order
// of the processes. It must not be changed.
func (v *snapshot) Announced() []Announcement { return v.announced }
