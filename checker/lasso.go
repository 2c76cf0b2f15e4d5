package checker

import (
	"errors"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Lasso is a fair run on which a temporal property fails: a way from an initial state
// and what then goes round for ever. Where nothing goes round the run just stops
// there, a blocked end: nothing is enabled that must happen.
type Lasso struct {
	// Start is the number of the initial state.
	Start int
	// Stem are the steps to where the run goes round or stops.
	Stem []Step
	// Cycle are the steps that go round, back to the state after Stem; none where
	// the run stops.
	Cycle []Step
}

// Blocked tells whether the run stops.
func (l *Lasso) Blocked() bool { return len(l.Cycle) == 0 }

// End is the number of the state after the stem.
func (l *Lasso) End() int {
	if len(l.Stem) == 0 {
		return l.Start
	}
	return l.Stem[len(l.Stem)-1].To
}

// States are the numbers of the states along the run, each once: there are as many as
// there are steps, and where the run stops one more.
func (l *Lasso) States() []int {
	states := []int{l.Start}
	for _, step := range l.Stem {
		states = append(states, step.To)
	}
	for _, step := range l.Cycle {
		states = append(states, step.To)
	}
	if !l.Blocked() {
		states = states[:len(states)-1]
	}
	return states
}

// String lists the actions, one a line, numbered from 1 as in a Path, and says how the
// run goes on.
func (l *Lasso) String() string { return l.Told(func(int, Step) []string { return nil }) }

// Told lists the actions and, below each, what the step from a state has changed.
func (l *Lasso) Told(changed func(from int, s Step) []string) string {
	var t teller
	at := l.Start
	tellAll := func(steps []Step) {
		for _, s := range steps {
			t.tell(s.Action, changed(at, s))
			at = s.To
		}
	}
	if len(l.Stem) == 0 {
		t.say("(the initial state)")
	}
	tellAll(l.Stem)
	if l.Blocked() {
		t.say("and there it stops: nothing is enabled that must happen")
		return t.told()
	}
	t.say("and for ever:")
	tellAll(l.Cycle)
	return t.told()
}

// Verify tells what is wrong with the lasso, nil where it is a counterexample: its
// steps are steps of the graph, it is fair, and the property fails on it. It goes by
// the definitions alone and by nothing that Runs has computed.
func (l *Lasso) Verify(g Finished, fair []spec.Fairness, p Temporal) error {
	if !slices.Contains(g.Inits(), l.Start) {
		return fmt.Errorf("state %d is not initial", l.Start)
	}
	at := l.Start
	for i, step := range slices.Concat(l.Stem, l.Cycle) {
		if !slices.ContainsFunc(g.StepsFrom(at), func(s Step) bool {
			return s.To == step.To && s.Action.Same(step.Action)
		}) {
			return fmt.Errorf("step %d is none of the graph's: %s from state %d to %d", i+1, step.Action, at, step.To)
		}
		at = step.To
	}
	if at != l.End() {
		return fmt.Errorf("the cycle ends in state %d and not where it begins, in %d", at, l.End())
	}
	for _, condition := range fair {
		err := error(nil)
		if condition.Timers {
			if kept := l.KeptTimers(g.(Timed)); len(kept) > 0 {
				err = fmt.Errorf("%s stays set", kept[0])
			}
		} else {
			err = l.unfair(g, condition)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", condition.Name, err)
		}
	}
	return l.breaks(p)
}

// unfair tells why the run is not fair to the actions of a condition. What counts is
// in which of the states that come again and again one of them is enabled, and
// whether one of the pairs of states that come again and again is a step of one.
func (l *Lasso) unfair(g Finished, condition spec.Fairness) error {
	round := []int{l.End()}
	for _, step := range l.Cycle {
		round = append(round, step.To)
	}
	leads := func(from int, to func(int) bool) bool {
		return slices.ContainsFunc(g.StepsFrom(from), func(s Step) bool {
			return s.To != from && condition.Of(s.Action) && to(s.To)
		})
	}
	times := 0
	for i, n := range round {
		if leads(n, func(int) bool { return true }) {
			times++
		}
		if i > 0 && leads(round[i-1], func(to int) bool { return to == n }) {
			return nil
		}
	}
	switch {
	case condition.Strong && times > 0:
		return errors.New("strongly fair actions are enabled again and again and never taken")
	case !condition.Strong && times == len(round):
		return errors.New("weakly fair actions stay enabled and are never taken")
	}
	return nil
}

// KeptTimers names the timers that stay set in all states and steps that the run repeats for ever: they neither fire
// there nor are set anew.
func (l *Lasso) KeptTimers(g Timed) (kept []string) {
	all := g.TimersIn(l.End())
	at := l.End()
	keep := func(to int) uint64 { // by all steps from here to there
		common := ^uint64(0)
		edges, _ := g.EdgesFrom(at)
		for _, e := range edges {
			if int(e.To) == to {
				common &= e.Kept
			}
		}
		return common
	}
	all &= keep(at)
	for _, step := range l.Cycle {
		all &= keep(step.To)
		at = step.To
		all &= g.TimersIn(at) & keep(at)
	}
	for n, name := range g.Timers() {
		if all>>n&1 != 0 {
			kept = append(kept, name)
		}
	}
	return kept
}

// breaks tells why the property does not fail on the run.
func (l *Lasso) breaks(p Temporal) error {
	states := l.States()
	again := states[len(l.Stem):]
	holds := func(n int) bool { return p.Holds(n) }
	fails := func(n int) bool { return !p.Holds(n) }
	switch {
	case p.Kind == spec.Eventually && slices.ContainsFunc(states, holds):
		return fmt.Errorf("%s holds on the way", p.Name)
	case p.Kind == spec.Recurrent && slices.ContainsFunc(again, holds):
		return fmt.Errorf("%s holds again and again", p.Name)
	case p.Kind == spec.Stable && !slices.ContainsFunc(again, fails):
		return fmt.Errorf("%s holds from some time on", p.Name)
	}
	return nil
}
