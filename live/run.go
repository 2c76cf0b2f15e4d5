package live

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Run is what the processes of a cluster have done, as one sequence of steps.
type Run struct {
	Steps []Step
}

// Step is one step of a run.
type Step struct {
	// Action is the step. A timer's firing has the name that it has if nothing is awaited.
	Action spec.Action
	// State is the encoded state in which the process is after it, "" while the process is down.
	State string
	// Where says where the logs have the step.
	Where Place
	// At is when it began, in nanoseconds since 1970. It is 0 for what no log has: a message that was lost.
	At int64
	// Now is what the clock of its process read then. It is 0 if no handler ran.
	Now time.Duration
}

// Place is a step in the logs: the n-th of a life, from 1. It is 0 for the end of a life that was killed.
type Place struct {
	ID         spec.NodeID
	Life, Step int
}

// String returns the place as in "step 3 of process 2's life 1".
func (p Place) String() string {
	if p.Step == 0 {
		return fmt.Sprintf("the end of process %s's life %d", p.ID, p.Life)
	}
	return fmt.Sprintf("step %d of process %s's life %d", p.Step, p.ID, p.Life)
}

// Refusal is a step that the logs cannot have.
type Refusal struct {
	Where Place
	Why   string
}

// Error says which step is refused, and why.
func (r *Refusal) Error() string { return fmt.Sprintf("%s is refused: %s", r.Where, r.Why) }

func refusal(at Place, format string, args ...any) error {
	return &Refusal{Where: at, Why: fmt.Sprintf(format, args...)}
}
