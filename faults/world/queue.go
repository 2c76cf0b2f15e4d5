package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
)

// item is something that will happen. Items are ordered by time and then by the
// order in which they were put in.
type item struct {
	at    faults.Time
	order uint64
	ref   int32 // the copy, the process or the planned change that is meant
	what  what
	gen   uint32 // tells a timer that was set anew, or an offer, from an earlier one
}

// what says what kind of thing will happen.
type what uint8

const (
	arrival what = iota // of a copy
	alarm               // of a timer
	telling             // of an input
	change              // a planned change: a crash, a partition's end
	revival             // of a process that is down
	booting             // of a process that is there at the beginning
)

func (a item) before(b item) bool {
	return a.at < b.at || a.at == b.at && a.order < b.order
}

// queue is a heap with four children to a node: as many levels as a cache line
// has neighbours.
type queue struct{ items []item }

func (q *queue) push(it item) {
	q.items = append(q.items, it)
	i := len(q.items) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !it.before(q.items[parent]) {
			break
		}
		q.items[i] = q.items[parent]
		i = parent
	}
	q.items[i] = it
}

func (q *queue) pop() item {
	top := q.items[0]
	last := q.items[len(q.items)-1]
	q.items = q.items[:len(q.items)-1]
	if len(q.items) > 0 {
		q.sink(last)
	}
	return top
}

// sink puts an item where the first one was taken from.
func (q *queue) sink(it item) {
	items, i := q.items, 0
	for {
		first := 4*i + 1
		if first >= len(items) {
			break
		}
		least := first
		for child := first + 1; child < min(first+4, len(items)); child++ {
			if items[child].before(items[least]) {
				least = child
			}
		}
		if !items[least].before(it) {
			break
		}
		items[i] = items[least]
		i = least
	}
	items[i] = it
}

// ExerciseQueue puts an item in and takes one out so many times, on a queue of that
// length such as a World's. Benchmarks hold a world against it: no world that keeps
// its events in order is faster.
func ExerciseQueue(length, times int) {
	var q queue
	key := draw.New(1)
	for i := range length {
		q.push(item{at: faults.Time(key.With(uint64(i)).Below(1000))})
	}
	for i := range times {
		top := q.pop()
		q.push(item{at: top.at + faults.Time(key.With(uint64(i)).Below(1000)), order: uint64(i)})
	}
}
