package explore

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// internalSteps works out what may happen at a local state without a message or an input.
func (c *Components) internalSteps(at spec.NodeID, local uint32) []transition {
	p := c.processes[at].locals.list[local]
	transitions := []transition{}
	for _, event := range c.model.events(at, p, nothing) {
		first := len(transitions)
		transitions = c.branches(transitions, p, event)
		if event.Timer != "" && c.model.Awaits != nil {
			c.awaiters = append(c.awaiters, awaiter{at, local, event.Timer})
			for i := first; i < len(transitions); i++ {
				transitions[i].awaits = uint32(len(c.awaiters))
			}
		}
	}
	for _, a := range c.model.environment(at, p) { // with an empty inbox, a crash
		transitions = append(transitions, c.transition(branch{action: a, left: left{proc: c.model.disturbed(p, a)}}))
	}
	return transitions
}

// deliverySteps works out what the delivery of a message does to a local state.
func (c *Components) deliverySteps(at spec.NodeID, local, message uint32) []transition {
	msg := c.messages.list[message]
	event := spec.Action{Name: spec.Deliver(msg.Body.Kind()), At: at, Msg: msg}
	return c.branches([]transition{}, c.processes[at].locals.list[local], event)
}

// inputSteps works out what happens if a process is told what it may be told while those
// processes are down.
func (c *Components) inputSteps(at spec.NodeID, local, down uint32) (transitions []transition) {
	transitions = []transition{}
	defer func() {
		if cause := recover(); cause != nil { // of the function Inputs
			transitions = append(transitions, transition{free: true, broken: c.panicked(cause)})
		}
	}()
	p := c.processes[at].locals.list[local]
	var seen []spec.Action
	for _, event := range c.model.inputs(at, p, setOf(down)) {
		if slices.ContainsFunc(seen, event.Same) {
			panic(spec.Breach{Contract: "ActionsOnce", Why: event.String() + " is offered twice"})
		}
		seen = append(seen, event)
		transitions = c.branches(transitions, p, event)
	}
	return transitions
}

func (c *Components) branches(transitions []transition, p Process, event spec.Action) []transition {
	for _, b := range c.model.branches(p, event) {
		transitions = append(transitions, c.transition(b))
	}
	return transitions
}

// transition numbers all that a branch speaks of.
func (c *Components) transition(b branch) transition {
	t := transition{action: c.actionNumber(b.action), up: b.left.proc.Up}
	t.early = t.action
	if b.action.Timer != "" {
		t.fires = c.timers.bits(b.action.At, spec.NewSet(b.action.Timer))
	}
	if b.action.Timer != "" && c.model.Discrete == nil { // in discrete time no firing is premature
		t.early = c.actionNumber(c.model.rules.Early(b.action))
	}
	c.bytes += 96
	if b.cause != nil {
		t.broken = c.panicked(b.cause)
		return t
	}
	t.local = c.localNumber(b.action.At, b.left.proc)
	t.runs = c.timers.bits(b.action.At, b.left.runs)
	t.shown = c.show(b.action.At, b.left.proc)
	t.clears = !t.up && !c.model.rules.KeepsInbox()
	t.own = c.sentToItself(b.left.proc.Inbox)
	for _, out := range b.left.sent {
		topic := uint32(0)
		if out.broadcast {
			n, _ := c.topics.number(out.topic, out.topic)
			topic = n + 1
		}
		t.sent = append(t.sent, send{uint32(out.msg.To), c.messageNumber(out.msg), topic})
	}
	c.bytes += int64(4*len(t.own) + 12*len(t.sent))
	return t
}

// sentToItself numbers what a process has sent to itself, in the order of the sending where that counts.
// The places of these copies are found out where they enter.
func (c *Components) sentToItself(inbox []Copies) []uint32 {
	if c.model.Ordered {
		inbox = slices.SortedFunc(slices.Values(inbox), func(a, b Copies) int {
			return cmp.Compare(a.Msg.Place, b.Msg.Place)
		})
	}
	var own []uint32
	for _, copies := range inbox {
		copies.Msg.Place = 0
		for range copies.Count {
			own = append(own, c.messageNumber(copies.Msg))
		}
	}
	return own
}
