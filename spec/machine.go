package spec

import (
	"iter"
	"slices"
	"strings"
)

// Of returns the transition system of a cluster whose processes have these handlers, under every
// fault. [Bounded] says which of the faults may happen.
func Of[L any](c Cluster, h Handlers[L]) Model[State[L]] {
	if h.Inputs == nil {
		h.Inputs = func(NodeID, L, Set) []Body { return nil }
	}
	return &machine[L]{c, h, ticking[L]{c.Discrete, c.Nodes, h.Aging}}
}

type machine[L any] struct {
	Cluster
	Handlers[L]
	time ticking[L]
}

// Init yields the initial states: all processes up, nothing in flight. There is one, unless clocks may differ.
func (m *machine[L]) Init() iter.Seq[State[L]] {
	s := State[L]{
		Alive:  AllNodes(m.Nodes),
		Nodes:  make([]L, m.Nodes),
		Disk:   make([]any, m.Nodes),
		Timers: make([]SetOf[Timer], m.Nodes),
	}
	if m.Boots {
		s.Unbooted = s.Alive
	}
	for i := range s.Nodes {
		s.Nodes[i] = m.Fresh(NodeID(i))
	}
	return func(yield func(State[L]) bool) {
		for clocks := range m.time.starts {
			if s.Readings = clocks; clocks != nil {
				s.Left, s.Steady = make([][]int, m.Nodes), make([]int, m.Nodes)
			}
			if !yield(s) {
				return
			}
		}
	}
}

// Actions yields for each process the handler runs, each with its crash points, and
// then what the environment may do to it.
func (m *machine[L]) Actions(s State[L]) iter.Seq[Action] {
	return func(yield func(Action) bool) {
		for i := range s.Nodes {
			for event := range m.events(s, NodeID(i)) {
				if !m.branches(s, event, yield) {
					return
				}
			}
			for a := range m.environment(s, NodeID(i)) {
				if !yield(a) {
					return
				}
			}
		}
		for _, a := range m.time.passings(s) {
			if !yield(a) {
				return
			}
		}
	}
}

// branches yields every way in which a handler run may go.
func (m *machine[L]) branches(s State[L], event Action, yield func(Action) bool) bool {
	for _, o := range m.outcomes(s, event) {
		a := event
		a.Pick = o.Pick
		if !yield(a) {
			return false
		}
		if len(o.Effects) == 0 {
			continue
		}
		a.Name = CrashIn(a.Name)
		for a.Cut = range o.Effects {
			if !yield(a) {
				return false
			}
		}
	}
	return true
}

// events yields the handler runs that may begin at a process, before they pick.
func (m *machine[L]) events(s State[L], at NodeID) iter.Seq[Action] {
	return func(yield func(Action) bool) {
		if !s.Alive.Has(at) {
			if m.Failures.Recovers() {
				yield(Action{Name: Recover, At: at})
			}
			return
		}
		if s.Unbooted.Has(at) {
			yield(Action{Name: Boot, At: at})
			return
		}
		for _, msg := range ageless(s.Flight, at) {
			if msg.Place > 1 {
				continue // an older one comes first
			}
			if !yield(Action{Name: Deliver(msg.Body.Kind()), At: at, Msg: msg}) {
				return
			}
		}
		for _, body := range m.Inputs(at, s.Nodes[at], s.Alive) {
			CheckInput(body)
			input := Message{From: Environment, To: at, Body: body}
			if !yield(Action{Name: body.Kind(), At: at, Msg: input}) {
				return
			}
		}
		for k, timer := range s.Timers[at] {
			if m.time.isDue(&s, at, k) && !yield(Action{Name: m.firing(s, at, timer), At: at, Timer: timer}) {
				return
			}
		}
	}
}

// firing names the firing of an armed timer: as long as a copy that it awaits is on its way to
// a process that is up, or its peer repeats one, only a fault has it fire, and a clock awaits none.
func (m *machine[L]) firing(s State[L], at NodeID, timer Timer) string {
	return m.fires(&s, at, timer) + timer.Name()
}

// fires is what the name of an armed timer's firing begins with.
func (m *machine[L]) fires(s *State[L], at NodeID, timer Timer) string {
	if m.Clocks.Has(timer.Name()) {
		return tickPrefix
	}
	if m.Discrete != nil { // a timer that is due fires, even if it awaits a message
		return timeoutPrefix
	}
	for _, msg := range s.Flight {
		msg.Place = 0 // it is the network's
		if s.Alive.Has(msg.To) && (m.Awaits == nil || m.Awaits(timer, at, s.Nodes[at], msg)) {
			return prematurePrefix
		}
	}
	if m.repeated(s, at, timer) {
		return prematurePrefix
	}
	return timeoutPrefix
}

// repeated reports whether the peer of a timer repeats what the timer awaits.
func (m *machine[L]) repeated(s *State[L], at NodeID, timer Timer) bool {
	peer := timer.Of()
	return m.Awaits != nil && m.Repeats != nil && s.Alive.Has(peer) && m.Repeats(timer, at, s.Nodes[peer])
}

// environment yields what happens at a process without any handler.
func (m *machine[L]) environment(s State[L], at NodeID) iter.Seq[Action] {
	return func(yield func(Action) bool) {
		for _, msg := range ageless(s.Flight, at) {
			kind := msg.Body.Kind()
			var names []string
			switch {
			case !s.Alive.Has(at):
				names = []string{Lose(kind)}
			case msg.Multicast:
				names = []string{Duplicate(kind)}
			default:
				names = []string{Drop(kind), Duplicate(kind)}
			}
			for _, name := range names {
				if !yield(Action{Name: name, At: at, Msg: msg}) {
					return
				}
			}
		}
		if s.Alive.Has(at) {
			yield(Action{Name: Crash, At: at})
		}
	}
}

