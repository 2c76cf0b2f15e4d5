package verify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/search"
	"github.com/scrutineer-go/scrutineer/spec"
)

// ReachOptions say how far an exploration of the implementation goes; they are those of
// checker.Reach.
type ReachOptions struct {
	Workers       int
	MaxStates     int
	MaxBytes      int64
	UntilViolated bool
	Progress      func(checker.Progress) error
	// Stage, where set, is told what begins after the search: it may take as long as the
	// search did. An error ends it, and what is not judged by then stays undecided.
	Stage func(what string) error
}

// stage tells what begins.
func (o *ReachOptions) stage(what string) error {
	if o.Stage == nil {
		return nil
	}
	return o.Stage(what)
}

// reached is the implementation's graph as far as it was explored, with the image of
// each state.
type reached struct {
	*search.Reached
	reader *reader
}

// Reach is what an exploration of the implementation has found.
type Reach struct {
	States, Edges, Depth int
	// Judged is the number n of states that were judged, which are the first n; Expanded is the
	// number of states whose steps were judged.
	Judged, Expanded int
	Ended            checker.End
	Cause            error
	// Results has one entry for each property, in order.
	Results []Found
	// Breach says what is wrong with the implementation's own code, "" if nothing.
	Breach string
	// Bytes is the memory that was taken; Locals and Inboxes are the local states and
	// the inboxes that were met, Executed the handler runs that it took.
	Bytes                     int64
	Locals, Inboxes, Executed int
	// Due is the number of states in which a timer fires that has stayed set round a loop. Unfired says why not all
	// such timers may have fired, "" if all have.
	Due     int
	Unfired string
}

// perWord are how many numbers a word of a state holds at first, and if that leaves too few
// bits for each.
var perWord = []int{4, 3, 2}

// reachOf explores the implementation by its components, with states that are as wide as they
// have to be.
func reachOf(s *system, properties []spec.Property[state], o ReachOptions) (*reached, error) {
	m, err := newImages(s)
	if err != nil {
		return nil, err
	}
	return searched(m, properties, o), nil
}

// searched explores what has these images.
func searched(m *images, properties []spec.Property[state], o ReachOptions) *reached {
	r := &reached{reader: newReader(m)}
	for _, numbers := range perWord {
		r.Reached = search.Reach(m.components, numbers, search.Options{
			Workers: o.Workers, MaxStates: o.MaxStates, MaxBytes: o.MaxBytes,
			UntilViolated: o.UntilViolated, Progress: o.Progress,
			Judge: func() search.Judge { return newJudge(m, properties) },
		})
		if r.Ended != checker.TooWide || !errors.Is(r.Cause, explore.ErrTooWide) {
			break
		}
		if err := o.stage("starting again with wider states"); err != nil {
			break
		}
	}
	return r
}

// Reach explores the implementation alone and judges the named properties. Temporal ones
// are judged on a graph that was explored to its end, under a specification's fairness. If spec.TimersRun is part of
// that fairness, Reach may explore several times.
func (s *system) Reach(names []string, specification string, o ReachOptions) (Reach, error) {
	chosen, err := s.chosen(names)
	if err != nil {
		return Reach{}, err
	}
	fair, ok := s.fairness[specification]
	if !ok && slices.ContainsFunc(chosen, func(p spec.Property[state]) bool { return p.Kind.Temporal() }) {
		return Reach{}, fmt.Errorf("what is fair under %q is not stated, it must be one of %s",
			specification, strings.Join(s.Specifications(), ", "))
	}
	w, err := reachOf(s, chosen, o)
	if err != nil {
		return Reach{}, err
	}
	r, err := w.judged(s, chosen, fair, o)
	if err != nil {
		return Reach{}, err
	}
	if err := o.stage("running every remembered step again"); err != nil {
		r.stop(err)
		return r, nil
	}
	if found := w.nondeterminism(); found != nil && r.Breach == "" {
		r.Breach = fmt.Sprintf("%s: %s, after\n%s", found.Contract, found.Why, w.pathText(found.Path))
		r.Ended = checker.BrokenModel
	}
	return r, nil
}

// A timer that stays set round a loop is due: the run can repeat the loop until the timer's time is over. So a run that
// repeats the loop for ever is no counterexample, as spec.TimersRun says. That alone would hide what happens after the
// timer has fired. Reach therefore explores again, with the timer due in all states of the loop, whatever the
// properties are: any of them may fail after the timer has fired.

// mostLate is the highest number of explorations: after each one more timers may be due.
const mostLate = 16

// judged judges the temporal properties of an exploration. If timers must run, judged explores again until no timer
// stays set round a loop in which it is not due, or a property fails.
func (w *reached) judged(
	s *system, chosen []spec.Property[state], fair []spec.Fairness, o ReachOptions,
) (Reach, error) {
	for again := 1; ; again++ {
		r := w.report()
		late := false // a timer is due that was not due before
		err := w.judgeRuns(s, &r, chosen, fair, o, func(n int, timers uint64) {
			late = w.reader.components.SetDue(w.State(n), timers) || late
		})
		switch fails := slices.ContainsFunc(r.Results, Found.fails); {
		case err != nil:
			return r, err
		case r.Ended != checker.Complete && timed(fair):
			return r.undecided(chosen, "the search for timers that stay set round a loop was stopped"), nil
		case r.Ended != checker.Complete || !late && fails:
			return r, nil
		case fails:
			return r.undecided(chosen, "a property fails, and what happens after a timer that stays set round a loop "+
				"has fired was not explored"), nil
		case !late && s.excuses != nil && slices.ContainsFunc(r.Results, func(f Found) bool { return f.byTimers }):
			return r, w.denied(s, &r, chosen, fair, o)
		case !late:
			return r, nil
		case again == mostLate:
			return r.undecided(chosen, fmt.Sprintf("after %d explorations there are still more states in which a "+
				"timer fires that has stayed set round a loop", again)), nil
		}
		if err := o.stage("exploring again, with timers that fire late"); err != nil {
			r.stop(err)
			return r.undecided(chosen,
				"a timer stays set round a loop, and what happens after it fires was not explored"), nil
		}
		*w = *searched(w.reader.images, chosen, o)
	}
}

