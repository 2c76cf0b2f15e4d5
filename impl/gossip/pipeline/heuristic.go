package pipeline

import (
	"cmp"
	"slices"
)

// heuristic is a plan that is good as a rule, nil where it finds none: from each of a few orders of the streams, with
// prices and without, it builds a plan and improves it, and the best one is it.
func (t *task) heuristic(at prices) Plan {
	var best Plan
	for _, order := range t.orders() {
		for _, at := range []prices{t.free(), at} {
			plan := t.build(order, at)
			if plan == nil {
				continue
			}
			t.improve(plan)
			if best == nil || t.total(plan) < t.total(best) {
				best = plan
			}
		}
	}
	return best
}

// orders are those in which streams choose: as they stand; great demands first, as what is small fits in anywhere;
// small ones first, with which the most keep a path that they have; and those first that lose the most if what they
// want is full: the longest way from the best path to the best one that shares no cluster with it.
func (t *task) orders() [][]int {
	given := make([]int, len(t.Streams))
	loss := make([]int64, len(t.Streams))
	for s := range given {
		given[s] = s
		loss[s] = t.regret(s)
	}
	by := func(less func(x, y Stream) int) []int {
		order := slices.Clone(given)
		slices.SortStableFunc(order, func(x, y int) int { return less(t.Streams[x], t.Streams[y]) })
		return order
	}
	regretful := slices.Clone(given)
	slices.SortStableFunc(regretful, func(x, y int) int { return cmp.Compare(loss[y], loss[x]) })
	return [][]int{
		given,
		by(func(x, y Stream) int { return cmp.Compare(y.Demand, x.Demand) }),
		by(func(x, y Stream) int { return cmp.Compare(x.Demand, y.Demand) }),
		regretful,
	}
}

// regret is what a stream loses if all clusters of its best path are full.
func (t *task) regret(s int) int64 {
	path, cost := t.route(s, t.capacity, t.free())
	room := slices.Clone(t.capacity)
	for _, c := range path {
		room[c] = 0
	}
	_, other := t.route(s, room, t.free())
	if other == never {
		return never
	}
	return other - cost
}

// building is a plan that is not whole yet.
type building struct {
	*task

	at      prices
	plan    Plan
	room    []int64
	waiting []int // who has no path, in the order in which they are to choose
	ousted  []int // how often each stream has lost its path
	left    int   // how many more may lose theirs
}

// build gives each stream the cheapest path that has room. Where there is none the stream takes the cheapest path
// all the same, and others lose theirs and choose again, as often as there is patience for.
func (t *task) build(order []int, at prices) Plan {
	b := &building{
		task: t, at: at, plan: make(Plan, len(t.Streams)), room: slices.Clone(t.capacity),
		waiting: slices.Clone(order), ousted: make([]int, len(t.Streams)), left: 8*len(t.Streams) + 32,
	}
	for len(b.waiting) > 0 {
		s := b.waiting[0]
		b.waiting = b.waiting[1:]
		path, _ := t.route(s, b.room, at)
		if path == nil {
			path, _ = t.route(s, t.capacity, at)
		}
		if path == nil {
			return nil
		}
		b.plan[s] = slices.Clone(path)
		take(path, t.Streams[s].Demand, b.room)
		for _, c := range path {
			for b.room[c] < 0 {
				if b.left--; b.left < 0 {
					return nil
				}
				b.oust(b.victim(c, s))
			}
		}
	}
	return b.plan
}

// oust takes a stream's path away.
func (b *building) oust(s int) {
	take(b.plan[s], -b.Streams[s].Demand, b.room)
	b.plan[s] = nil
	b.ousted[s]++
	b.waiting = append(b.waiting, s)
}

// victim is who loses its path where a cluster has too many: of those who lost it least often the least that is
// enough, or else the greatest.
func (b *building) victim(c, but int) int {
	best := -1
	for s, path := range b.plan {
		if s == but || !slices.Contains(path, c) {
			continue
		}
		if best < 0 || b.before(s, best, -b.room[c]) {
			best = s
		}
	}
	return best
}

// before tells whether s rather than v loses its path, where so much is too much.
func (b *building) before(s, v int, excess int64) bool {
	if b.ousted[s] != b.ousted[v] {
		return b.ousted[s] < b.ousted[v]
	}
	x, y := b.Streams[s].Demand, b.Streams[v].Demand
	if x >= excess && y >= excess {
		return x < y
	}
	return x > y
}

// pairsMax bounds how many pairs are tried while a plan is improved.
const pairsMax = 20_000

// improve changes a plan as long as that makes it cheaper: one stream takes another path; or one takes the path that
// it would like best, or as much of it as there is, while another one makes room and chooses anew.
func (t *task) improve(plan Plan) {
	room := slices.Clone(t.capacity)
	for s, path := range plan {
		take(path, t.Streams[s].Demand, room)
	}
	pairs := pairsMax
	for better := true; better; {
		better = false
		for s := range plan {
			better = t.reroute(plan, room, s) || better
		}
		for s := range plan {
			wish, least := t.route(s, t.capacity, t.free())
			for other := 0; other < len(plan) && t.cost(s, plan[s]) > least && pairs > 0; other++ {
				if other == s || t.fits(other, wish, room) && t.fits(s, wish, room) || !share(wish, plan[other]) {
					continue
				}
				pairs--
				better = t.exchange(plan, room, s, other) || better
			}
		}
	}
}

// share tells whether two paths have a cluster in common.
func share(a, b []int) bool {
	for k := range a {
		if a[k] == b[k] {
			return true
		}
	}
	return false
}

// reroute gives a stream the best path that has room, if it is better than its own.
func (t *task) reroute(plan Plan, room []int64, s int) bool {
	demand := t.Streams[s].Demand
	take(plan[s], -demand, room)
	path, cost := t.route(s, room, t.free())
	better := cost < t.cost(s, plan[s])
	if better {
		plan[s] = slices.Clone(path)
	}
	take(plan[s], demand, room)
	return better
}

// exchange has a stream choose before another one, both without a path, if that makes the two cheaper.
func (t *task) exchange(plan Plan, room []int64, s, other int) bool {
	first, second := t.Streams[s].Demand, t.Streams[other].Demand
	take(plan[s], -first, room)
	take(plan[other], -second, room)
	before := t.cost(s, plan[s]) + t.cost(other, plan[other])
	better := false
	if path, cost := t.route(s, room, t.free()); path != nil {
		path = slices.Clone(path)
		take(path, first, room)
		if then, more := t.route(other, room, t.free()); then != nil && cost+more < before {
			take(path, -first, room)
			plan[s], plan[other], better = path, slices.Clone(then), true
		} else {
			take(path, -first, room)
		}
	}
	take(plan[s], first, room)
	take(plan[other], second, room)
	return better
}
