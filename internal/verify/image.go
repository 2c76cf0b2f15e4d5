package verify

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// image is the specification's view of a world.
type image interface {
	// step follows one step of the world. It returns pointers to the specification's states
	// before and after it, which are valid until the next step, or why it takes no such step.
	step(w *world.World, e *world.Event) (before, after spec.Living, refusal *checker.Refusal)
	// resumes sets the view to the world as it is.
	resumes(w *world.World)
	// reread returns a pointer to the state after the last step with what the clocks read now.
	reread(w *world.World) spec.Living
	// copies is how many copies are in flight.
	copies() int
	// local reports whether no step changes anything of a process but the one at which it happens. Then alone
	// shows of the state after the last step what is one process's own; it is valid until the next call.
	local() bool
	alone(at spec.NodeID) spec.Living
}

// only is the set with no other member than one.
func only(s spec.Set, id spec.NodeID) spec.Set {
	if i, ok := slices.BinarySearch(s, id); ok {
		return s[i : i+1]
	}
	return nil
}

// seeing looks at what events leave, in room that it uses again.
type seeing struct {
	failures spec.Failures // the cluster's
	world    *world.World
	event    *world.Event
	timers   spec.SetOf[spec.Timer]
	sent     []spec.Message
	flight   []spec.Message
}

// look looks at what an event has left at its process, and changed in the network.
func (s *seeing) look(w *world.World, e *world.Event) spec.Delta {
	at := e.Action.At
	s.world, s.event = w, e
	s.timers = w.Armed(s.timers[:0], at)
	slices.Sort(s.timers)
	s.sent = s.sent[:0]
	for i := range e.Sent {
		s.sent = append(s.sent, e.Sent[i].Msg)
	}
	return spec.Delta{At: at, Taken: e.Takes(), Cleared: s.clears(), Sent: s.sent}
}

// clears reports whether nothing is in flight to the process of the event, as it is down.
func (s *seeing) clears() bool {
	return !s.world.Up(s.event.Action.At) && s.failures != spec.MessagesWait
}

// Inbox lists what is in flight to a process.
func (s *seeing) Inbox(at spec.NodeID) []spec.Message { return s.world.Inbox(at) }

// After lists all that is in flight after the event, if that was it before. It is valid until the next event.
func (s *seeing) After(before []spec.Message) []spec.Message {
	if s.flight == nil && before != nil {
		s.flight = []spec.Message{} // as it is when all earlier events were looked at
	}
	s.flight = s.world.FlightAfter(s.flight[:0], before, s.event)
	if slices.ContainsFunc(s.flight, func(m spec.Message) bool { return m.Place > 0 }) { // those move up
		s.flight = s.flight[:0]
		for i := range s.world.Nodes() {
			s.flight = append(s.flight, s.world.Inbox(spec.NodeID(i))...)
		}
	}
	return s.flight
}
