package enact

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// StepError says why a step of a path cannot be taken.
type StepError struct {
	// Step is the number of the step, from 1.
	Step   int
	Action spec.Action
	Err    error
}

// Error names the step.
func (e *StepError) Error() string { return fmt.Sprintf("step %d, %s: %v", e.Step, e.Action, e.Err) }

// Unwrap returns why.
func (e *StepError) Unwrap() error { return e.Err }
