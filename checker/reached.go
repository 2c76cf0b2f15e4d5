package checker

import (
	"errors"
	"reflect"

	"github.com/scrutineer-go/scrutineer/spec"
)

// ReachOptions say how far Reach goes and who looks on.
type ReachOptions[S comparable] struct {
	// Properties, where set, returns what is judged in every state, and at every step that
	// does not lead back to its state. It is called once for each worker, so that what it
	// returns may keep things to work with. One that is misstated is a panic.
	Properties func() []spec.Property[S]
	// Workers is how many goroutines search; 0 is 1. The result does not depend on it.
	Workers int
	// MaxStates bounds how many states are found, 0 means that nothing but numbers
	// does; MaxBytes how much memory Reach takes, 0 means no bound.
	MaxStates int
	MaxBytes  int64
	// UntilViolated ends the search at the first violation of an Always property, or with
	// the block of states in which a Stepwise one is violated first.
	UntilViolated bool
	// Progress, where set, is called every few thousand states. An error ends the
	// search; one that is ErrMemory as if MaxBytes were reached.
	Progress func(Progress) error
}

// Progress is how far a search has got.
type Progress struct {
	// States were found, Queue of them are not expanded yet.
	States, Queue int
	// Edges lead out of the expanded ones; Depth is the level that is looked at.
	Edges, Depth int
	// Bytes is the memory that the search takes.
	Bytes int64
}

// ErrMemory is what Progress returns where the program has no more memory.
var ErrMemory = errors.New("the memory ran out")

// End says why a search ended.
type End uint8

// The ends of a search; only one that is Complete has seen everything.
const (
	Unfinished End = iota
	// Complete: every reachable state was found, judged and expanded.
	Complete
	// BoundHit, MemoryOut: there is more than MaxStates, than MaxBytes has room for.
	BoundHit
	MemoryOut
	// TooWide: there is more to learn than the states have room for.
	TooWide
	// Stopped: Progress returned an error.
	Stopped
	// FoundViolation: an Always or a Stepwise property is violated, and UntilViolated was set.
	FoundViolation
	// BrokenModel: the model's own code is at fault, see Breach.
	BrokenModel
)

// String says it in words.
func (e End) String() string {
	return [...]string{
		"unfinished", "complete", "the bound on states was hit", "the memory ran out",
		"there is more to know of a process than a state has room for", "stopped",
		"ended at a violation", "the model's own code is at fault",
	}[e]
}

// Reached is what Reach has found. States are numbered in the order in which a search
// by one worker finds them, level by level, whatever the number of workers.
type Reached[S comparable] struct {
	// Edges counts distinct (source, action, target); after an early end some of them
	// lead out of states that were worked on last.
	Edges int
	// Depth is the number of states on the longest of the shortest paths.
	Depth int
	// Judged is the number n of states that were judged, which are the first n.
	Judged int
	// Ended says why the search ended, Cause what Progress or Learn returned.
	Ended End
	Cause error
	// Results has one entry for each property, in order.
	Results []Result[S]
	// Breach is set where the model's own code is at fault.
	Breach *Breach[S]

	space    Space[S]
	store    *store[S]
	inits    int
	expanded int
	levelEnd int      // the first state of the next level
	taken    steps[S] // what StepsFrom has returned
}

// found numbers a new state, and reports whether the search has to end.
func (r *Reached[S]) found(hash uint32, s S, parent uint32, o ReachOptions[S]) bool {
	if r.store.find(hash, s) >= 0 {
		return false
	}
	if r.store.n >= o.MaxStates {
		r.Ended = BoundHit
		return true
	}
	if r.store.table.full() {
		if o.MaxBytes > 0 && r.bytes()+2*r.store.table.bytes() > o.MaxBytes {
			r.Ended = MemoryOut
			return true
		}
		r.store.table.grow()
	}
	r.store.add(hash, s, parent)
	return false
}

// bytes is the memory that the search takes.
func (r *Reached[S]) bytes() int64 {
	return r.store.bytes(int64(reflect.TypeFor[S]().Size())) + r.space.Bytes()
}

// Bytes is the memory that the states, their table and their parents take, and what
// was learned.
func (r *Reached[S]) Bytes() int64 { return r.bytes() }

// enter tells that the states before n are expanded, and moves to the next level
// where n is its first.
func (r *Reached[S]) enter(n int) {
	r.expanded = n
	if n == r.levelEnd {
		r.Depth++
		r.levelEnd = r.store.n
	}
}

