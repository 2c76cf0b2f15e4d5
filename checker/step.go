package checker

import "github.com/scrutineer-go/scrutineer/spec"

// Step is one edge out of a state: the action and the number of the target.
type Step struct {
	Action spec.Action
	To     int
}

// stepOf returns the step with that action, nil where there is none.
func stepOf(steps []Step, a spec.Action) *Step {
	for i := range steps {
		if steps[i].Action.Same(a) {
			return &steps[i]
		}
	}
	return nil
}
