package checker

import (
	"sync"
	"sync/atomic"
)

// work takes the states from one number up to another through the first half of a
// block. This file has the only goroutines of the package. Each works on chunks of
// its own, and what they all look at does not change meanwhile.
func (c *crew[S]) work(from, to int, expand bool) {
	var taken atomic.Int32
	run := func(w *worker[S]) {
		for {
			i := int(taken.Add(1)) - 1
			if i >= len(c.chunks) {
				return
			}
			low := min(from+i*chunkSize, to)
			w.look(c.reached, &c.chunks[i], low, min(low+chunkSize, to), expand)
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