// Do looks the action up among those that are enabled at its process: slow, and
// hard to get wrong.
func (m *machine[L]) Do(s State[L], a Action) (State[L], bool) {
	if a.Class().IsTime() {
		if !slices.ContainsFunc(m.time.passings(s), a.Same) {
			return s, false
		}
		return m.time.advance(s, a), true
	}
	if a.At < 0 || int(a.At) >= len(s.Nodes) {
		return s, false
	}
	switch a.Class() {
	case ClassCrash, ClassDrop, ClassLoss, ClassDuplicate:
		for act := range m.environment(s, a.At) {
			if act.Same(a) {
				return m.environmentStep(s, a), true
			}
		}
	}
	event, cut := a, len(a.Name)+1
	event.Pick, event.Cut = nil, 0
	crashes := a.Class() == ClassCrashIn
	if crashes {
		event.Name = strings.TrimPrefix(a.Name, CrashIn(""))
		cut = a.Cut
	}
	for candidate := range m.events(s, a.At) {
		if !candidate.Same(event) {
			continue
		}
		event.Pick = a.Pick
		for _, o := range m.outcomes(s, event) {
			if !o.Pick.Equal(a.Pick) || crashes && cut >= len(o.Effects) {
				continue
			}
			if !crashes {
				cut = len(o.Effects)
			}
			return m.run(s, event, o, cut, crashes), true
		}
	}
	return s, false
}

// environmentStep carries out a step of the environment.
func (m *machine[L]) environmentStep(s State[L], a Action) State[L] {
	switch a.Name {
	case Crash:
		return m.down(s, a.At)
	case Duplicate(a.Msg.Body.Kind()):
		s.Flight = inserted(s.Flight, youngest(s.Flight, a.Msg))
	default: // dropped or lost
		s.Flight = removed(s.Flight, oldest(s.Flight, a.Msg))
	}
	return s
}

func (m *machine[L]) outcomes(s State[L], event Action) []Outcome[L] {
	if m.HandleAt != nil {
		return m.HandleAt(s.Readings[event.At], s.Nodes[event.At], s.Disk[event.At], event)
	}
	return m.Handle(s.Nodes[event.At], s.Disk[event.At], event)
}

// run carries out one handler run, its effects up to the cut.
func (m *machine[L]) run(s State[L], event Action, o Outcome[L], cut int, crashes bool) State[L] {
	at := event.At
	if event.Msg.Body != nil && event.Msg.From != Environment {
		s.Flight = removed(s.Flight, oldest(s.Flight, event.Msg))
	}
	s.Alive, s.Unbooted = s.Alive.With(at), s.Unbooted.Without(at)
	for _, e := range o.Effects[:cut] {
		switch e.Kind {
		case SaveEffect:
			s.Disk = replace(s.Disk, at, e.Record)
		case SendEffect:
			s.Flight = m.send(s, Message{From: at, To: e.To, Body: e.Body})
		case MulticastEffect:
			for to := range m.Nodes {
				s.Flight = m.send(s, Message{From: at, To: NodeID(to), Multicast: true, Body: e.Body})
			}
		case BroadcastEffect:
			hearers := replace(s.Nodes, at, o.Local) // the sender as its handler has left it
			for _, to := range s.Alive {
				if m.Bound(to, hearers[to], e.Topic) {
					s.Flight = m.send(s, Message{From: at, To: to, Body: e.Body})
				}
			}
		}
	}
	if crashes {
		return m.down(s, at)
	}
	s.Nodes = replace(s.Nodes, at, o.Local)
	armed := s.Timers[at].Without(event.Timer).Minus(o.Disarm).Union(o.Arm)
	if m.Discrete != nil {
		s.Left = replace(s.Left, at, m.time.left(s.Timers[at], s.Left[at], armed, o))
	}
	s.Timers = replace(s.Timers, at, armed)
	return s
}

// send puts a copy into the network, where copies to a process that is down enter it.
func (m *machine[L]) send(s State[L], msg Message) []Message {
	if m.Failures != MessagesWait && !s.Alive.Has(msg.To) {
		return s.Flight
	}
	if m.Ordered {
		msg.Place = lastPlace(s.Flight, &msg) + 1
	}
	return inserted(s.Flight, msg)
}

// down takes a process down: its volatile state and its timers are gone, and unless they
// wait every copy addressed to it. Its disk stays, and so do the copies that it sent.
func (m *machine[L]) down(s State[L], at NodeID) State[L] {
	s.Alive, s.Unbooted = s.Alive.Without(at), s.Unbooted.Without(at)
	s.Nodes = replace(s.Nodes, at, m.Fresh(at))
	s.Timers = replace(s.Timers, at, nil)
	if m.Discrete != nil {
		s.Left = replace(s.Left, at, nil)
	}
	if m.Failures != MessagesWait {
		s.Flight = slices.DeleteFunc(slices.Clone(s.Flight), func(msg Message) bool { return msg.To == at })
	}
	return s
}

func replace[T any](list []T, at NodeID, x T) []T {
	list = slices.Clone(list)
	list[at] = x
	return list
}
