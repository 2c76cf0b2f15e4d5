package verify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Live judges temporal properties in one column, on all runs that are fair as the
// specification of that name says. Live leaves spec.TimersRun out: the specification's graph and TLC's graph do not
// show when a timer is set anew. A graph that was not explored to its end decides nothing.
func (s *system) Live(column Column, names []string, specification string) (Lived, error) {
	chosen, err := s.chosen(names)
	if err != nil {
		return Lived{}, err
	}
	fair, ok := s.fairness[specification]
	if !ok {
		return Lived{}, fmt.Errorf("what is fair under %s is not stated in Go; state it in the system's Fairness",
			specification)
	}
	fair, _ = untimed(fair)
	if column == Spec {
		x := exploreSpec(s, checker.Options[state]{KeepSteps: true, MaxStates: maxStates})
		if !x.Complete {
			return Lived{Ended: "the specification was not explored to its end"}, nil
		}
		watched := s.watched()
		found, err := lived(finished{
			x, func(n int) state { return x.States[n] },
			func(from int, step checker.Step) []string {
				return s.changed(x.States[from], step.Action, x.States[step.To])
			},
			func(n int) bool { return spec.Exhausted(watched, s.budget, x.States[n]) }, s.excuses, s.split, nil,
		}, fair, chosen, unstaged)
		return Lived{Counts: counts(x), Actions: happened(x.Steps), Found: found}, err
	}
	r, err := reachOf(s, nil, ReachOptions{MaxStates: maxStates})
	if err != nil {
		return Lived{}, err
	}
	report := r.report()
	if r.Ended != checker.Complete {
		return Lived{Ended: r.Ended.String() + report.Breach}, nil
	}
	found, err := lived(finished{r, r.image, r.changedBy, nil, s.excuses, s.split, nil}, fair, chosen, unstaged)
	return Lived{Counts: Counts{States: report.States, Edges: r.Edges, Depth: r.Depth}, Found: found}, err
}

// untimed returns conditions without spec.TimersRun, and whether that was among them.
func untimed(fair []spec.Fairness) ([]spec.Fairness, bool) {
	all := slices.DeleteFunc(slices.Clone(fair), func(f spec.Fairness) bool { return f.Timers })
	return all, len(all) < len(fair)
}

// timed reports whether timers must run.
func timed(fair []spec.Fairness) bool {
	_, timers := untimed(fair)
	return timers
}

// Lived is what Subject.Live has found.
type Lived struct {
	Counts Counts
	// Actions are the names of those that happened, told of the specification alone.
	Actions spec.SetOf[string]
	// Found has one entry for each property, in order.
	Found []Found
	// Ended says why nothing could be judged, "" where it could.
	Ended string
}

// finished is a graph that was explored to its end, with what its states look like and what
// a step from one has changed.
// exhausted tells where only the budget forbids a fair action, nil where the graph tells
// that with its edges. excuses says why such a state is not excused; where it is nil each is.
// kept, if set, is what Runs.KeptTimers calls.
type finished struct {
	checker.Finished
	state     func(n int) state
	changed   func(from int, step checker.Step) []string
	exhausted func(n int) bool
	excuses   func(state) error
	split     func(spec.Living) spec.State[any]
	kept      func(n int, timers uint64)
}

// excused reports whether a state is excused in which only the budget forbids a fair action.
func (g *finished) excused(n int) error {
	if g.excuses == nil {
		return nil
	}
	return g.excuses(g.state(n))
}

// errStopped says that judging was stopped.
var errStopped = errors.New("stopped")

func unstaged(string) error { return nil }

