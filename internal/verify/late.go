package verify

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A timer that stays set round a loop is due: however long it is, the loop can be gone round until it fires. A run that
// goes round for ever is no counterexample then, as spec.TimersRun says. But that alone would hide what comes after the
// timer has fired. So the exploration begins again, and there the timer fires in all states of the loop, whatever is in
// flight: its messages were sent long after it was set.

// mostLate is how often an exploration begins again: each time more timers may turn out to be due.
const mostLate = 16

// judged judges the temporal properties of an exploration, and explores again until no timer stays set on a run on
// which one of them would fail.
func (s *system) judged(
	w *reached, chosen []spec.Property[state], fair []spec.Fairness, o ReachOptions,
) (Reach, error) {
	fair = append(slices.Clip(fair), spec.TimersRun())
	for again := 1; ; again++ {
		r := w.report()
		if r.Ended != checker.Complete {
			return r, nil
		}
		late := false
		err := s.judgeRuns(w, &r, chosen, fair, o, func(n int, timers uint64) {
			if w.reader.components.Free(w.State(n), timers) {
				late = true
			}
		})
		if err != nil || !late || slices.ContainsFunc(r.Results, func(f Found) bool { return f.Verdict == spec.Violated }) {
			return r, err
		}
		if again == mostLate {
			r.Ended = checker.BoundHit
			return r.undecided(fmt.Sprintf("timers stay set round loops, and fire late in ever more states: in %d after %d "+
				"explorations", w.reader.components.Freed(), again)), nil
		}
		if err := o.stage("exploring again, with timers that fire late"); err != nil {
			r.stop(err)
			return r.undecided("timers stay set round loops, and what comes after they have fired was not explored"), nil
		}
		*w = *searched(w.reader.images, chosen, o)
	}
}

// undecided returns the report without a verdict on what was not violated.
func (r Reach) undecided(why string) Reach {
	for i := range r.Results {
		if f := &r.Results[i]; f.Verdict == spec.Holds {
			f.Verdict, f.Why = spec.Undecided, why
		}
	}
	return r
}
