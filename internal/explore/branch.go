package explore

import (
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What a process does by itself: everything about a step but the copies that it sends
// to others. The adapter does it anew each time, Components once.

// branch is one way in which a handler run may go.
type branch struct {
	action spec.Action
	left   left
	cause  any // the panic of a handler that does not come to an end
}

// left is what a step leaves: its process, and the copies that go to others, in order.
type left struct {
	proc Process
	sent []outgoing
	runs spec.SetOf[spec.Timer] // the timers that it fires or sets
}

// outgoing is a copy for another process, of a broadcast only if that is bound to the topic.
type outgoing struct {
	msg       spec.Message
	broadcast bool
	topic     string
}

// branches returns the ways in which a handler run may go: every pick, and for each
// the run to its end and a crash before each effect.
func (m *model) branches(p Process, event spec.Action) []branch {
	picks, r, cause := m.picks(p, event)
	switch {
	case cause != nil:
		return []branch{{action: event, cause: cause}}
	case picks == nil:
		return m.withCuts(nil, p, event, r)
	}
	var branches []branch
	for _, pick := range picks {
		a := event
		a.Pick = pick
		if r, cause := m.try(p, a); cause != nil {
			branches = append(branches, branch{action: a, cause: cause})
		} else {
			branches = m.withCuts(branches, p, a, r)
		}
	}
	return branches
}

// withCuts adds a handler run, and a crash before each of its effects.
func (m *model) withCuts(branches []branch, p Process, a spec.Action, r run) []branch {
	branches = append(branches, branch{action: a, left: m.finish(p, a, r)})
	cut := a
	cut.Name = spec.CrashIn(a.Name)
	for {
		l, ok := m.cutShort(p, a, r, cut.Cut)
		if !ok {
			return branches
		}
		branches = append(branches, branch{action: cut, left: l})
		cut.Cut++
	}
}

// disturbed returns what a step of the environment leaves of a process.
func (m *model) disturbed(p Process, a spec.Action) Process {
	switch {
	case a.Name == spec.Crash:
		return m.crashed(p)
	case a.Name == spec.Duplicate(a.Msg.Body.Kind()):
		return p.double(a.Msg)
	default: // dropped or lost
		return p.take(a.Msg)
	}
}

// crashed returns what is left of a process that goes down.
func (m *model) crashed(p Process) Process {
	left := Process{Disk: p.Disk, Reading: p.Reading, Steady: p.Steady}
	if m.rules.KeepsInbox() {
		left.Inbox = p.Inbox
	}
	return left
}

// finish carries out all that the handler asked for.
func (m *model) finish(p Process, event spec.Action, run run) left {
	l := left{proc: m.consume(p, event)}
	l.proc.Up, l.proc.Unbooted, l.proc.Memory = true, false, run.memory
	l.proc = l.proc.stop(event.Timer)
	if event.Timer != "" {
		l.runs = l.runs.With(event.Timer)
	}
	for _, e := range run.effects {
		m.carryOut(&l, event.At, e)
	}
	return l
}

// cutShort carries out the effects up to the cut and then takes the process
// down. It is false where the handler has no such crash point.
func (m *model) cutShort(p Process, event spec.Action, run run, cut int) (left, bool) {
	l := left{proc: m.consume(p, event)}
	l.proc.Up, l.proc.Memory = true, run.memory
	for _, e := range run.effects {
		if !network.Cuttable(e) {
			continue
		}
		if cut == 0 {
			l.proc = m.crashed(l.proc)
			return l, true
		}
		m.carryOut(&l, event.At, e)
		cut--
	}
	return left{}, false
}

// consume takes the delivered copy out of the network: a delivery always does,
// also where the process ignores it.
func (m *model) consume(p Process, event spec.Action) Process {
	if event.Name == spec.Deliver(network.KindOf(event)) {
		return p.take(event.Msg)
	}
	return p
}

// carryOut carries out one effect of a process, which is up. A copy to itself stays
// with it.
func (m *model) carryOut(l *left, at spec.NodeID, e impl.Effect) {
	switch e.Kind {
	case impl.Save:
		l.proc.Disk = string(codec.Box(e.Record))
	case impl.SetTimer:
		l.proc, l.runs = l.proc.set(e.Timer, e.After, m.Discrete), l.runs.With(e.Timer)
	case impl.StopTimer:
		l.proc = l.proc.stop(e.Timer)
	}
	for _, msg := range m.rules.Copies(nil, at, &e) {
		switch out := (outgoing{msg, e.Kind == impl.Broadcast, e.Topic}); {
		case msg.To != at:
			l.sent = append(l.sent, out)
		case m.hears(at, l.proc, out):
			l.proc = m.enters(l.proc, msg)
		}
	}
}

// enters returns the process with a copy that was just sent to it.
func (m *model) enters(p Process, msg spec.Message) Process {
	if m.Ordered {
		msg.Place = next(p.Inbox, &msg)
	}
	return p.add(msg, 1)
}

// hears reports whether a process gets a copy.
func (m *model) hears(at spec.NodeID, p Process, out outgoing) bool {
	return !out.broadcast || p.Up && m.IsBound(at, m.State(at, p), out.topic)
}
