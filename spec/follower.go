package spec

import (
	"slices"
	"strings"
	"time"
)

// Follower takes the steps of one run, one after the other. What it takes and what it then leaves is what
// [Model.Do] says. But Do looks an action up among all that are enabled and makes a new state, and a Follower
// looks at what the action is about and changes its state in place, so that a step costs the same in a group
// of any size.
type Follower[L any] struct {
	machine *machine[L] // nil where the model was not made by Of: then no step is taken
	was, is State[L]    // before the last step and after it, each in room of its own
	step    Delta
	copy    int  // where the copy of the action stands among those in flight
	jumped  bool // the states may differ anywhere
}

// Delta is what a step has changed in the network, and where.
type Delta struct {
	// At is the process at which the step happened: all others have the local state, the disk and the
	// timers that they had.
	At NodeID
	// Taken tells that the copy of the action has left the network, Cleared that the process went down
	// and nothing is in flight to it any more.
	Taken, Cleared bool
	// Sent are the copies that have entered the network, in order.
	Sent []Message
}

// Follow returns a follower of the model that is in a state.
func Follow[L any](m Model[State[L]], s State[L]) *Follower[L] {
	f := &Follower[L]{}
	f.machine, _ = m.(*machine[L])
	f.is.copyFrom(&s)
	f.was.copyFrom(&s)
	return f
}

// States returns the states before the last step and after it. They are valid until the next step, and must not be
// changed.
func (f *Follower[L]) States() (before, after *State[L]) { return &f.was, &f.is }

// Delta returns what the last step has changed.
func (f *Follower[L]) Delta() *Delta { return &f.step }

// Follows reports whether the model was made by Of: a step changes nothing then of any process but its own.
func (f *Follower[L]) Follows() bool { return f.machine != nil }

// KeepsOrder reports whether the model keeps copies in order: then those that stay may have moved up.
func (f *Follower[L]) KeepsOrder() bool { return f.machine != nil && f.machine.Ordered }

// Inbox returns the copies in flight to a process.
func (f *Follower[L]) Inbox(at NodeID) []Message { return inbox(f.is.Flight, at) }

// Reads sets what the clock of a process reads at the next step. The state must have Readings.
func (f *Follower[L]) Reads(at NodeID, reading time.Duration) { f.is.Readings[at] = reading }

// Jump goes on with the state as if the last step had led there.
func (f *Follower[L]) Jump(s State[L]) {
	f.was.copyFrom(&f.is)
	f.is.copyFrom(&s)
	f.jumped = true
}

// Undo takes the last step back.
func (f *Follower[L]) Undo() { f.is.copyFrom(&f.was) }

// Take takes an action, if it is enabled, and reports whether it is.
func (f *Follower[L]) Take(a Action) bool {
	if f.machine == nil || a.At < 0 || int(a.At) >= len(f.is.Nodes) {
		return false
	}
	f.catchUp()
	f.step = Delta{At: a.At, Sent: f.step.Sent[:0]}
	switch class := a.Class(); class {
	case ClassCrash, ClassDrop, ClassLoss, ClassDuplicate:
		return f.suffer(&a, class)
	}
	event, crashes := a, a.Class() == ClassCrashIn
	event.Pick, event.Cut = nil, 0
	if crashes {
		event.Name = strings.TrimPrefix(a.Name, CrashIn(""))
	}
	if !f.isEnabled(&event) {
		return false
	}
	event.Pick = a.Pick
	for _, o := range f.machine.outcomes(f.is, event) {
		if !o.Pick.Equal(a.Pick) || crashes && a.Cut >= len(o.Effects) {
			continue
		}
		f.run(&event, &o, a.Cut, crashes)
		return true
	}
	return false
}

// catchUp brings the state before the last step to that after it.
func (f *Follower[L]) catchUp() {
	at, was, is := f.step.At, &f.was, &f.is
	if f.jumped {
		was.copyFrom(is)
		f.jumped = false
		return
	}
	was.Alive, was.Unbooted = is.Alive, is.Unbooted
	copy(was.Readings, is.Readings)
	was.Nodes[at], was.Disk[at], was.Timers[at] = is.Nodes[at], is.Disk[at], is.Timers[at]
	if f.step.Taken || f.step.Cleared || len(f.step.Sent) > 0 {
		was.Flight = append(was.Flight[:0], is.Flight...)
	}
}

// isEnabled reports whether a handler run may begin.
func (f *Follower[L]) isEnabled(event *Action) bool {
	m, s, at, body := f.machine, &f.is, event.At, event.Msg.Body
	switch {
	case !s.Alive.Has(at):
		return m.Failures.Recovers() && Action{Name: Recover, At: at}.Same(*event)
	case s.Unbooted.Has(at):
		return Action{Name: Boot, At: at}.Same(*event)
	case body == nil:
		return s.Timers[at].Has(event.Timer) && isNamed(event.Name, m.fires(s, at, event.Timer), event.Timer.Name())
	case event.Timer != "":
		return false
	case event.Msg.From == Environment:
		return f.isOffered(event)
	}
	return isNamed(event.Name, deliverPrefix, body.Kind()) && event.Msg.Place <= 1 && f.isFlying(event)
}

// isNamed reports whether a name consists of these two, which it does not put together.
func isNamed(name, prefix, rest string) bool {
	after, ok := strings.CutPrefix(name, prefix)
	return ok && after == rest
}

