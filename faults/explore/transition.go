package explore

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// transition is one way in which a step at a process may go, worked out.
type transition struct {
	action uint32
	early  uint32 // the same step's action while what a timer awaits is in flight, where it is one's
	awaits uint32 // one more than the number of its awaiter, or awaitsAll
	local  uint32 // the local state after it
	shown  uint32 // one more than the number of what the process shows then, 0 for nothing
	broken uint32 // one more than the number of the panic that it comes to instead
	free   bool   // the budget has no say in it: there is no action
	up     bool   // whether the process is up after it
	clears bool   // the inbox is lost
	own    []uint32
	sent   []send
}

// send is one copy for another process; topic is one more than the number of the topic that
// the other must be bound to, 0 for none.
type send struct{ to, message, topic uint32 }

// internal works out what may happen at a local state without a message or an input.
func (c *Components) internal(at spec.NodeID, local uint32) []transition {
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

// deliver works out what the delivery of a message does to a local state.
func (c *Components) deliver(at spec.NodeID, local, message uint32) []transition {
	msg := c.messages.list[message]
	event := spec.Action{Name: spec.Deliver(msg.Body.Kind()), At: at, Msg: msg}
	return c.branches([]transition{}, c.processes[at].locals.list[local], event)
}

// input works out what happens if a process is told what it may be told while those
// processes are down.
func (c *Components) input(at spec.NodeID, local, down uint32) (transitions []transition) {
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
	t := transition{action: c.action(b.action), up: b.left.proc.Up}
	t.early = t.action
	if b.action.Timer != "" {
		t.early = c.action(c.model.rules.Early(b.action))
	}
	c.bytes += 96
	if b.cause != nil {
		t.broken = c.panicked(b.cause)
		return t
	}
	t.local = c.local(b.action.At, b.left.proc)
	t.shown = c.show(b.action.At, b.left.proc)
	t.clears = !t.up && !c.model.rules.KeepsInbox()
	t.own = c.own(b.left.proc.Inbox)
	for _, out := range b.left.sent {
		topic := uint32(0)
		if out.broadcast {
			n, _ := c.topics.number(out.topic, out.topic)
			topic = n + 1
		}
		t.sent = append(t.sent, send{uint32(out.msg.To), c.message(out.msg), topic})
	}
	c.bytes += int64(4*len(t.own) + 12*len(t.sent))
	return t
}

// own numbers what a process has sent to itself, in the order of the sending where that counts.
// The places of these copies are found out where they enter.
func (c *Components) own(inbox []Copies) []uint32 {
	if c.model.Ordered {
		inbox = slices.SortedFunc(slices.Values(inbox), func(a, b Copies) int {
			return cmp.Compare(a.Msg.Place, b.Msg.Place)
		})
	}
	var own []uint32
	for _, copies := range inbox {
		copies.Msg.Place = 0
		for range copies.Count {
			own = append(own, c.message(copies.Msg))
		}
	}
	return own
}
