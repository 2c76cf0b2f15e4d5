package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// World runs the processes of a cluster under a plan, in virtual time. It adds to
// the network's rules only when a thing happens, and which of the things that may
// happen do. Its parts own what changes: a part alone writes its fields, and it uses the
// parts above it in this struct. World lets them work together, event by event.
type World struct {
	agenda    agenda
	clocks    clocks
	processes processes
	net       net
	patience  patience
	journal   journal
	injector  injector

	cluster   network.Cluster
	observers observers
	givesUp   func() bool // where set, it is asked now and then
	waits     func() bool // see ProlongIf; nil for never
	effects   *impl.Effects
	group     []spec.Message // used again by send
	restored  []spec.Message // the copies in flight of the snapshot that the run starts from
	stepping  spec.Action    // the action that a process is handling; its name is "" between handler runs
	instant   instant        // the present moment
	breach    *Breach
	ended     bool // an observer has seen enough
	givenUp   bool
}

// instant is a moment of virtual time.
type instant struct {
	at    faults.Time
	since int // how many items were taken off the agenda before it
}

// Observer looks on at a run.
type Observer interface {
	// Observe is called after every event.
	Observe(w *World, e *Event)
}

// Follower is an Observer that is told of acts too: of one on an event that happens just then,
// before or after that is observed.
type Follower interface {
	Observer
	Acted(a Act)
}

// Chronicler is an Observer that keeps events, also the one in which a process has panicked.
type Chronicler interface {
	Observer
	// Panicked is called with the event in which a process has panicked. The event has no effects, and the state of the
	// process must not be read.
	Panicked(e *Event)
}

// Logger is an Observer that keeps what judges log.
type Logger interface {
	Observer
	Logged(event int, text string)
}

// observers are told one after the other.
type observers []Observer

// Observe tells all of them of an event.
func (o observers) Observe(w *World, e *Event) {
	for _, one := range o {
		one.Observe(w, e)
	}
}

// Breach is a fault in the program that runs: a broken contract, or a panic.
type Breach struct {
	Contract, Why string
}

// Log returns what takes the lines that a judge logs, nil if nobody keeps them.
func (w *World) Log() func(text string) {
	for _, one := range w.observers {
		if logger, ok := one.(Logger); ok {
			return func(text string) { logger.Logged(w.Events(), text) }
		}
	}
	return nil
}

// GiveUpIf sets a function that the run asks from time to time whether to give up, for example after a
// signal. A run that reaches its end is the same as if nobody had been asked.
func (w *World) GiveUpIf(asked func() bool) { w.givesUp = asked }

// Stop ends the run after the present event, as a failure of that contract.
func (w *World) Stop(contract, why string) {
	if w.breach == nil {
		w.breach = &Breach{contract, why}
	}
}

// Finish ends the run after the present event, and nothing has failed. Until then it is the
// run that it would have been, and it is judged as at its end. While faults may still
// happen there is nothing that could be finished, and it does nothing.
func (w *World) Finish() { w.ended = w.ended || w.Stopped() }

// ProlongIf has the run go on beyond its time if waits reports true at its end and alarms were put off too long for the
// run to come to what it waits for. A run is prolonged at most 32 times.
func (w *World) ProlongIf(waits func() bool) { w.waits = waits }

// Now returns the time.
func (w *World) Now() faults.Time { return w.agenda.Now() }

// Up reports whether a process is up.
func (w *World) Up(id spec.NodeID) bool { return w.processes.Up(id) }

// Booted reports whether a process is up and has had its first event, if it has one.
func (w *World) Booted(id spec.NodeID) bool { return w.processes.Booted(id) }

// Unbooted returns the processes that are up and have not had their first event.
func (w *World) Unbooted() (all spec.Set) {
	for id := range w.processes.list {
		if w.processes.list[id].unbooted {
			all = append(all, spec.NodeID(id))
		}
	}
	return all
}

// Nodes is the number of processes.
func (w *World) Nodes() int { return w.processes.Nodes() }

// Living returns the processes that are up.
func (w *World) Living() spec.Set { return w.processes.Living() }

// Down returns the processes that are not.
func (w *World) Down() spec.Set { return w.processes.Down() }

// Unstable returns the processes that go on to crash and to come up when the faults have
// stopped. They need not be up in the end, and nobody can count on them.
func (w *World) Unstable() spec.Set { return w.processes.unstable }

// State returns what the process's State method returns, nil while it is down. It
// must not be changed.
func (w *World) State(id spec.NodeID) any { return w.processes.State(id) }

// Disk returns what the process saved last, nil if nothing.
func (w *World) Disk(id spec.NodeID) any { return w.processes.list[id].disk }

// Armed appends the names of the timers that are armed at a process, in the order
// in which they were set, and returns the extended slice.
func (w *World) Armed(dst []spec.Timer, id spec.NodeID) []spec.Timer {
	return w.processes.Armed(dst, id)
}

// Reading is what the clock of a process reads now, which is the time where the plan says
// nothing else.
func (w *World) Reading(id spec.NodeID) faults.Time { return w.clocks.Reading(id) }

// When returns the first time, from now on, at which the clock of a process reads so much;
// faults.Forever where the run is over before.
func (w *World) When(id spec.NodeID, reads faults.Time) faults.Time { return w.clocks.When(id, reads) }

// Skew says how the clock of a process has run so far, the zero value where it is exact.
func (w *World) Skew(id spec.NodeID) Skew { return w.clocks.Skew(id) }

// Quiescent reports whether nothing will happen any more unless somebody starts it.
func (w *World) Quiescent() bool {
	return w.Calm() && w.processes.armed == 0 && w.processes.unbooted == 0
}

// Resting reports whether nothing is left but the routine, as of a state of the specification:
// nobody is still to boot, no other timer is armed, and no copy of another kind is in flight to
// a process that is up. It looks at each timer and each copy that there is.
func (w *World) Resting(r spec.Routine) bool { return w.processes.Resting(r) && w.net.Resting(r) }

// Calm reports whether no copy is on its way to a process that is up.
func (w *World) Calm() bool { return w.net.Calm() }

// InFlight counts the copies in the network, those to processes that are down
// included.
func (w *World) InFlight() int { return w.net.InFlight() }

// Inbox lists the copies on their way to a process, in the order of spec.CompareMessages.
func (w *World) Inbox(id spec.NodeID) []spec.Message { return w.net.Inbox(id) }

// Stopped reports whether the faults have stopped.
func (w *World) Stopped() bool { return w.injector.Stopped() }

// Events counts the events so far.
func (w *World) Events() int { return w.journal.Events() }

// Settle is how long the run goes on after the faults have stopped.
func (w *World) Settle() faults.Time { return w.injector.plan.Settle }
