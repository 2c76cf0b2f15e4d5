package checker

import "github.com/scrutineer-go/scrutineer/spec"

// Space is a transition system whose states are small comparable values, made for
// Reach. What takes long to work out is learned once and then looked up: Learn is
// called alone, Next and Actions from several goroutines at a time, and never both.
type Space[S comparable] interface {
	// Init returns the initial states, each once. It may learn.
	Init() []S
	// Hash returns a number of which every bit depends on the whole state.
	Hash(S) uint64
	// Next appends the target of each step out of the state, one for each action, in
	// an order that is always the same. Where it is false, Learn has to be called
	// first and what was appended counts for nothing.
	Next(to []S, s S) ([]S, bool)
	// Learn works out what Next has to know about the state. An error ends the search:
	// a spec.Breach says that a step which may be taken here panics or breaks a
	// contract, any other that the space cannot hold what there is to know.
	Learn(s S) error
	// Actions appends the actions of the steps that Next appends the targets of.
	Actions(to []spec.Action, s S) []spec.Action
	// Bytes is about how much memory is taken by what was learned.
	Bytes() int64
}
