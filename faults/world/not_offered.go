package world

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// NotOffered is the error for an input that the environment cannot give at this point, such as a suspicion of a live
// process. The step was not taken.
type NotOffered struct{ Input spec.Body }

// Error names the input.
func (e *NotOffered) Error() string {
	return fmt.Sprintf("the environment cannot give the process input %s at this point", e.Input.Kind())
}