// isOffered reports whether the environment may tell the process that.
func (f *Follower[L]) isOffered(event *Action) bool {
	at := event.At
	for _, body := range f.machine.Inputs(at, f.is.Nodes[at], f.is.Alive) {
		CheckInput(body)
		offer := Message{From: Environment, To: at, Body: body}
		if event.Name == body.Kind() && CompareMessages(event.Msg, offer) == 0 {
			return true
		}
	}
	return false
}

// isFlying reports whether the copy of the action is on its way to the process.
func (f *Follower[L]) isFlying(a *Action) bool {
	if a.Msg.Body == nil || a.Msg.To != a.At {
		return false
	}
	at, found := slices.BinarySearchFunc(f.is.Flight, a.Msg, CompareMessages)
	f.copy = at
	return found
}

// suffer takes a step of the environment.
func (f *Follower[L]) suffer(a *Action, class Class) bool {
	up := f.is.Alive.Has(a.At)
	switch {
	case a.Timer != "" || a.Cut != 0 || len(a.Pick) > 0:
		return false
	case class == ClassCrash && up && a.Msg.Body == nil:
		f.down(a.At)
		return true
	case !f.isFlying(a):
		return false
	}
	switch kind := a.Msg.Body.Kind(); {
	case up && a.Name == Duplicate(kind):
		f.insert(a.Msg)
	case up && !a.Msg.Multicast && a.Name == Drop(kind), !up && a.Name == Lose(kind):
		f.remove()
	default:
		return false
	}
	return true
}

// run carries out one handler run, and where it crashes its effects up to the cut.
func (f *Follower[L]) run(event *Action, o *Outcome[L], cut int, crashes bool) {
	at, s := event.At, &f.is
	if event.Msg.Body != nil && event.Msg.From != Environment {
		f.remove()
	}
	if !crashes {
		cut = len(o.Effects)
	}
	s.Alive, s.Unbooted = s.Alive.With(at), s.Unbooted.Without(at)
	s.Nodes[at] = o.Local
	for i := range o.Effects[:cut] {
		f.carryOut(at, &o.Effects[i])
	}
	if crashes {
		f.down(at)
		return
	}
	if !o.keeps(s.Timers[at], event.Timer) {
		s.Timers[at] = s.Timers[at].Without(event.Timer).Minus(o.Disarm).Union(o.Arm)
	}
}

// keeps reports whether the outcome leaves the timers of its process as they are, of which one may have fired.
func (o *Outcome[L]) keeps(timers SetOf[Timer], fired Timer) bool {
	if fired != "" && !o.Arm.Has(fired) {
		return false
	}
	for _, t := range o.Disarm {
		if timers.Has(t) && !o.Arm.Has(t) {
			return false
		}
	}
	for _, t := range o.Arm {
		if !timers.Has(t) {
			return false
		}
	}
	return true
}

// carryOut carries out an effect of a process, whose local state is the one that its handler has left.
func (f *Follower[L]) carryOut(at NodeID, e *Effect) {
	m, s := f.machine, &f.is
	switch e.Kind {
	case SaveEffect:
		s.Disk[at] = e.Record
	case SendEffect:
		f.send(Message{From: at, To: e.To, Body: e.Body})
	case MulticastEffect:
		for to := range m.Nodes {
			f.send(Message{From: at, To: NodeID(to), Multicast: true, Body: e.Body})
		}
	case BroadcastEffect:
		for _, to := range s.Alive {
			if m.Bound(to, s.Nodes[to], e.Topic) {
				f.send(Message{From: at, To: to, Body: e.Body})
			}
		}
	}
}

// send puts a copy into the network, where copies to a process that is down enter it.
func (f *Follower[L]) send(msg Message) {
	if f.machine.Failures != MessagesWait && !f.is.Alive.Has(msg.To) {
		return
	}
	if f.machine.Ordered {
		msg.Place = lastPlace(f.is.Flight, &msg) + 1
	}
	f.insert(msg)
}

func (f *Follower[L]) insert(msg Message) {
	i, _ := slices.BinarySearchFunc(f.is.Flight, msg, CompareMessages)
	f.is.Flight = slices.Insert(f.is.Flight, i, msg)
	f.step.Sent = append(f.step.Sent, msg)
}

// remove takes the copy of the action out of the network.
func (f *Follower[L]) remove() {
	f.is.Flight = without(f.is.Flight, f.copy)
	f.step.Taken = true
}

// down takes a process down.
func (f *Follower[L]) down(at NodeID) {
	m, s := f.machine, &f.is
	s.Alive, s.Unbooted = s.Alive.Without(at), s.Unbooted.Without(at)
	s.Nodes[at], s.Timers[at] = m.Fresh(at), nil
	if m.Failures != MessagesWait {
		s.Flight = slices.DeleteFunc(s.Flight, func(msg Message) bool { return msg.To == at })
		f.step.Cleared = true
	}
}

// copyFrom makes the state one that is equal to another and shares no lists with it.
func (s *State[L]) copyFrom(other *State[L]) {
	s.Alive, s.Unbooted = other.Alive, other.Unbooted
	s.Nodes, s.Disk = append(s.Nodes[:0], other.Nodes...), append(s.Disk[:0], other.Disk...)
	s.Timers, s.Flight = append(s.Timers[:0], other.Timers...), append(s.Flight[:0], other.Flight...)
	s.Readings = append(s.Readings[:0], other.Readings...)
	if other.Flight == nil {
		s.Flight = nil // nothing has been in flight so far: differences are told in other words then
	}
}
