package verify

import "github.com/scrutineer-go/scrutineer/spec"

// WhenQuiescent judges only states in which nothing is in flight to a live process, no timer
// is armed, and nobody is still to boot: before that, much is on its way to what a property demands.
func WhenQuiescent[L, G any](check func(Judged[L, G]) error) func(Judged[L, G]) error {
	return WhenResting(spec.Routine{}, check)
}

// WhenResting judges only states in which nothing is left but the routine. A protocol that ticks
// for ever has no others that are like quiescent ones.
func WhenResting[L, G any](r spec.Routine, check func(Judged[L, G]) error) func(Judged[L, G]) error {
	return func(s Judged[L, G]) error {
		if !s.State.State.Resting(r) {
			return nil
		}
		return check(s)
	}
}