// denied judges again without spec.TimersRun. It is for timers that stay set because the budget does not let them fire,
// in states that the system does not excuse.
func (w *reached) denied(
	s *system, r *Reach, chosen []spec.Property[state], fair []spec.Fairness, o ReachOptions,
) error {
	fair, _ = untimed(fair)
	return w.judgeRuns(s, r, chosen, fair, o, nil)
}

// undecided returns the report of an exploration after which not all timers that stay set have fired.
func (r Reach) undecided(chosen []spec.Property[state], why string) Reach {
	r.Unfired = why
	for i, p := range chosen {
		if p.Kind.Temporal() && r.Results[i].Verdict == spec.Holds {
			r.Results[i].Verdict, r.Results[i].Why = spec.Undecided, why
		}
	}
	return r
}

func (f Found) fails() bool { return f.Verdict == spec.Violated }

// stop says why what was to come after the search did not.
func (r *Reach) stop(err error) {
	switch {
	case r.Ended != checker.Complete: // the search was not over either
	case errors.Is(err, checker.ErrMemory):
		r.Ended, r.Cause = checker.MemoryOut, err
	default:
		r.Ended, r.Cause = checker.Stopped, err
	}
}

// judgeRuns judges those of the properties that are temporal, if the search is complete and the memory allows it. If
// timers must run, Runs.KeptTimers calls kept; nil for nothing.
func (w *reached) judgeRuns(
	s *system, r *Reach, chosen []spec.Property[state], fair []spec.Fairness, o ReachOptions,
	kept func(n int, timers uint64),
) error {
	temporal := slices.DeleteFunc(slices.Clone(chosen), func(p spec.Property[state]) bool {
		return !p.Kind.Temporal()
	})
	if !timed(fair) {
		kept = nil
	}
	if len(temporal) == 0 && kept == nil || r.Ended != checker.Complete {
		return nil
	}
	found := make([]Found, len(temporal))
	if why := s.timeEnds(); why != "" {
		for i, p := range temporal {
			found[i] = Found{Name: p.Name, Why: why}
		}
	} else if need := r.Bytes + checker.RunBytes(r.States, r.Edges, timed(fair)); o.MaxBytes > 0 && need > o.MaxBytes {
		why := fmt.Sprintf("its runs would take %d MiB, and %d MiB are allowed", need>>20+1, o.MaxBytes>>20)
		for i, p := range temporal {
			found[i] = Found{Name: p.Name, Why: why}
		}
		if kept != nil {
			r.Unfired = "whether timers stay set is not known: " + why
		}
	} else {
		g := finished{w, w.image, w.changedBy, nil, s.excuses, s.split, kept}
		var err error
		if found, err = lived(g, fair, temporal, o.stage); errors.Is(err, errStopped) {
			r.stop(err)
		} else if err != nil {
			return err
		}
	}
	for i := range r.Results { // in the same order
		if len(found) > 0 && r.Results[i].Name == found[0].Name {
			r.Results[i], found = found[0], found[1:]
		}
	}
	return nil
}

// image returns the image of a state, which is valid until the next call.
func (r *reached) image(n int) state { return r.reader.image(r.State(n)) }

func (r *reached) report() Reach {
	c := r.reader.components
	report := Reach{
		States: r.Size(), Edges: r.Edges, Depth: r.Depth, Judged: r.Judged, Expanded: r.Expanded(),
		Ended: r.Ended, Cause: r.Cause,
		Bytes: r.Bytes(), Locals: c.Locals(), Inboxes: c.Inboxes(), Executed: c.Executed(),
	}
	for n := 0; c.AnyDue() && n < r.Size(); n++ {
		if c.IsDue(r.State(n)) {
			report.Due++
		}
	}
	for _, result := range r.Results {
		report.Results = append(report.Results, Found{
			Name: result.Property.Name, Verdict: result.Verdict, Why: result.Why,
			Length: len(result.Path.States), Path: r.pathText(result.Path), Actions: result.Path.Actions,
		})
	}
	if b := r.Breach; b != nil {
		report.Breach = fmt.Sprintf("%s: %s, after\n%s", b.Contract, b.Why, r.pathText(b.Path))
	}
	return report
}

// equals holds the graph against the specification's.
func (r *reached) equals(x *checker.Exploration[state]) checker.Equality {
	return checker.Bisimulate(r.Reached, x, r.reader.image)
}

// nondeterminism runs every remembered step again.
func (r *reached) nondeterminism() *checker.Breach[explore.InternedState] {
	found := r.reader.components.CheckDeterminism()
	if found == nil {
		return nil
	}
	b := &checker.Breach[explore.InternedState]{Contract: found.Why.Contract, Why: found.Why.Why}
	for n := range r.Size() {
		if r.State(n).Locals[found.At] == found.Local {
			b.Path = r.PathTo(n)
			break
		}
	}
	return b
}
