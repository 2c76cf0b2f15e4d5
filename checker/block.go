package checker

import (
	"errors"

	"github.com/scrutineer-go/scrutineer/spec"
)

// block takes the next states through both halves.
func (c *workers[S]) block(o ReachOptions[S]) {
	r := c.reached
	from := r.expanded
	to := min(from+blockSize, r.store.n)
	c.work(from, to, (*worker[S]).expandAll)
	first := c.decisions()
	limit := c.panicBefore(first, to)
	if o.UntilViolated {
		limit = c.violatedBefore(first, limit)
	}
	for n := from; n < limit && r.Ended == Unfinished; n++ {
		r.enter(n)
		c.number(n, (n-from)/chunkSize, o)
	}
	if r.Ended == Unfinished {
		r.expanded = limit
	}
	if r.Ended == BrokenModel { // what was judged after the end does not count
		to = r.expanded + 1
	} else if limit < to && r.Ended == Unfinished {
		to = limit + 1
	}
	c.judgeSteps(first, from, r.expanded)
	c.settle(first, to)
	if (limit < to || o.UntilViolated && c.stepViolated()) && r.Ended == Unfinished {
		r.Ended = FoundViolation
	}
	r.progress(o)
}

// number looks at what was found at one state, in order.
func (c *workers[S]) number(n, chunk int, o ReachOptions[S]) {
	r, k := c.reached, &c.chunks[chunk]
	for ; k.next < len(k.finds) && int(k.finds[k.next].from) == n && r.Ended == Unfinished; k.next++ {
		if f := &k.finds[k.next]; f.learn {
			c.learn(n, o)
		} else {
			r.found(f.hash, f.target, f.from, o)
		}
	}
}

// learn works out a state that the workers could not.
func (c *workers[S]) learn(n int, o ReachOptions[S]) {
	r := c.reached
	s := r.store.at(n)
	var breach spec.Breach
	switch err := r.space.Learn(s); {
	case errors.As(err, &breach):
		r.blame(breach, n)
		return
	case err != nil:
		r.Ended, r.Cause = TooWide, err
		return
	}
	var known bool
	if c.targets, known = r.space.Next(c.targets[:0], s); !known {
		panic("checker: a state is unknown after Learn")
	}
	r.Edges += len(c.targets)
	for _, target := range c.targets {
		if r.found(short(r.space.Hash(target)), target, uint32(n), o) {
			return
		}
	}
}

// panicBefore returns the first state at which a property panics, at most to.
func (c *workers[S]) panicBefore(first []decision, to int) int {
	for _, d := range first {
		if d.at >= 0 && d.panic != nil {
			to = min(to, d.at)
		}
	}
	return to
}

// violatedBefore returns the first state that violates an Always property, at most to.
func (c *workers[S]) violatedBefore(first []decision, to int) int {
	for i, d := range first {
		if d.at >= 0 && d.panic == nil && c.reached.Results[i].Property.Kind == spec.Always {
			to = min(to, d.at)
		}
	}
	return to
}

// settle takes over the decisions at the states before to, which are judged now. A
// property that panics at one of them ends the search.
func (c *workers[S]) settle(first []decision, to int) {
	r := c.reached
	if at := c.panicBefore(first, to); at < to && r.Breach == nil {
		for i, d := range first {
			if d.at == at && d.panic != nil {
				r.blame(d.panic, at)
				if r.Results[i].Property.Kind == spec.Stepwise {
					r.Breach.Path = r.andStep(r.Breach.Path, d)
				}
				break
			}
		}
		to = at + 1
	}
	for i, d := range first {
		if d.at < 0 || d.at >= to || d.panic != nil {
			continue
		}
		result := &r.Results[i]
		result.Verdict, result.Path = spec.Holds, r.PathTo(d.at)
		switch result.Property.Kind {
		case spec.Always:
			result.Verdict, result.Why = spec.Violated, d.why
		case spec.Stepwise:
			result.Verdict, result.Why = spec.Violated, d.why
			result.Path = r.andStep(result.Path, d)
		}
	}
	r.Judged = to
	for i := range c.chunks {
		r.Edges += c.chunks[i].edges
	}
}

// judgeRest judges the states that were found and will not be expanded.
func (c *workers[S]) judgeRest() {
	r := c.reached
	for r.Judged < r.store.n && r.Breach == nil {
		from := r.Judged
		to := min(from+blockSize, r.store.n)
		c.work(from, to, (*worker[S]).judgeAll)
		c.settle(c.decisions(), to)
	}
}

// expandAll judges the states of one chunk and works out their steps.
func (w *worker[S]) expandAll(r *Reached[S], c *chunk[S], from, to int) {
	c.begin()
	for n := from; n < to; n++ {
		s := r.store.at(n)
		w.judge(r, c, n, s)
		w.expand(r, c, n, s)
	}
}

// judgeAll judges the states of one chunk.
func (w *worker[S]) judgeAll(r *Reached[S], c *chunk[S], from, to int) {
	c.begin()
	for n := from; n < to; n++ {
		w.judge(r, c, n, r.store.at(n))
	}
}

// judge evaluates in a state what no state before it has decided.
func (w *worker[S]) judge(r *Reached[S], c *chunk[S], n int, s S) {
	for i := range w.properties {
		p := &w.properties[i]
		if c.decisions[i].at < 0 && p.Kind.OfStates() && r.Results[i].Verdict == spec.Undecided {
			c.decisions[i] = decide(p, n, s)
		}
	}
}

// decide evaluates one property in a state. The words of an error are taken at once: they
// may come from what is used again for the next state.
func decide[S comparable](p *spec.Property[S], n int, s S) (d decision) {
	defer func() {
		if cause := recover(); cause != nil {
			d = decision{at: n, panic: spec.Recovered(cause)}
		}
	}()
	switch err := p.Check(s); {
	case p.Kind == spec.Reachable && err == nil:
		return decision{at: n}
	case p.Kind == spec.Always && err != nil:
		return decision{at: n, why: err.Error()}
	}
	return decision{at: -1}
}

// expand works out the steps from a state as far as they are known.
func (w *worker[S]) expand(r *Reached[S], c *chunk[S], n int, s S) {
	var known bool
	if w.targets, known = r.space.Next(w.targets[:0], s); !known {
		c.finds = append(c.finds, find[S]{from: uint32(n), learn: true})
		return
	}
	c.edges += len(w.targets)
	for _, target := range w.targets {
		if hash := short(r.space.Hash(target)); r.store.find(hash, target) < 0 {
			c.finds = append(c.finds, find[S]{target: target, hash: hash, from: uint32(n)})
		}
	}
}
