package spec

import (
	"fmt"
	"strings"
)

// Class says what sort of step an action is: whose doing it is, and with it whether a budget
// must allow it and whether it is fair.
type Class uint8

// The classes. An action has one by what it is about, see [Action.Class]; a name alone has the
// one that its first letters say, see [ClassOf].
const (
	// ClassInput is a handler run that the environment tells a process: a start, a purge.
	ClassInput Class = iota
	// ClassDelivery is a handler run on a copy of a message.
	ClassDelivery
	// ClassTimeout is a timer's firing with nothing in flight that it awaits, ClassPremature
	// any other; ClassTick is that of a clock.
	ClassTimeout
	ClassPremature
	ClassTick
	// ClassBoot is the first handler run of a process, ClassRecovery that of one that comes up
	// again.
	ClassBoot
	ClassRecovery
	// ClassCrash is a process going down between two handler runs, ClassCrashIn inside one.
	ClassCrash
	ClassCrashIn
	// ClassDrop is the loss of a copy on its way to a process that is up, ClassLoss on its way
	// to one that is down, ClassDuplicate a second copy.
	ClassDrop
	ClassLoss
	ClassDuplicate
	// ClassAdvance lets a tick of discrete time pass, ClassDrift a tick in which a clock goes wrong.
	ClassAdvance
	ClassDrift
)

// ClassOf returns the class of the actions of a name. A pattern such as "Drop*" has that of
// the names that it means.
func ClassOf(name string) Class {
	switch name {
	case Crash:
		return ClassCrash
	case Boot:
		return ClassBoot
	case Recover:
		return ClassRecovery
	case Advance:
		return ClassAdvance
	case AdvanceFast, AdvanceSlow:
		return ClassDrift
	}
	for _, c := range [...]struct {
		prefix string
		class  Class
	}{
		{crashInPrefix, ClassCrashIn},
		{deliverPrefix, ClassDelivery},
		{timeoutPrefix, ClassTimeout},
		{prematurePrefix, ClassPremature},
		{tickPrefix, ClassTick},
		{dropPrefix, ClassDrop},
		{losePrefix, ClassLoss},
		{duplicatePrefix, ClassDuplicate},
	} {
		if rest, ok := strings.CutPrefix(name, c.prefix); ok && rest != "" {
			return c.class
		}
	}
	return ClassInput
}

// IsFault reports whether actions of that class are faults: they happen only where a budget
// allows it, and no fairness holds for them.
func (c Class) IsFault() bool {
	switch c {
	case ClassPremature, ClassCrash, ClassCrashIn, ClassDrop, ClassDuplicate, ClassDrift:
		return true
	}
	return false
}

// IsFair reports whether actions of that class happen at last if they stay enabled: boots, inputs,
// deliveries, fair timeouts, ticks, and Advance. Faults do not, losses at a process that
// is down need not, and a process may stay down.
func (c Class) IsFair() bool {
	switch c {
	case ClassInput, ClassBoot, ClassDelivery, ClassTimeout, ClassTick, ClassAdvance:
		return true
	}
	return false
}

// IsTime reports whether actions of that class let time pass: no process takes a step.
func (c Class) IsTime() bool { return c == ClassAdvance || c == ClassDrift }

// IsNetwork reports whether actions of that class happen to a copy in flight: no process takes a step.
func (c Class) IsNetwork() bool {
	return c == ClassDrop || c == ClassLoss || c == ClassDuplicate
}

// CheckInput refuses an input whose kind is the name of another class: a budget, a TLA+
// module and a trace know it by its name alone and would take it for that.
func CheckInput(body Body) {
	kind := body.Kind()
	if ClassOf(kind) != ClassInput {
		panic(Breach{Contract: "InputNames", Why: fmt.Sprintf(
			"the input %s has a name that belongs to the network, as Boot, Deliver…, Timeout…, Tick…, Drop… or "+
				"Crash… do; give it another one", kind)})
	}
}
