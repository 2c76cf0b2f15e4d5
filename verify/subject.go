package verify

import (
	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Constants returns the network's constants, the budget's and the protocol's.
func (s System[L, G]) Constants() map[string]string { return s.untyped().constants() }

// Met says what runs, and which faults the budget has room for.
func (s System[L, G]) Met() Met { return s.untyped().met() }

// Knows tells whether a property of that name is stated in Go.
func (s System[L, G]) Knows(name string) bool { return s.untyped().knows(name) }

// Forbidden returns the actions that the budget or the configuration leaves no room for.
func (s System[L, G]) Forbidden() spec.SetOf[string] { return s.untyped().forbidden() }

// Explore explores the specification and holds the implementation against it.
func (s System[L, G]) Explore(names []string) (Explored, error) { return s.untyped().explore(names) }

// Search looks for a shortest violation of one property in one column.
func (s System[L, G]) Search(column Column, name string) (Found, error) {
	return s.untyped().search(column, name)
}

// Live judges temporal properties in one column, on all runs that are fair as the
// specification of that name says. A graph that was not explored to its end decides
// nothing.
func (s System[L, G]) Live(column Column, names []string, specification string) (Lived, error) {
	return s.untyped().live(column, names, specification)
}

// Reach explores the implementation alone and judges the named properties. Temporal ones
// are judged on a graph that was explored to its end, under a specification's fairness.
func (s System[L, G]) Reach(names []string, specification string, o ReachOptions) (Reach, error) {
	return s.untyped().reachNamed(names, specification, o)
}

// Refined returns a judge that holds every step of a run against the specification,
// with the protocol's monitor beside it.
func (s System[L, G]) Refined(monitor Monitor) campaign.Judge {
	return s.untyped().refined(monitor, nil)
}

// Stated lists the properties that are stated in Go.
func (s System[L, G]) Stated() []Stated { return s.untyped().stated() }

// Specifications lists the specifications whose fairness is stated in Go.
func (s System[L, G]) Specifications() []string { return s.untyped().specifications() }
