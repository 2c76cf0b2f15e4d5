package spec

import "fmt"

// PropertyKind says over what a property is judged.
type PropertyKind uint8

// The kinds of properties. The first two are judged state by state, Stepwise ones step by
// step, the others on the fair runs of a model that was explored to its end.
const (
	// Always properties must hold in every reachable state.
	Always PropertyKind = iota
	// Reachable properties must hold in at least one reachable state. They are
	// the witnesses of the Always properties: they show that the model did
	// something for those to be true of.
	Reachable
	// Stepwise properties must hold of every step: [][A]_v in TLA+. There v is all of the
	// variables but what is spent of a budget, so that a step that changes nothing, or
	// nothing but that, is none.
	Stepwise
	// Eventually properties must hold at some time in every fair run: <>P. Here and
	// below a state that is Exhausted counts as one in which P holds, where that is excused.
	Eventually
	// Recurrent properties must hold again and again in every fair run: []<>P.
	Recurrent
	// Stable properties must hold from some time on in every fair run: <>[]P.
	Stable
)

// OfStates tells whether a property of that kind is judged state by state.
func (k PropertyKind) OfStates() bool { return k <= Reachable }

// Temporal tells whether a property of that kind is judged on runs.
func (k PropertyKind) Temporal() bool { return k >= Eventually }

// Property is something to judge about a Model: about its states, or its steps.
type Property[S any] struct {
	// Name is the same in TLA+, here and in every output.
	Name string
	Kind PropertyKind
	// Check returns nil where the property holds of the state, else the reason
	// why not, in words for the reader of a counterexample.
	Check func(S) error
	// Each, if set, judges one process: Check returns nil where it does so for every process, else what it
	// says of the first. It reads of a state what is that process's own: whether it is up and has booted, its
	// local state, its disk and its timers. A run shows it nothing else, and asks it of no process at which
	// nothing has happened.
	Each func(S, NodeID) error
	// Step does so of a step, in place of Check, where the property is Stepwise. What it says of
	// a step that changes nothing does not count.
	Step func(before S, a Action, after S) error
	// Witness declares that the property must fail somewhere: it denies what must be reachable, so
	// that each counterexample is a witness. No run judges it, and an exploration only if asked.
	Witness bool
	// GoOnly tells that no TLA+ module states the property: explorations and runs judge it,
	// and a case for TLC must not name it.
	GoOnly bool
	// WithinBudget tells that it holds only where some faults do not happen, which the budget of
	// a case says: no run judges it, whose faults nobody bounds.
	WithinBudget bool
}

// InRuns reports whether runs that are held against the specification judge the property.
func (p Property[S]) InRuns() bool {
	return (p.Kind == Always || p.Kind == Stepwise) && !p.WithinBudget && !p.Witness
}

// Misstated says why nothing can be judged by the property, nil where it can.
func (p Property[S]) Misstated() error {
	switch {
	case p.Name == "":
		return fmt.Errorf("a property has no name")
	case p.Kind > Stable:
		return fmt.Errorf("property %s is of kind %d, which there is not", p.Name, p.Kind)
	case p.WithinBudget && p.Kind != Always && p.Kind != Stepwise:
		return fmt.Errorf("property %s is WithinBudget, it must be Always or Stepwise: no run judges others", p.Name)
	case p.Each != nil && (p.Kind != Always || p.Check == nil):
		return fmt.Errorf("property %s has Each, it must be Always and have Check beside it", p.Name)
	case p.Kind == Stepwise && (p.Step == nil || p.Check != nil):
		return fmt.Errorf("property %s is Stepwise, it must have Step and no Check", p.Name)
	case p.Kind != Stepwise && (p.Check == nil || p.Step != nil):
		return fmt.Errorf("property %s is not Stepwise, it must have Check and no Step", p.Name)
	}
	return nil
}

// Witnesses declares properties as witnesses; see [Property].
func Witnesses[S any](all ...Property[S]) []Property[S] {
	for i := range all {
		all[i].Witness = true
	}
	return all
}
