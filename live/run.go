package live

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Run is one sequence of the steps of all processes of a cluster.
type Run struct {
	Steps []Step
	// Began is when the clocks of all processes read 0, in nanoseconds since 1970; 0 if no log says that.
	Began int64
	// Lost, if set, says that the transport has lost a copy of a multicast, as no network of the model does. The steps
	// end with the one that has sent it.
	Lost *Refusal
}

// Step is one step of a run.
type Step struct {
	// Action is the step. A firing is named as if its timer awaited nothing.
	Action spec.Action
	// State is the encoded state of the process after the step, "" if the process is down.
	State string
	// Where is the place of the step in the logs.
	Where Place
	// At is when the step began, in nanoseconds since 1970. It is 0 for the loss of a message, which no log has.
	At int64
	// Now is the clock reading of the process. It is 0 if no handler ran.
	Now time.Duration
}

// Place is a step in the logs: the n-th of a life, from 1. It is 0 for the end of a life that was killed. In the log of
// a client it is an input, by its number.
type Place struct {
	ID         spec.NodeID
	Life, Step int
}

// String returns the place as in "step 3 of process 2's life 1".
func (p Place) String() string {
	if p.ID == spec.Environment {
		return fmt.Sprintf("input %d of the client's life %d", p.Step, p.Life)
	}
	if p.Step == 0 {
		return fmt.Sprintf("the end of process %s's life %d", p.ID, p.Life)
	}
	return fmt.Sprintf("step %d of process %s's life %d", p.Step, p.ID, p.Life)
}

// Refusal is the error for a logged step that no run of the cluster can have.
type Refusal struct {
	Where Place
	Why   string
}

// Error names the step and the reason.
func (r *Refusal) Error() string { return fmt.Sprintf("%s is refused: %s", r.Where, r.Why) }

func refusal(at Place, format string, args ...any) *Refusal {
	return &Refusal{Where: at, Why: fmt.Sprintf(format, args...)}
}
