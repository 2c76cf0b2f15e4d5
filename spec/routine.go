package spec

// Routine is what a protocol that never rests goes on to do for ever: the exchanges that the
// ticks of its clocks begin. Judged where nothing else is left, a protocol with a routine has
// something like quiescence: see [State.Resting]. (This is not called stable, as [Stable] is the
// kind of a property that holds from some time on.)
type Routine struct {
	// Kinds are those of the messages of these exchanges.
	Kinds SetOf[string]
	// Timers are the names, without a peer, of the clocks and of the timers of these exchanges.
	Timers SetOf[string]
}

// Resting reports whether nothing is left but the routine: nobody is still to boot, no other timer
// is armed, and no copy of another kind is in flight to a live process.
func (s State[L]) Resting(r Routine) bool {
	if len(s.Unbooted) > 0 {
		return false
	}
	for _, armed := range s.Timers {
		for _, timer := range armed {
			if !r.Timers.Has(timer.Name()) {
				return false
			}
		}
	}
	for _, m := range s.Flight {
		if s.Alive.Has(m.To) && !r.Kinds.Has(m.Body.Kind()) {
			return false
		}
	}
	return true
}

// Quiescent reports whether nothing will happen any more unless somebody starts
// it: nothing in flight to a live process, no timer armed, and nobody still to boot.
func (s State[L]) Quiescent() bool { return s.Resting(Routine{}) }
