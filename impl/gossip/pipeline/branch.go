package pipeline

import (
	"cmp"
	"slices"
)

// branching is a search through all plans, without those that cannot be better than the best one that is known. It
// chooses the cluster of one stream and stage after the other, the great demands first.
type branching struct {
	*task

	left   int // how many more clusters it may try
	order  []int
	plain  completions
	priced completions
	room   []int64 // is the capacities again when the search is over
	plan   Plan
	best   Plan
	cost   int64 // of best
}

// completions are, under some prices, the least that it costs to go on: by stream and cluster, whatever the others
// do and without a penalty; and for all streams from one on in the order, with the penalties.
type completions struct {
	at   prices
	free [][]int64
	rest []int64
	back int64 // what is given back for all that there is
}

// branch looks for a better plan than the one that is known, if there is one, with so much effort, and tells whether
// it has looked at all that could be better.
func (t *task) branch(known Plan, at prices, effort int) (Plan, bool) {
	b := &branching{task: t, left: effort, cost: never, best: known, room: t.capacity}
	if known != nil {
		b.cost = t.total(known)
	}
	for s := range t.Streams {
		b.order = append(b.order, s)
	}
	slices.SortStableFunc(b.order, func(x, y int) int { return cmp.Compare(t.Streams[y].Demand, t.Streams[x].Demand) })
	b.plain, b.priced = b.completions(t.free()), b.completions(at)
	if b.plain.rest[0] == never {
		return b.best, true
	}
	b.plan = make(Plan, len(t.Streams))
	for s := range b.plan {
		b.plan[s] = make([]int, 0, t.Stages)
	}
	b.stream(0, 0, 0)
	return b.best, b.left > 0
}

// completions works out what goes before the search.
func (b *branching) completions(at prices) completions {
	all := completions{at: at, free: make([][]int64, len(b.Streams)), rest: make([]int64, len(b.Streams)+1)}
	for i := len(b.order) - 1; i >= 0; i-- {
		s := b.order[i]
		_, least := b.shortest(s, b.capacity, at) // which leaves in ahead what it costs to go on from each cluster
		all.free[s] = slices.Clone(b.ahead)
		if b.keep != nil {
			_, least = b.route(s, b.capacity, at)
		}
		all.rest[i] = joined(0, 1, least, all.rest[i+1])
	}
	for c, price := range at.of {
		all.back += price * b.offered(c)
	}
	return all
}

// stream goes on with a stream, of the order; sum and paid are what those before it cost, without and with prices.
func (b *branching) stream(i int, sum, paid int64) {
	if i == len(b.order) {
		if sum < b.cost {
			b.cost, b.best = sum, make(Plan, len(b.plan))
			for s, path := range b.plan {
				b.best[s] = slices.Clone(path)
			}
		}
		return
	}
	b.stage(i, b.keep != nil, sum, paid)
}

// choice is a cluster that a stream may go on to.
type choice struct {
	c         int
	on        bool  // on its path still
	sum, paid int64 // with this cluster
	least     int64 // what all costs at least then
}

// stage goes on with a stage of that stream; on: it has kept to its path so far.
func (b *branching) stage(i int, on bool, sum, paid int64) {
	s := b.order[i]
	k := len(b.plan[s])
	if k == b.Stages {
		last := b.Cloud[b.plan[s][k-1]]
		if last != NoLink {
			b.stream(i+1, sum+last, paid+last*b.priced.at.scale)
		}
		return
	}
	demand := b.Streams[s].Demand
	for _, next := range b.choices(i, on, sum, paid) {
		if next.least >= b.cost {
			continue // b.cost may have fallen since they were listed
		}
		if b.left--; b.left <= 0 {
			return
		}
		b.plan[s] = append(b.plan[s], next.c)
		b.room[next.c] -= demand
		b.stage(i, next.on, next.sum, next.paid)
		b.room[next.c] += demand
		b.plan[s] = b.plan[s][:k]
	}
}

// choices are where the stream may go on to, the most promising first.
func (b *branching) choices(i int, on bool, sum, paid int64) []choice {
	s, scale := b.order[i], b.priced.at.scale
	k, demand := len(b.plan[s]), b.Streams[s].Demand
	var list []choice
	for _, c := range b.layers[k] {
		delay := b.into(s, k, b.plan[s], c)
		if delay == NoLink || b.room[c] < demand {
			continue
		}
		next := choice{c: c, on: on && c == b.keep[s][k]}
		if on && !next.on {
			delay += b.penalty
		}
		next.sum, next.paid = sum+delay, paid+delay*scale+b.priced.at.of[c]*demand
		ahead, dear := b.plain.free[s][c], b.priced.free[s][c]
		if ahead == never {
			continue
		}
		next.least = next.sum + ahead + b.plain.rest[i+1]
		// dear has the price of c in it already.
		priced := paid + delay*scale + dear + b.priced.rest[i+1] - b.priced.back
		if up := (priced + scale - 1) / scale; up > next.least {
			next.least = up
		}
		list = append(list, next)
	}
	slices.SortStableFunc(list, func(x, y choice) int {
		return cmp.Compare(x.least, y.least)
	})
	return list
}
