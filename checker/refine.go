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

// Refine decides whether a step of an implementation is one of the specification:
// whether, from the image of the state before it, the model takes the action to the
// image of the state after it. The model is the unbounded one. It returns nil if
// so. Only the process at which the action happens may differ in the two images,
// beside the network.
func Refine[L any](m spec.Model[spec.State[L]], before spec.State[L], a spec.Action, after spec.State[L]) *Refusal {
	next, ok := m.Do(before, a)
	switch {
	case !ok:
		return &Refusal{Action: a, Before: stateText(before), What: "the specification takes no such step here"}
	case sameStep(next, after, a.At):
		return nil
	}
	return &Refusal{
		Action: a, Before: stateText(before), What: "the specification takes this step to another state",
		Fields: diff.Fields(after, next),
	}
}

// sameStep compares all that a step at a process may have changed.
func sameStep[L any](s, t spec.State[L], at spec.NodeID) bool {
	return s.Alive.Equal(t.Alive) && s.Timers[at].Equal(t.Timers[at]) &&
		slices.EqualFunc(s.Flight, t.Flight, sameMessage) &&
		codec.Same(s.Nodes[at], t.Nodes[at]) && sameDisk(s.Disk[at], t.Disk[at])
}

func sameMessage(a, b spec.Message) bool { return spec.CompareMessages(a, b) == 0 }

func sameDisk(a, b any) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return codec.Same(a, b)
}

// stateText shows a state on one line.
func stateText(s any) string { return fmt.Sprintf("%+v", s) }
