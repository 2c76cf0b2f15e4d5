package verify

// WhenQuiescent judges only states in which nothing is in flight to a live process, no timer
// is armed, and nobody is still to boot: before that, much is on its way to what a property demands.
func WhenQuiescent[L, G any](check func(Judged[L, G]) error) func(Judged[L, G]) error {
	return func(s Judged[L, G]) error {
		if !s.State.State.Quiescent() {
			return nil
		}
		return check(s)
	}
}
