package spec

import "iter"

// Living is a state that knows which processes are up.
type Living interface{ Living() Set }

// Ghost is history that a property needs and no handler reads: a small machine
// stepped by the actions. It is written once in Go and runs beside the
// specification and the implementation alike; its other statement is in the
// protocol's MC module.
type Ghost[G any] struct {
	Init G
	// Step returns the ghost after an action; up are the processes that are up
	// after it. Where it is nil nothing changes the ghost.
	Step func(g G, a Action, up Set) G
	// See, if set, is called in place of Step. shown is what the process at which the action
	// happened shows of its state after it; nil if that process is down then, or if the action
	// happened to a copy in flight (see [Class.IsNetwork]). Only an implementation shows its
	// state: such a ghost cannot run beside a specification.
	See func(g G, a Action, up Set, shown any) G
	// Allows, where set, tells whether the environment may tell a process that input when history
	// is such; up are the processes that are up then. It bounds explorations, as a budget does: what it
	// forbids is not enabled. What a run is told its plan says.
	Allows func(g G, input Action, up Set) bool
}

// After returns the ghost after an action.
func (g Ghost[G]) After(before G, a Action, up Set) G { return g.AfterShown(before, a, up, nil) }

// AfterShown returns the ghost after an action with which a process shows something.
func (g Ghost[G]) AfterShown(before G, a Action, up Set, shown any) G {
	switch {
	case g.See != nil:
		return g.See(before, a, up, shown)
	case g.Step != nil:
		return g.Step(before, a, up)
	}
	return before
}

// IsGuarded tells whether the ghost may forbid an action of that kind: an input, be it that its
// handler is cut short.
func (g Ghost[G]) IsGuarded(a Action) bool {
	return g.Allows != nil && a.Msg.Body != nil && a.Msg.From == Environment
}

// Forbids tells whether the ghost forbids an action; up are the processes that are up before it.
func (g Ghost[G]) Forbids(now G, a Action, up Set) bool {
	return g.IsGuarded(a) && !g.Allows(now, a, up)
}

// Watched is a state with its ghost.
type Watched[S, G any] struct {
	State S
	Ghost G
}

// Watch runs the ghost beside the model; it becomes part of the state.
func Watch[S Living, G any](m Model[S], g Ghost[G]) Model[Watched[S, G]] {
	return &watched[S, G]{m, g}
}

type watched[S Living, G any] struct {
	model Model[S]
	ghost Ghost[G]
}

func (m *watched[S, G]) Init() iter.Seq[Watched[S, G]] {
	return func(yield func(Watched[S, G]) bool) {
		for s := range m.model.Init() {
			if !yield(Watched[S, G]{s, m.ghost.Init}) {
				return
			}
		}
	}
}

func (m *watched[S, G]) Actions(s Watched[S, G]) iter.Seq[Action] {
	if m.ghost.Allows == nil {
		return m.model.Actions(s.State)
	}
	return func(yield func(Action) bool) {
		up := s.State.Living()
		for a := range m.model.Actions(s.State) {
			if !m.ghost.Forbids(s.Ghost, a, up) && !yield(a) {
				return
			}
		}
	}
}

func (m *watched[S, G]) Do(s Watched[S, G], a Action) (Watched[S, G], bool) {
	if m.ghost.Forbids(s.Ghost, a, s.State.Living()) {
		return s, false
	}
	next, ok := m.model.Do(s.State, a)
	if !ok {
		return s, false
	}
	return Watched[S, G]{next, m.ghost.After(s.Ghost, a, next.Living())}, true
}

// Fairness is that of the model: what the ghost forbids is not enabled.
func (m *watched[S, G]) Fairness() []Fairness { return FairnessOf(m.model) }
