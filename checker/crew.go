package checker

import (
	"errors"

	"github.com/scrutineer-go/scrutineer/spec"
)

// A search goes block by block through the states in the order of their numbers. In
// the first half of a block the workers judge states and work out steps; they only
// read what is known. In the second half one goroutine goes through the block in
// order, learns what was not known and numbers what is new. So nothing depends on who
// was faster, not even what is learned when.
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
	decided    []decision
	targets    []S
}

// decision is the first state of a block that decides a property, and why.
type decision struct {
	at  int // -1 for none
	why error
}

// chunk is what came of some states.
type chunk[S comparable] struct {
	finds []find[S]
	next  int // the first of the finds that was not looked at
	edges int
	cause any // of a panic
}

// find is something that the second half of a block has to look at.
type find[S comparable] struct {
	target S
	hash   uint32
	from   uint32
	what   sort
}

// sort tells what a find is.
type sort uint8

const (
	fresh    sort = iota // a target that was not known in the first half
	unknown              // the state needs learning
	panicked             // a property has panicked there
)

func newCrew[S comparable](r *Reached[S], o ReachOptions[S]) *crew[S] {
	c := &crew[S]{reached: r}
	for range o.Workers {
		w := &worker[S]{}
		if o.Properties != nil {
			w.properties = o.Properties()
		}
		w.decided = make([]decision, len(w.properties))
		c.workers = append(c.workers, w)
	}
	return c
}

func (c *crew[S]) properties() []spec.Property[S] { return c.workers[0].properties }

// block takes the next states through both halves.
func (c *crew[S]) block(o ReachOptions[S]) {
	r := c.reached
	from := r.expanded
	to := min(from+blockSize, r.store.n)
	c.work(from, to, true)
	first := c.decisions()
	limit := to
	if o.UntilViolated {
		limit = c.violatedBefore(first, to)
	}
	for n := from; n < limit && r.Ended == Unfinished; n++ {
		r.enter(n)
		c.number(n, (n-from)/chunkSize, o)
	}
	switch { // what was judged after the end does not count
	case r.Ended == BrokenModel:
		to = r.expanded + 1
	case r.Ended == Unfinished && limit < to:
		r.Ended, to = FoundViolation, limit+1
	case r.Ended == Unfinished:
		r.expanded = to
	}
	c.settle(first, to)
	r.progress(o)
}

// number looks at what was found at one state, in order.
func (c *crew[S]) number(n, chunk int, o ReachOptions[S]) {
	r, k := c.reached, &c.chunks[chunk]
	for ; k.next < len(k.finds) && int(k.finds[k.next].from) == n && r.Ended == Unfinished; k.next++ {
		switch f := &k.finds[k.next]; f.what {
		case fresh:
			r.found(f.hash, f.target, f.from, o)
		case unknown:
			c.learn(n, o)
		case panicked:
			r.blame(k.cause, n)
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
		for _, w := range c.workers {
			if d := w.decided[i]; d.at >= 0 && (first[i].at < 0 || d.at < first[i].at) {
				first[i] = d
			}
		}
	}
	return first
}

// violatedBefore returns the first state that violates an Always property, at most to.
func (c *crew[S]) violatedBefore(first []decision, to int) int {
	for i, d := range first {
		if d.at >= 0 && c.reached.Results[i].Property.Kind == spec.Always {
			to = min(to, d.at)
		}
	}
	return to
}

// settle takes over the decisions at the states before to, which are judged now.
func (c *crew[S]) settle(first []decision, to int) {
	for i, d := range first {
		if d.at < 0 || d.at >= to {
			continue
		}
		r := &c.reached.Results[i]
		r.Verdict, r.Path = spec.Holds, c.reached.PathTo(d.at)
		if r.Property.Kind == spec.Always {
			r.Verdict, r.Why = spec.Violated, d.why.Error()
		}
	}
	c.reached.Judged = to
	for i := range c.chunks {
		c.reached.Edges += c.chunks[i].edges
	}
}

// judgeRest judges the states that were found and will not be expanded.
func (c *crew[S]) judgeRest() {
	r := c.reached
	for r.Judged < r.store.n && r.Breach == nil {
		from := r.Judged
		to := min(from+blockSize, r.store.n)
		c.work(from, to, false)
		for i := range c.chunks {
			if f := c.chunks[i].finds; len(f) > 0 && r.Breach == nil {
				n := int(f[0].from)
				r.blame(c.chunks[i].cause, n)
				to = n + 1
			}
		}
		c.settle(c.decisions(), to)
	}
}

// look judges the states of one chunk and, with expand, works out their steps.
func (w *worker[S]) look(r *Reached[S], c *chunk[S], from, to int, expand bool) {
	c.finds, c.next, c.edges = c.finds[:0], 0, 0
	n := from
	defer func() {
		if cause := recover(); cause != nil {
			c.cause = cause
			c.finds = append(c.finds, find[S]{from: uint32(n), what: panicked})
		}
	}()
	for ; n < to; n++ {
		s := r.store.at(n)
		w.judge(r, n, s)
		if expand {
			w.expand(r, c, n, s)
		}
	}
}

// judge evaluates in a state what no state has decided yet.
func (w *worker[S]) judge(r *Reached[S], n int, s S) {
	for i := range w.properties {
		p := &w.properties[i]
		if w.decided[i].at >= 0 || p.Kind.Temporal() || r.Results[i].Verdict != spec.Undecided {
			continue
		}
		if err := p.Check(s); (err == nil) == (p.Kind == spec.Reachable) {
			w.decided[i] = decision{n, err}
		}
	}
}

// expand works out the steps from a state as far as they are known.
func (w *worker[S]) expand(r *Reached[S], c *chunk[S], n int, s S) {
	var known bool
	if w.targets, known = r.space.Next(w.targets[:0], s); !known {
		c.finds = append(c.finds, find[S]{from: uint32(n), what: unknown})
		return
	}
	c.edges += len(w.targets)
	for _, target := range w.targets {
		if hash := short(r.space.Hash(target)); r.store.find(hash, target) < 0 {
			c.finds = append(c.finds, find[S]{target, hash, uint32(n), fresh})
		}
	}
}
