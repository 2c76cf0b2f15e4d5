package checker

import (
	"sync"
	"sync/atomic"
)

// work has the workers look at the states from one number up to another. This file has the
// only goroutines of the package. Each works on chunks of its own, and what they all look
// at does not change meanwhile.
func (c *workers[S]) work(from, to int, look func(w *worker[S], r *Reached[S], k *chunk[S], from, to int)) {
	var taken atomic.Int32
	run := func(w *worker[S]) {
		for {
			i := int(taken.Add(1)) - 1
			if i >= len(c.chunks) {
				return
			}
			low := min(from+i*chunkSize, to)
			look(w, c.reached, &c.chunks[i], low, min(low+chunkSize, to))
		}
	}
	if len(c.workers) == 1 {
		run(c.workers[0])
		return
	}
	var group sync.WaitGroup
	for _, w := range c.workers {
		group.Go(func() { run(w) })
	}
	group.Wait()
}