// progress tells how far the search has got and looks after its bounds.
func (r *Reached[S]) progress(o ReachOptions[S]) {
	bytes := r.bytes()
	if o.MaxBytes > 0 && bytes > o.MaxBytes && r.Ended == Unfinished {
		r.Ended = MemoryOut
	}
	if o.Progress == nil || r.Ended != Unfinished {
		return
	}
	p := Progress{
		States: r.store.n, Queue: r.store.n - r.expanded, Edges: r.Edges, Depth: r.Depth, Bytes: bytes,
	}
	if err := o.Progress(p); err != nil {
		if r.Ended, r.Cause = Stopped, err; errors.Is(err, ErrMemory) {
			r.Ended = MemoryOut
		}
	}
}

// blame ends the search with the fault of the model's code, at a state if it is not -1.
func (r *Reached[S]) blame(cause any, at int) {
	b := spec.BreachOf(spec.Action{}, cause)
	r.Ended = BrokenModel
	r.Breach = &Breach[S]{Contract: b.Contract, Why: b.Why}
	if at >= 0 {
		r.Breach.Path = r.PathTo(at)
	}
}

// conclude decides what is still open once the search has ended.
func (r *Reached[S]) conclude() {
	for i := range r.Results {
		result := &r.Results[i]
		if result.Verdict == spec.Undecided && r.Breach == nil {
			result.conclude(r.Ended == Complete)
		}
	}
}

// Size is the number of states that were found.
func (r *Reached[S]) Size() int { return r.store.n }

// State returns the state with that number.
func (r *Reached[S]) State(n int) S { return r.store.at(n) }

// Parent returns the number of the state from which a state was found first, -1 for an
// initial one.
func (r *Reached[S]) Parent(n int) int {
	if p := r.store.parent(n); p != noParent {
		return int(p)
	}
	return -1
}

// Number returns the number of a state and whether it was found.
func (r *Reached[S]) Number(s S) (int, bool) {
	n := r.store.find(short(r.space.Hash(s)), s)
	return n, n >= 0
}

// Inits are the numbers of the initial states.
func (r *Reached[S]) Inits() []int {
	inits := make([]int, r.inits)
	for i := range inits {
		inits[i] = i
	}
	return inits
}

// StepsFrom works out the steps from a state once more. They are valid until the next
// call. A target that was not found, because the search ended early, has number -1.
func (r *Reached[S]) StepsFrom(n int) []Step { return r.taken.from(r, n) }

// steps are the steps out of a state, and what they are put together from.
type steps[S comparable] struct {
	targets []S
	actions []spec.Action
	list    []Step
}

func (st *steps[S]) from(r *Reached[S], n int) []Step {
	s := r.store.at(n)
	st.targets, _ = r.space.Next(st.targets[:0], s)
	st.actions = r.space.Actions(st.actions[:0], s)
	st.list = st.list[:0]
	for i, target := range st.targets {
		st.list = append(st.list, Step{st.actions[i], r.store.find(short(r.space.Hash(target)), target)})
	}
	return st.list
}

// PathTo returns a shortest path to the state with that number.
func (r *Reached[S]) PathTo(n int) Path[S] {
	var back []int
	for m := n; m >= 0; m = r.Parent(m) {
		back = append(back, m)
	}
	var p Path[S]
	for i := len(back) - 1; i >= 0; i-- {
		p.States = append(p.States, r.store.at(back[i]))
		if i > 0 {
			p.Actions = append(p.Actions, r.action(back[i], back[i-1]))
		}
	}
	return p
}

// action returns the first action that leads from one state to another.
func (r *Reached[S]) action(from, to int) spec.Action {
	var taken steps[S] // what StepsFrom has returned stays as it is
	for _, step := range taken.from(r, from) {
		if step.To == to {
			return step.Action
		}
	}
	panic("checker: a state's parent has no step to it; Next is not the same each time")
}

// Result returns the verdict on the named property.
func (r *Reached[S]) Result(name string) (Result[S], bool) {
	for _, result := range r.Results {
		if result.Property.Name == name {
			return result, true
		}
	}
	return Result[S]{}, false
}

// Expanded returns the number n of states whose steps are all known, which are the first n.
func (r *Reached[S]) Expanded() int { return r.expanded }

// Whole reports whether every reachable state was found and expanded.
func (r *Reached[S]) Whole() bool { return r.Ended == Complete }

// Fault is the breach that ended the search, nil if none did.
func (r *Reached[S]) Fault() *Breach[S] { return r.Breach }