// lived judges temporal properties on the runs of a finished graph. A state in which
// only the budget forbids a fair action is the edge of what was looked at, not an end
// of the protocol: it counts as if the property held there, unless the system has no excuse for it.
//
// stage is told what begins. Its error stops the judging, as errStopped, and what is not
// judged by then is undecided.
func lived(
	g finished, fair []spec.Fairness, properties []spec.Property[state], stage func(string) error,
) ([]Found, error) {
	var all []Found
	for _, p := range properties {
		all = append(all, Found{Name: p.Name})
	}
	if err := stage("laying out all runs"); err != nil {
		return all, fmt.Errorf("%w: %w", errStopped, err)
	}
	w := &watch{stage: stage}
	runs, err := checker.NewRuns(g.Finished, fair, w.poll)
	switch {
	case w.cause != nil:
		return all, fmt.Errorf("%w: %w", errStopped, w.cause)
	case err != nil:
		return nil, err
	}
	if g.exhausted == nil {
		g.exhausted = runs.Exhausted
	}
	for i, p := range properties {
		if err := stage("judging " + p.Name + " on all fair runs"); err != nil {
			return all, fmt.Errorf("%w: %w", errStopped, err)
		}
		excused := 0
		lasso, byTimers, err := runs.Judge(checker.Temporal{Name: p.Name, Kind: p.Kind, Holds: func(n int) bool {
			if w.poll() != nil || p.Check(g.state(n)) == nil {
				return true
			}
			if !g.exhausted(n) || g.excused(n) != nil {
				return false
			}
			excused++
			return true
		}})
		switch {
		case w.cause != nil:
			return all, fmt.Errorf("%w: %w", errStopped, w.cause)
		case err != nil:
			return nil, err
		case lasso != nil:
			all[i] = foundLasso(p, lasso, g)
		default:
			all[i].Verdict, all[i].byTimers = spec.Holds, byTimers
		}
		all[i].Excused = excused
	}
	if g.kept == nil {
		return all, nil
	}
	if err := stage("looking for timers that stay set"); err != nil {
		return all, fmt.Errorf("%w: %w", errStopped, err)
	}
	runs.KeptTimers(func(n int, timers uint64) {
		if w.poll() == nil {
			g.kept(n, timers)
		}
	})
	if w.cause != nil {
		return all, fmt.Errorf("%w: %w", errStopped, w.cause)
	}
	return all, nil
}

// watch asks now and then whether to go on.
type watch struct {
	stage func(string) error
	asked int
	cause error
}

// often is how many states are looked at between two questions.
const often = 1 << 14

// poll returns why not to go on.
func (w *watch) poll() error {
	if w.asked++; w.cause == nil && w.asked%often == 0 {
		w.cause = w.stage(fmt.Sprintf("judging runs, %s states so far", Thousands(w.asked)))
	}
	return w.cause
}

// foundLasso tells of a counterexample to a temporal property.
func foundLasso(p spec.Property[state], lasso *checker.Lasso, g finished) Found {
	f := Found{
		Name: p.Name, Verdict: spec.Violated, Temporal: true, Length: len(lasso.States()), Path: lasso.Told(g.changed),
		Why: "the run goes round for ever", Actions: actionsOf(lasso.Stem), Cycle: actionsOf(lasso.Cycle),
	}
	if lasso.Blocked() {
		f.Why = "the run stops for ever"
	}
	if timed, ok := g.Finished.(checker.Timed); ok {
		f.KeptTimers = lasso.KeptTimers(timed)
	}
	if stay := g.stay(lasso); len(stay) > 0 {
		f.Path += "  all the while: " + strings.Join(stay, ", ") + "\n"
	}
	for _, n := range slices.Backward(lasso.States()) {
		if err := p.Check(g.state(n)); err != nil {
			f.Why += ", and there " + err.Error()
			if err := g.excused(n); err != nil && g.exhausted(n) {
				f.Why += ", which the budget does not excuse: " + err.Error()
			}
			break
		}
	}
	return f
}

// stay names what stays set, and what stays in flight, in all states that come again and again.
func (g *finished) stay(lasso *checker.Lasso) []string {
	var all []string
	fires := map[string]bool{}
	for i, n := range append(statesOf(lasso.Cycle), lasso.End()) {
		s := g.split(g.state(n).State.State)
		var here []string
		for at, timers := range s.Timers {
			for _, timer := range timers {
				here = append(here, setText(timer, spec.NodeID(at)))
			}
		}
		for _, step := range g.StepsFrom(n) {
			if a := step.Action; step.To == n && a.Timer != "" && a.IsFair() {
				fires[setText(a.Timer, a.At)] = true
			}
		}
		for _, m := range s.Flight {
			here = append(here, fmt.Sprintf("%s %s→%s is in flight", m.Body.Kind(), m.From, m.To))
		}
		if i == 0 {
			all = slices.Compact(here)
		}
		all = slices.DeleteFunc(all, func(what string) bool { return !slices.Contains(here, what) })
	}
	for i, what := range all {
		if fires[what] {
			all[i] = what + " again whenever it fires, and nothing else changes"
		}
	}
	return all
}

func setText(timer spec.Timer, at spec.NodeID) string {
	return fmt.Sprintf("timer %s of %s is set", timer, at)
}

// statesOf are the numbers of the states after steps.
func statesOf(steps []checker.Step) []int {
	var states []int
	for _, step := range steps {
		states = append(states, step.To)
	}
	return states
}

func actionsOf(steps []checker.Step) []spec.Action {
	var actions []spec.Action
	for _, step := range steps {
		actions = append(actions, step.Action)
	}
	return actions
}
