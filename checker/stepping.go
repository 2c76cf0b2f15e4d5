package checker

import "github.com/scrutineer-go/scrutineer/spec"

// judgeSteps judges the steps from the states of a block that are expanded, where a property
// of steps is undecided, and adds what decides it to the decisions of the block.
func (c *workers[S]) judgeSteps(first []decision, from, to int) {
	open := false
	for i := range first {
		open = open || c.reached.stepwise(i)
	}
	if !open || from >= to {
		return
	}
	c.work(from, to, (*worker[S]).judgeStepsOfAll)
	for i, d := range c.decisions() {
		if c.reached.stepwise(i) {
			first[i] = d
		}
	}
}

// stepwise tells whether the property of that number is one of steps and still undecided.
func (r *Reached[S]) stepwise(i int) bool {
	return r.Results[i].Property.Kind == spec.Stepwise && r.Results[i].Verdict == spec.Undecided
}

// stepViolated tells whether a property of steps is violated.
func (c *workers[S]) stepViolated() bool {
	for _, result := range c.reached.Results {
		if result.Property.Kind == spec.Stepwise && result.Verdict == spec.Violated {
			return true
		}
	}
	return false
}

// judgeStepsOfAll judges the steps from the states of one chunk.
func (w *worker[S]) judgeStepsOfAll(r *Reached[S], c *chunk[S], from, to int) {
	c.undecide()
	for n := from; n < to; n++ {
		w.judgeSteps(r, c, n, r.store.at(n))
	}
}

// judgeSteps evaluates at the steps from a state what no step before them has decided. All
// properties are asked of one step before any of the next.
func (w *worker[S]) judgeSteps(r *Reached[S], c *chunk[S], n int, s S) {
	action := w.steps(r.space, s)
	for k, target := range w.targets {
		if target == s {
			continue
		}
		for i := range w.properties {
			if c.decisions[i].at < 0 && r.stepwise(i) {
				c.decisions[i] = decideStep(&w.properties[i], n, s, action(k), target)
				c.decisions[i].step = k
			}
		}
	}
}

// labelled is a space that has the actions of steps by numbers, beside their targets.
type labelled[S comparable] interface {
	Edges(to []S, actions []uint32, s S) (targets []S, numbers []uint32, exhausted bool)
	Action(number uint32) spec.Action
}

// steps works out the targets of the steps from a state, and returns what tells their actions.
func (w *worker[S]) steps(space Space[S], s S) func(k int) spec.Action {
	if l, ok := space.(labelled[S]); ok {
		w.targets, w.labels, _ = l.Edges(w.targets[:0], w.labels[:0], s)
		return func(k int) spec.Action { return l.Action(w.labels[k]) }
	}
	w.targets, _ = space.Next(w.targets[:0], s)
	w.actions = space.Actions(w.actions[:0], s)
	return func(k int) spec.Action { return w.actions[k] }
}

// decideStep evaluates one property at a step. The words of an error are taken at once, as
// decide does.
func decideStep[S comparable](p *spec.Property[S], n int, before S, a spec.Action, after S) (d decision) {
	defer func() {
		if cause := recover(); cause != nil {
			d = decision{at: n, panic: spec.Recovered(cause)}
		}
	}()
	if err := p.Step(before, a, after); err != nil {
		return decision{at: n, why: err.Error()}
	}
	return decision{at: -1}
}

// andStep returns the path to the state of a decision with the step that decides.
func (r *Reached[S]) andStep(path Path[S], d decision) Path[S] {
	var taken steps[S] // what StepsFrom has returned stays as it is
	step := taken.from(r, d.at)[d.step]
	return path.then(step.Action, r.store.at(step.To))
}
