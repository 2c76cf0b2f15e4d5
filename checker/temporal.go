package checker

import "github.com/scrutineer-go/scrutineer/spec"

// Temporal is a property of the runs of a finished graph: that P holds at some time
// (Eventually), again and again (Recurrent), or from some time on (Stable).
type Temporal struct {
	Name string
	Kind spec.PropertyKind
	// Holds is P, judged in the state with that number.
	Holds func(n int) bool
}
