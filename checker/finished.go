package checker

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
