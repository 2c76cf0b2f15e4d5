package explore

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// inputs returns what the environment may tell a process.
func (m *model) inputs(at spec.NodeID, p Process, down spec.Set) []spec.Action {
	if !p.Up || p.Unbooted {
		return nil
	}
	var inputs []spec.Action
	for _, body := range m.Told(at, m.State(at, p), down) {
		spec.CheckInput(body)
		input := spec.Message{From: spec.Environment, To: at, Body: body}
		inputs = append(inputs, spec.Action{Name: body.Kind(), At: at, Msg: input})
	}
	return inputs
}

// awaiting reports whether an armed timer of a process awaits a copy that is in flight to a
// process that is up, or that its peer repeats.
type awaiting func(at spec.NodeID, p Process, timer spec.Timer) bool

// nothing is awaited, whatever is in flight.
func nothing(spec.NodeID, Process, spec.Timer) bool { return false }

// awaitsIn is what is awaited in a state.
func (m *model) awaitsIn(s Global) awaiting {
	return func(at spec.NodeID, p Process, timer spec.Timer) bool {
		return m.repeated(timer, at, func(peer spec.NodeID) Process { return s.Procs[peer] }) ||
			slices.ContainsFunc(s.Procs, func(to Process) bool { return to.Up && m.awaits(at, p, timer, to.Inbox) })
	}
}

// repeated reports whether the peer of a timer repeats what the timer awaits.
func (m *model) repeated(timer spec.Timer, at spec.NodeID, is func(peer spec.NodeID) Process) bool {
	return m.Repeated(timer, at, func(peer spec.NodeID) any {
		if p := is(peer); p.Up {
			return m.State(peer, p)
		}
		return nil
	})
}

// awaits reports whether a timer awaits one of the copies of an inbox.
func (m *model) awaits(at spec.NodeID, p Process, timer spec.Timer, inbox []Copies) bool {
	if m.Awaits == nil || len(inbox) == 0 {
		return len(inbox) > 0
	}
	state := m.State(at, p)
	return slices.ContainsFunc(inbox, func(c Copies) bool {
		c.Msg.Place = 0 // it is the network's
		return m.Awaits(timer, at, state, &c.Msg)
	})
}

// events returns the other handler runs that may begin at a process, before picking.
func (m *model) events(at spec.NodeID, p Process, awaits awaiting) []spec.Action {
	if !p.Up {
		if !m.Failures.Recovers() {
			return nil
		}
		return []spec.Action{{Name: spec.Recover, At: at}}
	}
	if p.Unbooted {
		return []spec.Action{{Name: spec.Boot, At: at}}
	}
	var events []spec.Action
	for i, timer := range p.Armed {
		if m.Discrete != nil {
			if p.Left[i] <= 0 {
				events = append(events, spec.Action{Name: m.rules.Firing(timer, false), At: at, Timer: timer})
			}
			continue
		}
		events = append(events, spec.Action{
			Name: m.rules.Firing(timer, awaits(at, p, timer)), At: at, Timer: timer,
		})
	}
	for i, c := range p.Inbox {
		if c.Msg.Place > 1 || !oldest(p.Inbox, i) {
			continue // an older one comes first
		}
		c.Msg.Age = 0
		events = append(events, spec.Action{Name: spec.Deliver(c.Msg.Body.Kind()), At: at, Msg: c.Msg})
	}
	return events
}

// environment returns what may happen at a process without its doing.
func (m *model) environment(at spec.NodeID, p Process) []spec.Action {
	var actions []spec.Action
	for i, c := range p.Inbox {
		if !oldest(p.Inbox, i) {
			continue // the network treats the oldest of equal copies
		}
		c.Msg.Age = 0
		for _, name := range m.rules.Faults(&c.Msg, p.Up).Names(c.Msg.Body.Kind()) {
			actions = append(actions, spec.Action{Name: name, At: at, Msg: c.Msg})
		}
	}
	if p.Up {
		actions = append(actions, spec.Action{Name: spec.Crash, At: at})
	}
	return actions
}
