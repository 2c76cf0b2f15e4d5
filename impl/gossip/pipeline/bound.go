package pipeline

import (
	"math/bits"
	"slices"
)

// How the prices are looked for: so many rounds, in each of which all streams are routed; a step that has not helped
// for patience rounds is halved.
const (
	priceRounds = 200
	patience    = 4
)

// sumMax is what no sum of prices goes beyond, so that all of them fit into 64 bits.
const sumMax = 1 << 60

// Bound is what no plan costs less than; false: it is proven that there is none. It is the greatest of three:
//
//   - each stream by itself takes its shortest path through clusters that have room for it;
//   - all demands are as small as the least one, which makes it a flow;
//   - each unit of capacity has a price: if streams pay for what they take, and all that there is to be had is given
//     back to them, a plan costs at most what it did; and the cheapest paths under prices are found for each stream by
//     itself. This holds under any prices; the best ones are those under which what is full is dear.
func Bound(p Problem) (int64, bool) {
	bound, _ := newTask(p).bound()
	return bound, bound != never
}

// bound is the bound, never where there is no plan, and the prices that are found on the way.
func (t *task) bound() (int64, prices) {
	single := int64(0)
	for s := range t.Streams {
		path, cost := t.route(s, t.capacity, t.free())
		if path == nil {
			return never, t.free()
		}
		single += cost
	}
	if len(t.Streams) == 0 {
		return 0, t.free()
	}
	best, at := t.priced(single)
	least := slices.MinFunc(t.Streams, func(a, b Stream) int { return int(a.Demand - b.Demand) })
	if _, cost := t.flow(least.Demand); cost > best {
		best = cost
	}
	return best, at
}

// worst is at least the cost of any path.
func (t *task) worst() int64 {
	longest := slices.Max(t.Cloud)
	for _, row := range slices.Concat(t.Sensors, t.Delays) {
		longest = max(longest, slices.Max(row))
	}
	return t.penalty + longest*int64(t.Stages+1)
}

// demands is the sum of all demands.
func (t *task) demands() int64 {
	sum := int64(0)
	for _, s := range t.Streams {
		sum += s.Demand
	}
	return sum
}

// scaled are prices of 0, in parts of a microsecond that are as small as the numbers allow, and how high a price may
// rise.
func (t *task) scaled() (at prices, most int64) {
	at = t.free()
	for at.scale < 1<<20 && t.worst() <= sumMax/2/at.scale/int64(len(t.Streams)) {
		at.scale *= 2
	}
	return at, sumMax / int64(len(t.Clusters)) / t.demands()
}

// priced looks for prices under which the bound is high, and returns both. Where a cluster gets more than it can carry
// its price rises, where it gets less it falls, in steps that become smaller: a subgradient method.
func (t *task) priced(bound int64) (int64, prices) {
	at, most := t.scaled()
	best := prices{at.scale, slices.Clone(at.of)}
	value, stale := bound*at.scale, 0
	step := value/t.demands()/int64(t.Stages) + 1
	surplus := make([]int64, len(t.Clusters))
	for range priceRounds {
		found := t.surplus(at, surplus)
		if found > value {
			value, stale = found, 0
			copy(best.of, at.of)
		} else if stale++; stale > patience {
			stale, step = 0, step/2
			copy(at.of, best.of)
			if step == 0 {
				break
			}
			t.surplus(at, surplus)
		}
		steepest := int64(0)
		for c, n := range surplus {
			if n > 0 || at.of[c] > 0 {
				steepest = max(steepest, n, -n)
			}
		}
		if steepest == 0 {
			break
		}
		for c, n := range surplus {
			at.of[c] = min(most, max(0, at.of[c]+scaledBy(step, n, steepest)))
		}
	}
	return (value + at.scale - 1) / at.scale, best
}

// surplus is the bound under some prices, in their scale, and by how much more each cluster gets than it can carry.
func (t *task) surplus(at prices, surplus []int64) int64 {
	value := int64(0)
	for c := range surplus {
		surplus[c] = -t.offered(c)
		value -= at.of[c] * t.offered(c)
	}
	for s, stream := range t.Streams {
		path, cost := t.route(s, t.capacity, at)
		value += cost
		take(path, -stream.Demand, surplus)
	}
	return value
}

// offered is what can be had of a cluster's capacity: more than all demands is not asked for.
func (t *task) offered(c int) int64 { return min(t.capacity[c], t.demands()) }

// scaledBy is n/d of a step, d being at least as great as n is, of either sign.
func scaledBy(step, n, d int64) int64 {
	sign := int64(1)
	if n < 0 {
		sign, n = -1, -n
	}
	if n >= d {
		return sign * step
	}
	high, low := bits.Mul64(uint64(step), uint64(n))
	q, _ := bits.Div64(high, low, uint64(d))
	return sign * int64(q)
}
