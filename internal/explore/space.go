package explore

import "github.com/scrutineer-go/scrutineer/spec"

// Space is the space of a cluster's global states, as vectors of the numbers of its
// Components. It is a checker.Space.
type Space[V Vector] struct {
	components *Components
	places[V]
}

// NewSpace returns the space with so many numbers in a word of its vectors.
func NewSpace[V Vector](c *Components, perWord int) *Space[V] {
	return &Space[V]{c, newPlaces[V](len(c.processes), perWord)}
}

// Words is how many words a vector needs, with so many numbers in each.
func (c *Components) Words(perWord int) int { return (2*len(c.processes) + 2 + perWord - 1) / perWord }

// Init returns the initial states.
func (sp *Space[V]) Init() []V {
	c := sp.components
	var all []V
	for s := range c.model.Init() {
		var v V
		for i, p := range s.Procs {
			setSlot(&sp.layout, &v, 2*i, c.localNumber(spec.NodeID(i), p))
			setSlot(&sp.layout, &v, 2*i+1, c.inboxNumber(spec.NodeID(i), nil))
		}
		setSlot(&sp.layout, &v, sp.spentSlot, c.spending.amount(make([]int, len(c.spending.budget.Lines))))
		all = append(all, v)
	}
	return all
}

// Hash mixes the numbers of a state.
func (sp *Space[V]) Hash(v V) uint64 { return hashWords(&v) }

// Bytes is about how much memory is taken by what was learned.
func (sp *Space[V]) Bytes() int64 { return sp.components.size() }

// Interned returns the numbers of a state's components.
func (sp *Space[V]) Interned(v V) InternedState {
	s := InternedState{Ghost: sp.Ghost(&v), Spent: sp.Spent(&v)}
	for i := range sp.components.processes {
		s.Locals[i], s.Inboxes[i] = sp.Local(&v, i), sp.Inbox(&v, i)
	}
	return s
}

// expand returns the expansion of a state before its steps are looked up.
func (sp *Space[V]) expand(v V) expansion[V] {
	e := expansion[V]{components: sp.components, places: &sp.places, from: v}
	if due := sp.components.due; due != nil {
		e.due = due[sp.Interned(v)]
	}
	return e
}

// Next appends the targets of the steps out of a state, as far as they are known.
func (sp *Space[V]) Next(to []V, v V) ([]V, bool) {
	e := sp.expand(v)
	e.to = to
	known := e.run()
	return e.to, known
}

// Learn works out what is not known of the steps out of a state.
func (sp *Space[V]) Learn(v V) (err error) {
	defer func() {
		if cause := recover(); cause != nil { // of the ghost, or of a State method
			err = spec.BreachOf(spec.Action{}, cause)
		}
	}()
	e := sp.expand(v)
	e.learns = true
	e.run()
	return e.err
}

// Actions appends the actions of the steps out of a state.
func (sp *Space[V]) Actions(to []spec.Action, v V) []spec.Action {
	_, labels, _, _ := sp.Edges(nil, nil, nil, v)
	for _, label := range labels {
		to = append(to, sp.Action(label))
	}
	return to
}

// Edges appends what Next appends, and beside each target the number of its action and the timers that the step keeps:
// those that are set before and after it and that it neither fires nor sets. It
// reports whether some fair action is enabled in the state and only the budget forbids it,
// as spec.Exhausted does.
func (sp *Space[V]) Edges(
	to []V, actions []uint32, kept []uint64, v V,
) (_ []V, _ []uint32, _ []uint64, exhausted bool) {
	if actions == nil {
		actions = []uint32{}
	}
	e := sp.expand(v)
	e.to, e.labels, e.kept = to, actions, kept
	e.run()
	return e.to, e.labels, e.kept, e.denied
}

// Action returns the action of that number.
func (sp *Space[V]) Action(number uint32) spec.Action { return sp.components.Action(number) }

// Timers names the timers of all processes, in the order of their numbers.
func (sp *Space[V]) Timers() []string { return sp.components.timers.names() }

// TimersIn returns the timers that are set in a state, as bits.
func (sp *Space[V]) TimersIn(v V) (set uint64) {
	for i := range sp.components.processes {
		set |= sp.components.processes[i].armed[sp.Local(&v, i)]
	}
	return set
}
