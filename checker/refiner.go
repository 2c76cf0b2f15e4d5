package checker

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Refiner holds the steps of one run against a specification as [Refine] does, and compares only what each of them has
// changed. Where that is not what the specification changes, Refine decides: a Refiner by itself refuses nothing.
type Refiner[L any] struct {
	model spec.Model[spec.State[L]]
	run   *spec.Follower[L]
}

// SeenStep is what an implementation's step has left at its process, where Local is the local state
// as the specification sees it, and what it has changed in the network.
type SeenStep[L any] struct {
	Alive   spec.Set
	Local   L
	Disk    any
	Timers  spec.SetOf[spec.Timer]
	Changed spec.Delta
	Network Network
}

// Network is what is seen of the network after a step.
type Network interface {
	// Inbox lists what is in flight to a process, sorted.
	Inbox(spec.NodeID) []spec.Message
	// After lists all that is in flight, sorted, if that was it before the step.
	After(before []spec.Message) []spec.Message
}

// NewRefiner returns a refiner of a run that begins in a state.
func NewRefiner[L any](m spec.Model[spec.State[L]], s spec.State[L]) *Refiner[L] {
	return &Refiner[L]{m, spec.Follow(m, s)}
}

// States returns the specification's states before the last step and after it. They are valid until the next one, and
// must not be changed.
func (r *Refiner[L]) States() (before, after *spec.State[L]) { return r.run.States() }

// IsLocal reports whether a step changes nothing of any process but the one at which it happens.
func (r *Refiner[L]) IsLocal() bool { return r.run.Follows() }

// Reads sets what the clock of a process reads at the next step. The state in which the run begins must have Readings.
func (r *Refiner[L]) Reads(at spec.NodeID, reading time.Duration) { r.run.Reads(at, reading) }

// Takes reports whether the specification has a step of the action that changes exactly what was seen to change. If so,
// the Refiner has taken the step. If not, it has taken none, and [Refine] must decide.
func (r *Refiner[L]) Takes(a spec.Action, seen *SeenStep[L]) bool {
	if !r.run.Take(a) {
		return false
	}
	if !r.same(seen) {
		r.run.Undo()
		return false
	}
	return true
}

// Stays reports whether the process and the network that were seen are as they were before the step.
func (r *Refiner[L]) Stays(seen *SeenStep[L]) bool {
	_, is := r.run.States()
	saw := &seen.Changed
	return !saw.Taken && !saw.Cleared && len(saw.Sent) == 0 && is.Alive.Equal(seen.Alive) &&
		is.Timers[saw.At].Equal(seen.Timers) && spec.SameRecord(is.Disk[saw.At], seen.Disk) &&
		codec.Same(&is.Nodes[saw.At], &seen.Local)
}

// Jump replaces the Refiner's state with a state that [Refine] has returned.
func (r *Refiner[L]) Jump(s spec.State[L]) { r.run.Jump(s) }

// Step takes the step of that action, or says why the specification does not.
func (r *Refiner[L]) Step(a spec.Action, seen *SeenStep[L]) *Refusal {
	if r.Takes(a, seen) {
		return nil
	}
	_, now := r.run.States()
	next, refusal := Refine(r.model, *now, a, Seen{
		Alive: seen.Alive, Local: seen.Local, Disk: seen.Disk, Timers: seen.Timers,
		Flight: seen.Network.After(now.Flight),
	})
	if refusal == nil {
		r.run.Jump(next)
	}
	return refusal
}

// same compares what was seen of a step with what the specification has changed. Copies that were sent in another order
// are left to Refine, which sorts them.
func (r *Refiner[L]) same(seen *SeenStep[L]) bool {
	_, is := r.run.States()
	did, saw := r.run.Delta(), &seen.Changed
	return did.Taken == saw.Taken && did.Cleared == saw.Cleared &&
		slices.EqualFunc(did.Sent, saw.Sent, sameMessage) && r.sameInboxes(seen) &&
		is.Alive.Equal(seen.Alive) && is.Timers[did.At].Equal(seen.Timers) &&
		codec.Same(&is.Nodes[did.At], &seen.Local) && spec.SameRecord(is.Disk[did.At], seen.Disk)
}

// sameInboxes compares, where copies are in order, the inboxes that the step has changed: what stays in them may have
// moved up.
func (r *Refiner[L]) sameInboxes(seen *SeenStep[L]) bool {
	if !r.run.KeepsOrder() {
		return true
	}
	same := func(at spec.NodeID) bool {
		return slices.EqualFunc(r.run.Inbox(at), seen.Network.Inbox(at), sameMessage)
	}
	at := seen.Changed.At
	for i := range seen.Changed.Sent {
		if to := seen.Changed.Sent[i].To; to != at && !same(to) {
			return false
		}
	}
	return same(at)
}
