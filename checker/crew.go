package checker

import (
	"errors"

	"github.com/scrutineer-go/scrutineer/spec"
)

// A search goes block by block through the states in the order of their numbers. In
// the first half of a block the workers judge states and work out steps; they only
// read what is known. In the second half one goroutine goes through the block in
// order, learns what was not known and numbers what is new. So nothing depends on who
// was faster, not even what is learned when. Steps are judged after that, if anybody asks,
// when all of the block's are known.
const (
	chunkSize = 256 // what a worker takes at a time
	blockSize = 16 * chunkSize
)

// crew are the workers of a search.
type crew[S comparable] struct {
	reached *Reached[S]
	workers []*worker[S]
	chunks  [blockSize / chunkSize]chunk[S]
	targets []S
}

// worker is what one goroutine works with.
type worker[S comparable] struct {
	properties []spec.Property[S]
	targets    []S
	actions    []spec.Action
	labels     []uint32 // numbers of actions
}

// chunk is what came of some states. It is the same whoever worked on it.
type chunk[S comparable] struct {
	finds     []find[S]
	next      int // the first of the finds that was not looked at
	decisions []decision
	edges     int
}

// decision is the first state of some that decides a property, by itself or by a step from
// it, and how: it says why the property fails, or it panics, or it is a witness.
type decision struct {
	at    int // -1 for none
	step  int // which of the steps from there does, of a property of steps
	why   string
	panic any
}

// find is something that the second half of a block has to look at: a target that was
// not known in the first half, or a state that needs learning.
type find[S comparable] struct {
	target S
	hash   uint32
	from   uint32
	learn  bool
}

func newCrew[S comparable](r *Reached[S], o ReachOptions[S]) *crew[S] {
	c := &crew[S]{reached: r}
	for range o.Workers {
		w := &worker[S]{}
		if o.Properties != nil {
			w.properties = o.Properties()
		}
		c.workers = append(c.workers, w)
	}
	for i := range c.chunks {
		c.chunks[i].decisions = make([]decision, len(c.properties()))
	}
	return c
}

func (c *crew[S]) properties() []spec.Property[S] { return c.workers[0].properties }

// block takes the next states through both halves.
func (c *crew[S]) block(o ReachOptions[S]) {
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
func (c *crew[S]) number(n, chunk int, o ReachOptions[S]) {
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
func (c *crew[S]) learn(n int, o ReachOptions[S]) {
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

// decisions are, for each property, the first state of the block that decides it.
func (c *crew[S]) decisions() []decision {
	first := make([]decision, len(c.reached.Results))
	for i := range first {
		first[i].at = -1
		for k := range c.chunks {
			if d := c.chunks[k].decisions[i]; d.at >= 0 && (first[i].at < 0 || d.at < first[i].at) {
				first[i] = d
			}
		}
	}
	return first
}

// panicBefore returns the first state at which a property panics, at most to.
func (c *crew[S]) panicBefore(first []decision, to int) int {
	for _, d := range first {
		if d.at >= 0 && d.panic != nil {
			to = min(to, d.at)
		}
	}
	return to
}

// violatedBefore returns the first state that violates an Always property, at most to.
func (c *crew[S]) violatedBefore(first []decision, to int) int {
	for i, d := range first {
		if d.at >= 0 && d.panic == nil && c.reached.Results[i].Property.Kind == spec.Always {
			to = min(to, d.at)
		}
	}
	return to
}

// settle takes over the decisions at the states before to, which are judged now. A
// property that panics at one of them ends the search.
func (c *crew[S]) settle(first []decision, to int) {
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
func (c *crew[S]) judgeRest() {
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

// begin empties a chunk.
func (c *chunk[S]) begin() {
	c.finds, c.next, c.edges = c.finds[:0], 0, 0
	c.undecide()
}

// undecide forgets the decisions of a chunk.
func (c *chunk[S]) undecide() {
	for i := range c.decisions {
		c.decisions[i] = decision{at: -1}
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
			d = decision{at: n, panic: cause}
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
