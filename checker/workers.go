package checker

import "github.com/scrutineer-go/scrutineer/spec"

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

// workers are the goroutines of a search.
type workers[S comparable] struct {
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

// chunk is the result of expanding consecutive states. It does not depend on the worker that expanded them.
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

func newWorkers[S comparable](r *Reached[S], o ReachOptions[S]) *workers[S] {
	c := &workers[S]{reached: r}
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

func (c *workers[S]) properties() []spec.Property[S] { return c.workers[0].properties }

// decisions are, for each property, the first state of the block that decides it.
func (c *workers[S]) decisions() []decision {
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
