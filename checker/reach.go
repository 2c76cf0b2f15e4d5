package checker

import (
	"math"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Reach visits all states of a space, level by level. It is exact: states are told
// apart by their whole value.
func Reach[S comparable](space Space[S], o ReachOptions[S]) *Reached[S] {
	if o.Workers < 1 {
		o.Workers = 1
	}
	if o.MaxStates <= 0 || o.MaxStates > math.MaxInt32 {
		o.MaxStates = math.MaxInt32
	}
	r := &Reached[S]{space: space, store: newStore[S]()}
	all := newWorkers(r, o)
	r.Results = openResults(all.properties())
	r.begin(o)
	for r.Ended == Unfinished && r.expanded < r.store.n {
		all.block(o)
	}
	if r.Ended == Unfinished {
		r.Ended = Complete
	}
	if r.Ended != Complete && r.store.n > r.levelEnd {
		r.Depth++ // of the states beyond the level that was being expanded
	}
	if r.Ended == BoundHit || r.Ended == MemoryOut {
		all.judgeRest()
	}
	r.conclude()
	return r
}

// begin finds the initial states.
func (r *Reached[S]) begin(o ReachOptions[S]) {
	defer func() {
		if cause := recover(); cause != nil {
			r.blame(cause, -1)
		}
	}()
	for _, s := range r.space.Init() {
		if r.found(short(r.space.Hash(s)), s, noParent, o) {
			break
		}
	}
	r.inits, r.Depth, r.levelEnd = r.store.n, 1, r.store.n
	if r.inits == 0 && r.Ended == Unfinished {
		r.blame(spec.Breach{Contract: "SomewhereToBegin", Why: "the model has no initial state"}, -1)
	}
}
