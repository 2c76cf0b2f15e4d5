package search

import (
	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Reached is what Reach has found. Its fields are those of checker.Reached.
type Reached struct {
	Graph
	Edges, Depth, Judged int
	Ended                checker.End
	Cause                error
	Results              []checker.Result[explore.InternedState]
	Breach               *checker.Breach[explore.InternedState]
}

// Options are those of checker.Reach, but for who judges the states.
type Options struct {
	Workers       int
	MaxStates     int
	MaxBytes      int64
	UntilViolated bool
	Progress      func(checker.Progress) error
	// Judge, where set, returns who judges the states. It is called once for each worker.
	Judge func() Judge
}

// Judge judges one state after the other, or one step.
type Judge interface {
	// Look is told of a state before it is judged, LookAtStep of a step's states; a step
	// from the same state as the last is known by again.
	Look(explore.InternedState)
	LookAtStep(before, after explore.InternedState, again bool)
	// Properties are what is judged, the state or the step that was looked at last.
	Properties() []Property
}

// Property is a property of what a Judge looks at: Check of a state, Step of a step by its
// action, as in spec.Property.
type Property struct {
	Name  string
	Kind  spec.PropertyKind
	Check func() error
	Step  func(spec.Action) error
}

// Graph is a graph as far as it was explored, its states by their numbers.
type Graph interface {
	checker.Timed
	checker.Walked[explore.InternedState]
	// Bytes is the memory that the states take, and what was learned.
	Bytes() int64
}

// Reach explores a cluster by its components, with so many numbers in a word of a state. If
// there is more to number than such a word has room for, it ends as TooWide with the cause
// explore.ErrTooWide, and may begin again with fewer numbers in a word.
func Reach(c *explore.Components, numbers int, o Options) *Reached {
	switch words := c.Words(numbers); {
	case words <= 1:
		return reach[[1]uint64](c, numbers, o)
	case words == 2:
		return reach[[2]uint64](c, numbers, o)
	case words == 3:
		return reach[[3]uint64](c, numbers, o)
	case words == 4:
		return reach[[4]uint64](c, numbers, o)
	case words <= 6:
		return reach[[6]uint64](c, numbers, o)
	case words <= 8:
		return reach[[8]uint64](c, numbers, o)
	}
	return reach[[12]uint64](c, numbers, o)
}
