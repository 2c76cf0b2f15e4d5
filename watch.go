package scrutineer

import (
	"errors"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Step is one step of a run, as [Protocol].Watch sees it.
type Step[State any] struct {
	// Action is what happened, and After what it has led to. Only the process Action.At has changed.
	Action *spec.Action
	After  View[State]
	notes  *notes
}

// Saw records, if seen is true, that the run has shown what. [Protocol].Watched must name it.
func (s Step[State]) Saw(what string, seen bool) { s.notes.seen(what, seen) }

// Broke records, if broken is true, that the run breaks an assumption. [Protocol].Assumptions must name it.
func (s Step[State]) Broke(assumption string, broken bool) { s.notes.broken(assumption, broken) }

// notes records what Watch reports, if the protocol lists its name.
type notes struct {
	*campaign.Book
	watched, assumptions []string
}

func (n *notes) seen(what string, seen bool) {
	if seen {
		named("Saw", what, "Watched", n.watched)
		n.Saw(what)
	}
}

func (n *notes) broken(assumption string, broken bool) {
	if broken {
		named("Broke", assumption, "Assumptions", n.assumptions)
		n.Broke(assumption)
	}
}

// watch is a function that Watch of a protocol returns, without the type State.
type watch func(action *spec.Action, after *snapshot, n *notes)

// named fails the run if the protocol does not list a name that Watch reports.
func named(method, name, field string, names []string) {
	if !slices.Contains(names, name) {
		panic(spec.Breach{Contract: campaign.WatchNames, Why: fmt.Sprintf(
			"Watch calls %s(%q), and %s has no such name, only %q", method, name, field, names)})
	}
}

// errUnseen is what a property of Sometimes says as long as it is not true.
var errUnseen = errors.New("not seen yet")

// Seen returns nil if something is seen, and else an error, for properties of Sometimes that have nothing to explain.
func Seen(seen bool) error {
	if seen {
		return nil
	}
	return errUnseen
}

// Assumption is what a run may break that the protocol cannot be blamed for.
type Assumption[State any] struct {
	// Name stands in plans and in every output.
	Name string
	// Kept reports at the end of a run whether the run has kept it. It may be asked more than once, as a run may be
	// prolonged. If it is nil, Watch alone says that it is broken.
	Kept func(View[State]) bool
	// Final reports whether a run that breaks the assumption stops waiting for the properties of Eventually that need
	// it. They are judged at the end all the same.
	Final bool
}

// assumption is an Assumption without the type State.
type assumption struct {
	name  string
	kept  func(*snapshot) bool
	final bool
}
