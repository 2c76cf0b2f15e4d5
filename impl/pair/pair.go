// Package pair puts two machines into one process: a lower one, such as a failure detector or a membership engine, and
// an upper one, such as an election. An event goes to the machine to which its timer or its message belongs. If the
// lower machine changes, the upper one is told in the same step.
//
// Neither machine knows of the other, and the package knows no protocol. It must not import a protocol's room.
// Start reading at [New].
package pair

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Node is a process with two machines.
type Node[L, U any] struct {
	lower, upper Machine
	tells        func(ev *impl.Event, before, after *L) []spec.Body
	state        State[L, U]
}

// New returns a process with two machines. After each step of the lower machine, and after the first event of both,
// tells is called with the event and the lower machine's state before and after; the upper machine is then told the
// bodies that it returns. The state before is a shallow copy, so tells must not read what the machine changes in place.
// New panics if a message or a timer belongs to both machines.
func New[L, U any](
	lower, upper Machine, tells func(ev *impl.Event, before, after *L) []spec.Body,
) *Node[L, U] {
	for _, both := range [][2]spec.SetOf[string]{{lower.Kinds, upper.Kinds}, {lower.Timers, upper.Timers}} {
		if len(both[0].Minus(both[1])) < len(both[0]) {
			panic(fmt.Sprintf("pair: one machine has %q and the other %q, they must differ", both[0], both[1]))
		}
	}
	n := &Node[L, U]{lower: lower, upper: upper, tells: tells}
	begins(&n.lower, &n.state.Lower)
	begins(&n.upper, &n.state.Upper)
	return n
}

// State returns the process's state, a *State.
func (n *Node[L, U]) State() any { return &n.state }

// Step handles one event.
func (n *Node[L, U]) Step(ev impl.Event, out *impl.Effects) {
	before := n.state.Lower
	switch {
	case ev.Kind == impl.Booted || ev.Kind == impl.Recovered:
		n.begin(ev, out)
	case n.upper.owns(&ev):
		n.stepUpper(ev, out)
		return
	case n.lower.owns(&ev):
		n.stepLower(ev, out)
	default:
		panic(stray(fmt.Sprintf("%v%v", ev.Body, ev.Timer)))
	}
	for _, body := range n.tells(&ev, &before, &n.state.Lower) {
		told := impl.Event{Kind: impl.Input, From: spec.None, Body: body, Now: ev.Now}
		if !n.upper.owns(&told) {
			panic(stray(body.Kind()))
		}
		n.stepUpper(told, out)
	}
}

// begin has both machines handle their first event.
func (n *Node[L, U]) begin(ev impl.Event, out *impl.Effects) {
	lower, upper := ev, ev
	lower.Disk, upper.Disk = n.state.Saved.read(ev.Disk, n.lower.Saves, n.upper.Saves)
	n.stepLower(lower, out)
	n.stepUpper(upper, out)
}

// stepLower has the lower machine handle an event.
func (n *Node[L, U]) stepLower(ev impl.Event, out *impl.Effects) {
	step(&n.lower, &n.state.Lower, ev, out, func(record any) { n.save(&n.state.Saved.Lower, record, out) })
}

// stepUpper has the upper machine handle an event.
func (n *Node[L, U]) stepUpper(ev impl.Event, out *impl.Effects) {
	step(&n.upper, &n.state.Upper, ev, out, func(record any) { n.save(&n.state.Saved.Upper, record, out) })
}

// save saves a record of one machine, or, if both save, the record of the process with it in the machine's field.
func (n *Node[L, U]) save(own *any, record any, out *impl.Effects) {
	if n.lower.Saves && n.upper.Saves {
		*own = record
		record = n.state.Saved
	}
	out.Save(record)
}

// begins takes the state with which a machine begins.
func begins[S any](m *Machine, state *S) {
	held := m.State().(*S)
	*state, *held = *held, *new(S)
}

// step has a machine handle an event. The machine holds its state only during a step, so restoring the state of the
// process restores both machines.
func step[S any](m *Machine, state *S, ev impl.Event, out *impl.Effects, save func(record any)) {
	held := m.State().(*S)
	*held = *state
	own := out.Nested()
	m.Step(ev, own)
	*state, *held = *held, *new(S)
	for _, e := range own.List {
		switch e.Kind {
		case impl.Save:
			if !m.Saves {
				panic(stray("a record"))
			}
			save(e.Record)
			continue
		case impl.SetTimer, impl.StopTimer:
			if !m.Timers.Has(e.Timer.Name()) {
				panic(stray(string(e.Timer)))
			}
		default:
			if !m.Kinds.Has(e.Body.Kind()) {
				panic(stray(e.Body.Kind()))
			}
		}
		out.List = append(out.List, e)
	}
}
