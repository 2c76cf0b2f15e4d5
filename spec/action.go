package spec

import (
	"fmt"

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

// The names of the environment's steps at a process.
const (
	// Crash is a process going down between two handler runs.
	Crash = "Crash"
	// Recover is the handler that a process runs when it comes up again.
	Recover = "Recover"
	// Boot is the handler that a process runs first where it is there at the beginning.
	Boot = "Boot"
)

// Deliver names the delivery of one copy of a message.
func Deliver(kind string) string { return deliverPrefix + kind }

// Timeout names the firing of a timer with nothing in flight to a live process that it
// awaits: waiting longer would bring nothing, so this is the timeout that the paper
// means. It is free and fair. An argument of the timer is not part of the name.
func Timeout(timer Timer) string { return timeoutPrefix + timer.Name() }

// Premature names the firing of a timer with copies still in flight to a live
// process that it awaits. The handler is that of Timeout, but the step is a fault.
func Premature(timer Timer) string { return prematurePrefix + timer.Name() }

// Tick names the firing of a timer that is a clock. It is free and fair, and never early.
func Tick(timer Timer) string { return tickPrefix + timer.Name() }

// Firings names every step in which a timer fires that is no clock, those included that a
// crash cuts short.
func Firings(timer Timer) []string {
	return []string{
		Timeout(timer), Premature(timer), CrashIn(Timeout(timer)), CrashIn(Premature(timer)),
	}
}

// Drop names the loss of a copy on its way to a live process, a fault.
func Drop(kind string) string { return dropPrefix + kind }

// Duplicate names the network making a second copy, a fault.
func Duplicate(kind string) string { return duplicatePrefix + kind }

// Lose names the loss of a copy whose receiver is down, where copies wait. It costs
// nothing, and nothing says that it must happen.
func Lose(kind string) string { return losePrefix + kind }

// CrashIn names a crash inside the handler that the action of that name runs.
func CrashIn(name string) string { return crashInPrefix + name }

// AndCrashIn are these handler runs, and the crashes inside of them.
func AndCrashIn(names ...string) SetOf[string] {
	var all []string
	for _, name := range names {
		all = append(all, name, CrashIn(name))
	}
	return NewSet(all...)
}

// DropOrDuplicate are the losses of copies of these kinds on their way to live processes, and the second copies.
func DropOrDuplicate(kinds ...string) SetOf[string] {
	var all []string
	for _, kind := range kinds {
		all = append(all, Drop(kind), Duplicate(kind))
	}
	return NewSet(all...)
}

// Same tells whether both are the same step with the same arguments.
func (a Action) Same(b Action) bool {
	if a.Name != b.Name || a.At != b.At || a.Timer != b.Timer || a.Cut != b.Cut || !a.Pick.Equal(b.Pick) {
		return false
	}
	if a.Msg.Body == nil || b.Msg.Body == nil {
		return a.Msg.Body == nil && b.Msg.Body == nil
	}
	return CompareMessages(a.Msg, b.Msg) == 0
}

// Key returns a string that is equal for equal actions only.
func (a Action) Key() string { return codec.Key(a) }

// String returns the action as a person would say it, such as
// "DeliverQuery 2→0 {Run:1}" or "TimeoutCollect at 2, picks {0,1}".
func (a Action) String() string {
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
