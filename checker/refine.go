package checker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Refusal is a step of an implementation that its specification does not take.
type Refusal struct {
	Action spec.Action
	// Before is the specification's state before the step.
	Before string
	// What says in a sentence what is wrong.
	What string
	// Fields are the differing fields after the step, the implementation's value
	// in A, where the specification takes a step of that name and arguments.
	Fields []diff.Field
}

// String returns the refusal as a text of several lines.
func (r *Refusal) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n", r.Action, r.What)
	for _, f := range r.Fields {
		fmt.Fprintf(&text, "  field %s: %s in the implementation, %s in the specification\n", f.Path, f.A, f.B)
	}
	fmt.Fprintf(&text, "  the specification's state before: %s\n", r.Before)
	return text.String()
}

// Seen is what an implementation's step has left, as the specification sees it.
type Seen struct {
	Alive spec.Set
	// Local, Disk and Timers are those of the process at which the step happened; the
	// local state is one of the specification's.
	Local, Disk any
	Timers      spec.SetOf[spec.Timer]
	// Flight is all that is in the network, sorted.
	Flight []spec.Message
}

// Refine decides whether a step of an implementation is one of the specification:
// whether the model takes the action from the image of the state before it, and what
// then stands there is what was seen. It returns the image of the state after it, or
// why not. The model is the unbounded one.
func Refine[L any](m spec.Model[spec.State[L]], before spec.State[L], a spec.Action, seen Seen,
) (spec.State[L], *Refusal) {
	next, ok := m.Do(before, a)
	if !ok {
		return before, &Refusal{
			Action: a, Before: stateText(before), What: "the specification takes no such step here",
		}
	}
	if seen.is(Seen{next.Alive, next.Nodes[a.At], next.Disk[a.At], next.Timers[a.At], next.Flight}) {
		return next, nil
	}
	return before, &Refusal{
		Action: a, Before: stateText(before), What: "the specification takes this step to another state",
		Fields: diff.Fields(in(next, a.At, seen), next),
	}
}

// Unmoved returns nil if the process at which an action happened, and the network, are unchanged after a step of an
// implementation that corresponds to no step of the specification; otherwise a refusal that says what has changed.
func Unmoved[L any](before spec.State[L], a spec.Action, seen Seen) *Refusal {
	at := a.At
	if seen.is(Seen{before.Alive, before.Nodes[at], before.Disk[at], before.Timers[at], before.Flight}) {
		return nil
	}
	return &Refusal{
		Action: a, Before: stateText(before), What: "the specification takes no step here, and something has changed",
		Fields: diff.Fields(in(before, at, seen), before),
	}
}

// is compares what was seen with what the specification has left.
func (seen Seen) is(left Seen) bool {
	return left.Alive.Equal(seen.Alive) && left.Timers.Equal(seen.Timers) &&
		slices.EqualFunc(left.Flight, seen.Flight, sameMessage) &&
		codec.Same(left.Local, seen.Local) && spec.SameRecord(left.Disk, seen.Disk)
}

// in returns the state with what was seen in its place.
func in[L any](s spec.State[L], at spec.NodeID, seen Seen) spec.State[L] {
	s.Alive, s.Flight = seen.Alive, seen.Flight
	s.Nodes, s.Timers, s.Disk = slices.Clone(s.Nodes), slices.Clone(s.Timers), slices.Clone(s.Disk)
	s.Nodes[at], s.Timers[at], s.Disk[at] = seen.Local.(L), seen.Timers, seen.Disk
	return s
}

func sameMessage(a, b spec.Message) bool { return spec.CompareMessages(a, b) == 0 }

// stateText shows a state on one line.
func stateText(s any) string { return fmt.Sprintf("%+v", s) }
