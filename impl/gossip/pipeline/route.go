package pipeline

import (
	"math"
	"slices"
)

// never is the cost of what cannot be done.
const never = math.MaxInt64

// task is a problem while it is worked on.
type task struct {
	Problem

	layers   [][]int // the clusters of each stage
	capacity []int64
	// keep are the paths of an earlier plan, nil where there was none. A stream that leaves its path costs
	// penalty beside its delay.
	keep    Plan
	penalty int64

	// What route needs, by cluster.
	ahead []int64 // the least cost from there to the cloud
	next  []int   // where that goes on
}

func newTask(p Problem) *task {
	t := &task{
		Problem: p, layers: make([][]int, p.Stages), capacity: make([]int64, len(p.Clusters)),
		ahead: make([]int64, len(p.Clusters)), next: make([]int, len(p.Clusters)),
	}
	for c, cluster := range p.Clusters {
		t.layers[cluster.Stage-1] = append(t.layers[cluster.Stage-1], c)
		t.capacity[c] = cluster.Capacity()
	}
	return t
}

// prices make delays count scale times, and put a price on each unit of demand in each cluster.
type prices struct {
	scale int64
	of    []int64
}

// free are the prices under which only delays count.
func (t *task) free() prices { return prices{1, make([]int64, len(t.Clusters))} }

// shortest is one stream's path of least cost through the clusters that have room for it, and the cost; nil: there is
// none. It is dynamic programming over the layers, from the cloud to the sensor: what lies before a cluster has no
// part in how to go on from there. Of paths that cost the same it takes the one whose numbers come first.
func (t *task) shortest(s int, room []int64, at prices) ([]int, int64) {
	demand := t.Streams[s].Demand
	for k := t.Stages - 1; k >= 0; k-- {
		for _, c := range t.layers[k] {
			switch {
			case room[c] < demand:
				t.ahead[c] = never
			case k == t.Stages-1:
				t.ahead[c] = joined(t.Cloud[c], at.scale, at.of[c]*demand)
			default:
				t.next[c], t.ahead[c] = t.onward(t.Delays[c], k+1, at.scale)
				t.ahead[c] = joined(0, 1, t.ahead[c], at.of[c]*demand)
			}
		}
	}
	c, cost := t.onward(t.Sensors[t.Streams[s].Sensor], 0, at.scale)
	if cost == never {
		return nil, never
	}
	path := make([]int, t.Stages)
	for k := range path {
		path[k], c = c, t.next[c]
	}
	return path, cost
}

// onward is the best cluster of a layer to go to, and the cost from here to the cloud.
func (t *task) onward(delays []int64, k int, scale int64) (best int, least int64) {
	least = never
	for _, c := range t.layers[k] {
		if cost := joined(delays[c], scale, t.ahead[c]); cost < least {
			best, least = c, cost
		}
	}
	return best, least
}

// joined is the cost of a link, so many times, and of more; never where the link or what comes after it is not there.
func joined(delay, scale int64, more ...int64) int64 {
	if delay == NoLink {
		return never
	}
	sum := delay * scale
	for _, m := range more {
		if m == never {
			return never
		}
		sum += m
	}
	return sum
}

// route is shortest where the stream would rather keep the path that it has: what it costs to leave it counts.
func (t *task) route(s int, room []int64, at prices) ([]int, int64) {
	path, cost := t.shortest(s, room, at)
	if t.keep == nil || path == nil || slices.Equal(path, t.keep[s]) {
		return path, cost
	}
	cost += t.penalty * at.scale
	if kept := t.price(s, t.keep[s], at); kept <= cost && t.fits(s, t.keep[s], room) {
		return t.keep[s], kept
	}
	return path, cost
}

// price is what a path costs.
func (t *task) price(s int, path []int, at prices) int64 {
	cost := t.cost(s, path)
	if cost == never {
		return never
	}
	cost *= at.scale
	for _, c := range path {
		cost += at.of[c] * t.Streams[s].Demand
	}
	return cost
}

// cost is the delay along a path, and the penalty if it is another one than before.
func (t *task) cost(s int, path []int) int64 {
	delay, ok := t.Delay(s, path)
	switch {
	case !ok:
		return never
	case t.keep != nil && !slices.Equal(path, t.keep[s]):
		return delay + t.penalty
	}
	return delay
}

// total is what a plan costs.
func (t *task) total(plan Plan) int64 {
	sum := int64(0)
	for s, path := range plan {
		sum += t.cost(s, path)
	}
	return sum
}

// fits tells whether a stream has room on a path.
func (t *task) fits(s int, path []int, room []int64) bool {
	return !slices.ContainsFunc(path, func(c int) bool { return room[c] < t.Streams[s].Demand })
}

// take takes room for a stream along a path; with a negative demand it gives it back.
func take(path []int, demand int64, room []int64) {
	for _, c := range path {
		room[c] -= demand
	}
}

// One is the best path of one stream, as if there were no others, and its delay; nil: there is none.
func One(p Problem, stream int) ([]int, int64) {
	t := newTask(p)
	return t.shortest(stream, t.capacity, t.free())
}

// Greedy gives the streams their paths one after the other, to each the shortest that has room. It is what one may
// do first and what is not the best: a stream may take the room that another needs more. Nil: a stream found none,
// which does not prove that there is no plan.
func Greedy(p Problem) Plan {
	t := newTask(p)
	return t.greedy(func(s int, room []int64) []int {
		path, _ := t.shortest(s, room, t.free())
		return path
	})
}

// Nearest gives the streams their paths one after the other, and looks but one link ahead: each goes to the nearest
// cluster of the next stage that has room. Nil: a stream came to where no link goes on.
func Nearest(p Problem) Plan {
	t := newTask(p)
	return t.greedy(func(s int, room []int64) []int {
		from := t.Sensors[t.Streams[s].Sensor]
		var path []int
		for k := range t.layers {
			best := -1
			for _, c := range t.layers[k] {
				if room[c] >= t.Streams[s].Demand && from[c] != NoLink && (best < 0 || from[c] < from[best]) {
					best = c
				}
			}
			if best < 0 {
				return nil
			}
			path, from = append(path, best), t.Delays[best]
		}
		if t.Cloud[path[len(path)-1]] == NoLink {
			return nil
		}
		return path
	})
}

// greedy takes for each stream the path that it is given, in their order.
func (t *task) greedy(choose func(s int, room []int64) []int) Plan {
	room := slices.Clone(t.capacity)
	plan := make(Plan, len(t.Streams))
	for s, stream := range t.Streams {
		if plan[s] = choose(s, room); plan[s] == nil {
			return nil
		}
		take(plan[s], stream.Demand, room)
	}
	return plan
}
