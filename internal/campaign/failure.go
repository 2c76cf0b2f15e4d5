package campaign

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
)

// Failure is a run that failed, and the small plan that was made of it.
type Failure struct {
	Run       int
	Violation Violation
	// Drawn is the plan that was drawn, Minimal the small one, which carries what
	// is to be expected of it. Its file does not: see [Failing]. What takes no effect in the run of
	// either is optional in it.
	Drawn   faults.Plan
	Minimal Minimal
	// Replayed is the run of the small plan.
	Replayed Replayed
}

// Minimal is a plan of which nothing can be omitted: without any one of its
// faults and pins the property holds, or the tries were used up.
type Minimal struct {
	Plan faults.Plan
	// Elements counts the plan's faults and pins.
	Elements int
	// Tries is how many runs it took, Whole tells that they sufficed.
	Tries int
	Whole bool
}

// Dir names the failure's folder.
func (f Failure) Dir() string { return fmt.Sprintf("%s-run%d", f.Violation.Property, f.Run) }
