package scrutineer

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/halves"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Half is one of several machines that each process holds: see [HalfSpec].
type Half[State any] interface {
	half
	// reads does nothing. Its parameter makes the compiler refuse the half of another State.
	reads(*State)
}

// half is the part of a Half that does not need the type State.
type half interface {
	// check says what is missing.
	check(readsClocks bool) error
	// guarded returns it with an Abstraction that is called by call, which is told whose state it is shown.
	guarded(call func(at spec.NodeID, state any, abstraction func())) half
	// of returns the half as runs are compared with it.
	of(c network.Cluster) halves.Any
}

// HalfSpec is the executable specification, with local states L, of one of the machines that each process holds, such
// as a failure detector below an election. In runs, a step of the machine is compared with its specification. A step of
// another machine must leave this one as it is, and do nothing in its name, unless the other machine tells it
// something. Package impl/pair makes such processes.
type HalfSpec[State, L any] struct {
	// Name names the half in reports.
	Name string
	// Handlers is the specification.
	Handlers spec.Handlers[L]
	// Abstraction reads the half of a process that is up as the specification sees it.
	Abstraction func(at spec.NodeID, state *State) L
	// Kinds are the kinds of the half's messages and inputs, and Timers the names of its timers. Each message, input
	// and timer belongs to one half. The first event of a process, and its crash, belong to all.
	Kinds, Timers []string
	// Saved returns the half's part of a record on the disk. If it is nil the half saves nothing. No half may save the
	// same record twice in a row.
	Saved func(record any) any
	// Tells returns what the half tells the halves after it in a step between two of its states. Each body goes to
	// the half of its kind, as an input. If Tells is nil the half tells the others nothing. The specification of a half
	// that tells something must be deterministic, but for what it picks.
	Tells func(step spec.Action, before, after L) []spec.Body
}

func (HalfSpec[State, L]) reads(*State) {}

// check says what is missing.
func (h HalfSpec[State, L]) check(readsClocks bool) error {
	switch {
	case h.Name == "":
		return input.Errorf("Halves", "has a half without a Name, name it")
	case h.Handlers.Fresh == nil || (h.Handlers.Handle == nil) == (h.Handlers.HandleAt == nil):
		return input.Errorf("Halves", "has Handlers of %s, they must set Fresh and either Handle or HandleAt", h.Name)
	case h.Handlers.HandleAt != nil && !readsClocks:
		return input.Errorf("Halves", "has HandleAt of %s without ReadsClocks, set that too", h.Name)
	case h.Abstraction == nil:
		return input.Errorf("Halves", "lacks the Abstraction of %s, it reads the State as the specification's", h.Name)
	}
	return nil
}

// guarded returns the half with an Abstraction that is called by call.
func (h HalfSpec[State, L]) guarded(call func(at spec.NodeID, state any, abstraction func())) half {
	read := h.Abstraction
	h.Abstraction = func(at spec.NodeID, state *State) (local L) {
		call(at, state, func() { local = read(at, state) })
		return local
	}
	return h
}

// of returns the half as runs are compared with it.
func (h HalfSpec[State, L]) of(c network.Cluster) halves.Any {
	return halves.Half[L]{
		Name: h.Name, Kinds: spec.NewSet(h.Kinds...), Timers: spec.NewSet(h.Timers...), Saved: h.Saved, Tells: h.Tells,
		Model: func(told func() []spec.Body) spec.Model[spec.State[L]] {
			handlers := h.Handlers
			handlers.Inputs = func(at spec.NodeID, local L, up spec.Set) []spec.Body {
				if h.Handlers.Inputs == nil {
					return told()
				}
				return append(slices.Clip(h.Handlers.Inputs(at, local, up)), told()...)
			}
			return spec.Of(spec.Cluster{
				Nodes: c.Nodes, Failures: c.Failures, Boots: c.Boots, Clocks: c.Clocks,
			}, handlers)
		},
		Local: func(at spec.NodeID, state any) L {
			if up, ok := state.(*State); ok {
				return h.Abstraction(at, up)
			}
			return h.Handlers.Fresh(at)
		},
	}
}
