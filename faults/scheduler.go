package faults

import (
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Scheduler is the world as a single fault or pin of its plan asks it to do something.
// What faults ask for ends when the faults stop, but for what they say of clocks; what pins ask
// for does not.
type Scheduler interface {
	// Nodes is the number of processes.
	Nodes() int
	// Stop is when the faults stop.
	Stop() Time
	// Key is what the draws begin with that a fault makes itself, about a process.
	Key(node spec.NodeID) draw.Key
	// At does something at a time, before all else that comes then.
	At(t Time, do func())
	// AfterStep does something when a step has happened.
	AfterStep(step StepRef, do func())
	// Crash takes a process down, as soon as the present event is over.
	Crash(node spec.NodeID, down *Time)
	// Flap takes a process down likewise, for that time; with beyond also when the faults
	// have stopped, or stop meanwhile.
	Flap(node spec.NodeID, down Time, beyond bool)
	// Unstable tells that a process goes on to crash when the faults have stopped.
	Unstable(node spec.NodeID)
	// CrashIn takes a process down inside the handler run of a step, after so many of
	// its effects that are a save, a send or a multicast.
	CrashIn(step StepRef, cut int, down *Time)
	// Pause keeps a process from doing anything until a time.
	Pause(node spec.NodeID, until Time)
	// Shift moves the reading of a process's clock from a time on, before all else that
	// comes then.
	Shift(node spec.NodeID, at Time, by Shift)
	// Pace changes how fast a process's clock runs, and its timers with it. Several paces
	// add up.
	Pace(node spec.NodeID, p Pace)
	// Mark lets an event happen that changes nothing, such as the beginning of a fault.
	Mark(name string, node spec.NodeID)
	// Copy says what becomes of one copy.
	Copy(ref MessageRef, t Treatment)
	// OnHop has a rule asked about every link that a copy goes over. It tells whether it
	// has changed something there. Where the copy then departs later, all rules are asked
	// once more, about what was drawn.
	OnHop(rule func(h *Hop) bool)
	// OnTimer has a rule asked whenever a timer is set. It tells whether it has changed
	// when that is due.
	OnTimer(rule func(a *Alarm) bool)
	// Pick says what a process picks the nth time that it picks, if it may pick that.
	Pick(node spec.NodeID, nth int, set spec.Set)
	// Input says how long a process waits for the nth input of a kind.
	Input(node spec.NodeID, kind string, nth int, by Time)
}

// Treatment is what becomes of one copy, of which a plan may say several things.
type Treatment struct {
	// Lose takes it out, as far as the network may do that.
	Lose bool
	// Duplicate makes a second one, which takes that time.
	Duplicate *Time
	// After is how long after the copy was sent one of the two happens, if not then.
	After *Time
	// Reorder delays it by that much, and lets later ones overtake it.
	Reorder Time
	// Takes is how long it takes, if that is not drawn.
	Takes *Time
	// Until is the step until which it is held, and after which it is delivered next.
	Until *StepRef
}

// Hop is one link that a copy is to go over.
type Hop struct {
	From, To spec.NodeID
	// Departs is when the copy leaves its sender, Takes what was drawn for the link.
	Departs, Takes Time
	// MayDrop tells whether the network may lose it, Drops that it does.
	MayDrop, Drops bool
}

// Alarm is a timer that a process has set.
type Alarm struct {
	Node  spec.NodeID
	Timer spec.Timer
	// Nth tells how often (from 1) the process has set it.
	Nth int
	// After is when it fires. Where it is Early it does so in a patient plan too, while
	// copies are in flight.
	After Time
	Early bool
}

// is reports whether a process has set a timer for the nth time.
func (a *Alarm) is(node spec.NodeID, timer spec.Timer, nth int) bool {
	return a.Node == node && a.Timer == timer && a.Nth == nth
}
