package spec

// What the names of a class begin with.
const (
	deliverPrefix   = "Deliver"
	timeoutPrefix   = "Timeout"
	prematurePrefix = "Premature"
	tickPrefix      = "Tick"
	crashInPrefix   = "CrashIn"
	dropPrefix      = "Drop"
	losePrefix      = "Lose"
	duplicatePrefix = "Duplicate"
)

// The names of the environment's steps at a process.
const (
	// Crash is a process going down between two handler runs.
	Crash = "Crash"
	// Recover is the handler that a process runs when it comes up again.
	Recover = "Recover"
	// Boot is the handler that a process runs first where it is there at the beginning.
	Boot = "Boot"
)

// The names of the steps by which discrete time passes: see DiscreteTime.
const (
	// Advance lets one tick pass at every process.
	Advance = "Advance"
	// AdvanceFast is an Advance in which the clock of one process moves two ticks, AdvanceSlow one in which
	// it does not move. Both are faults.
	AdvanceFast = "AdvanceFast"
	AdvanceSlow = "AdvanceSlow"
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
