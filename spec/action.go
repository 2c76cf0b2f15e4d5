package spec

import (
	"fmt"
	"iter"

	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// Action is one step's label, with its arguments. It serves every protocol, and
// it is the same in TLA+ (there its name alone), in the specification, in the
// implementation's exploration and in every trace.
type Action struct {
	// Name is the handler and the kind: DeliverQuery, TimeoutCollect, Purge.
	// The functions Deliver, Timeout, Premature, … below make it.
	Name string
	// At is the process at which the step happens.
	At NodeID
	// Msg is the copy that is delivered, dropped, duplicated or lost, or the
	// input; the zero Message for every other step.
	Msg Message
	// Timer is the timer that fires.
	Timer Timer
	// Pick is the set that the handler picked, where it picks.
	Pick Set
	// Cut is, for CrashIn alone, the number of effects (Save, Send, Multicast)
	// that were carried out before the process crashed inside the handler.
	Cut int
}

// Same reports whether both are the same step with the same arguments.
func (a Action) Same(b Action) bool {
	return a.Name == b.Name && a.At == b.At && a.Timer == b.Timer && a.Cut == b.Cut && a.Pick.Equal(b.Pick) &&
		a.Msg.Same(b.Msg)
}

// Key returns a string that is equal for equal actions only.
func (a Action) Key() string { return codec.Key(a) }

// String returns the action as a person would say it, such as
// "DeliverQuery 2→0 {Run:1}" or "TimeoutCollect at 2, picks {0,1}".
func (a Action) String() string {
	if a.Name == Advance {
		return a.Name // at all of them
	}
	text := fmt.Sprintf("%s at %s", a.Name, a.At)
	if peer := a.Timer.Of(); peer != None {
		text = fmt.Sprintf("%s of %s at %s", a.Name, peer, a.At)
	}
	if a.Msg.Body != nil && a.Msg.From != Environment {
		text = fmt.Sprintf("%s %s→%s", a.Name, a.Msg.From, a.Msg.To)
	}
	if a.Msg.Body != nil {
		text += bodyText(a.Msg.Body)
	}
	if len(a.Pick) > 0 {
		text += fmt.Sprintf(", picks %s", a.Pick)
	}
	if a.Class() == ClassCrashIn {
		text += fmt.Sprintf(", cut after %d effects", a.Cut)
	}
	return text
}

// Picks yields what a handler may pick: every subset of exactly k members, or, for an
// action that says already what is picked, that alone, if it is one. A run of a large
// group is followed that way, and a small one explored.
func (a Action) Picks(from Set, k int) iter.Seq[Set] {
	if a.Pick == nil {
		return from.Subsets(k)
	}
	return func(yield func(Set) bool) {
		if len(a.Pick) == k && len(a.Pick.Minus(from)) == 0 {
			yield(a.Pick)
		}
	}
}

// BreachOf says what a panic means that came at an action, or before any where it is
// the zero Action.
func BreachOf(a Action, cause any) Breach {
	cause = Recovered(cause)
	switch b, broken := cause.(Breach); {
	case broken:
		return b
	case a.Name != "":
		return Breach{Contract: "NoPanic", Why: fmt.Sprintf("at or after %s: %v", a, cause)}
	}
	return Breach{Contract: "NoPanic", Why: fmt.Sprint(cause)}
}

// Class returns the class of the action.
func (a Action) Class() Class {
	if a.Msg.Body != nil && a.Msg.From == Environment && a.Name == a.Msg.Body.Kind() {
		return ClassInput // whatever its name begins with
	}
	return ClassOf(a.Name)
}

// IsFault reports whether the action is a fault.
func (a Action) IsFault() bool { return a.Class().IsFault() }

// IsFair reports whether the action happens at last if it stays enabled.
func (a Action) IsFair() bool { return a.Class().IsFair() }
