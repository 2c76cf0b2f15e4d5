package checker

import "github.com/scrutineer-go/scrutineer/spec"

// Finished is a graph that was explored to its end, with its states by number.
type Finished interface {
	// Size is the number of states.
	Size() int
	// Inits are the numbers of the initial states.
	Inits() []int
	// StepsFrom returns the steps out of a state, each with its action. They are
	// valid until the next call.
	StepsFrom(n int) []Step
}

// Numbered is a finished graph whose actions have small numbers, counted from 0: what has
// to be known of an action is then asked once, and not once for each of its steps.
type Numbered interface {
	Finished
	// EdgesFrom tells what StepsFrom tells, by the numbers of the actions, and whether the
	// state is exhausted: the graph is bounded, and something that must happen there is
	// beyond the bound. The edges are valid until the next call.
	EdgesFrom(n int) (edges []Edge, exhausted bool)
	// Action returns the action of that number.
	Action(number uint32) spec.Action
}

// Timed is a Numbered graph that knows of timers: of 64 at most, the numbers of which are bits. Of more it is silent.
type Timed interface {
	Numbered
	// Timers names them, in the order of their numbers.
	Timers() []string
	// TimersIn returns those that are set in a state.
	TimersIn(n int) uint64
}

// Edge is a step by numbers: of its target and of its action. Kept are, in a Timed graph, the timers that are set
// before and after it and that it neither fires nor sets anew.
type Edge struct {
	To, Action uint32
	Kept       uint64
}

// Walked is a graph as far as it was explored, by Explore with KeepSteps or by Reach.
type Walked[S any] interface {
	Finished
	// State returns the state with that number, PathTo a shortest path to it.
	State(n int) S
	PathTo(n int) Path[S]
	// Expanded is how many states all steps are known of: the first so many.
	Expanded() int
	// Whole tells whether the graph was explored to its end.
	Whole() bool
	// Fault is the fault in the model's code that ended it, nil if none did.
	Fault() *Breach[S]
}
