package campaign

import "testing"

// The states that a campaign tells apart are bounded, and only those who ask for them have any.
func TestStatesAreBounded(t *testing.T) {
	if c := newCovering(false, 0, nil); c.states != nil {
		t.Error("a campaign that does not ask for them keeps states")
	}
	r := &Result{}
	for run := range 4 {
		c := newCovering(true, run*statesEvery, nil)
		for n := range mostStates / 2 {
			c.states[uint64(run*mostStates+n)] = struct{}{}
		}
		r.addHandled(run*statesEvery, c)
		states, last, all := r.LocalStates()
		want, lasts := min(mostStates, (run+1)*mostStates/2), min(run, 1)*statesEvery
		if states != want || last != lasts || all != (run == 0) {
			t.Errorf("after %d runs: %d states, the last new one in run %d, all: %t", run+1, states, last, all)
		}
	}
}
