package pipeline

import "slices"

// enumerate is the best plan by looking at all of them, and its cost; nil: there is none. It knows nothing but what
// room and delays are: all else is held against it, in tests and by Compare, where there is little to look at. Better
// than a cost are plans that move fewer streams, and of these the cheaper ones.
func enumerate(p Problem, earlier Plan) (best Plan, moved int, cost int64) {
	room := make([]int64, len(p.Clusters))
	for c, cluster := range p.Clusters {
		room[c] = cluster.Capacity()
	}
	plan := make(Plan, len(p.Streams))
	var next func(s, moves int, sum int64)
	var paths func(s int, path []int, then func([]int))
	paths = func(s int, path []int, then func([]int)) {
		if len(path) == p.Stages {
			then(path)
			return
		}
		for c, cluster := range p.Clusters {
			if cluster.Stage == len(path)+1 && room[c] >= p.Streams[s].Demand {
				paths(s, append(path, c), then)
			}
		}
	}
	next = func(s, moves int, sum int64) {
		if s == len(p.Streams) {
			if best == nil || moves < moved || moves == moved && sum < cost {
				best, moved, cost = make(Plan, len(plan)), moves, sum
				for i, path := range plan {
					best[i] = slices.Clone(path)
				}
			}
			return
		}
		paths(s, nil, func(path []int) {
			delay, ok := p.Delay(s, path)
			if !ok {
				return
			}
			moves := moves
			if earlier != nil && !slices.Equal(path, earlier[s]) {
				moves++
			}
			take(path, p.Streams[s].Demand, room)
			plan[s] = path
			next(s+1, moves, sum+delay)
			take(path, -p.Streams[s].Demand, room)
		})
	}
	next(0, 0, 0)
	return best, moved, cost
}
