package pipeline

import (
	"cmp"
	"slices"
)

// placeEffort is how many choices a master looks at.
const placeEffort = 100_000

// Place is the master's decision: which of its nodes carries each stream, if no stream is divided; nil: it found
// none, and proven says that there is none. Great demands choose first, each the first node that has room; where that
// does not do, all ways are looked at, with some effort. Where all demands are within the cluster's capacity there
// may be no such placement all the same: two nodes of 3 do not carry three streams of 2.
func (c Cluster) Place(demands []int64) (nodes []int, proven bool) {
	p := &placing{left: placeEffort, carriers: c.Carriers(), demands: demands, nodes: make([]int, len(demands))}
	spare := c.Capacity()
	for _, node := range p.carriers {
		p.room = append(p.room, c.Nodes[node])
	}
	for i, demand := range demands {
		p.order = append(p.order, i)
		spare -= demand
	}
	slices.SortStableFunc(p.order, func(x, y int) int { return cmp.Compare(demands[y], demands[x]) })
	if spare < 0 {
		return nil, true
	}
	if p.from(0) {
		return p.nodes, true
	}
	return nil, p.left > 0
}

// placing is a search whose first attempt is first fit, great demands first.
type placing struct {
	left     int
	carriers []int
	room     []int64
	demands  []int64
	order    []int
	nodes    []int
}

// from places the streams from one on in the order.
func (p *placing) from(i int) bool {
	if i == len(p.order) {
		return true
	}
	demand := p.demands[p.order[i]]
	for n := range p.carriers {
		// A node that is as empty as one before it would do no better.
		if p.room[n] < demand || slices.Contains(p.room[:n], p.room[n]) {
			continue
		}
		if p.left--; p.left <= 0 {
			return false
		}
		p.room[n] -= demand
		p.nodes[p.order[i]] = p.carriers[n]
		if p.from(i + 1) {
			return true
		}
		p.room[n] += demand
	}
	return false
}

// Placement has for each stream the nodes that carry it, one for each cluster on its path.
type Placement [][]int

// Assign forms a plan that the masters can carry out on their nodes, and their placement. Where a master cannot place
// what the supervisor gives its cluster, it says how much it could, and the supervisor forms a plan anew that gives it
// no more. Each time a cluster gets less, so this ends; but what it is not given any more might have been placed
// otherwise, so after that only a plan that costs what the first one did is proven to be the best.
func Assign(p Problem) (Answer, Placement) {
	t := newTask(p)
	first := t.form()
	for a := first; ; a = t.form() {
		a.Proven, a.Bound = a.Proven && a.Cost == first.Cost, first.Bound
		if a.Plan == nil {
			a.Proven = first.Plan == nil && first.Proven
			return a, nil
		}
		if placement, refused := t.place(a.Plan); !refused {
			return a, placement
		}
	}
}

// place asks the masters, and takes from the capacities what they cannot use.
func (t *task) place(plan Plan) (placement Placement, refused bool) {
	placement = make(Placement, len(plan))
	for s := range plan {
		placement[s] = make([]int, t.Stages)
	}
	for k, layer := range t.layers {
		for _, c := range layer {
			var streams []int
			var demands []int64
			for s, path := range plan {
				if path[k] == c {
					streams, demands = append(streams, s), append(demands, t.Streams[s].Demand)
				}
			}
			nodes, _ := t.Clusters[c].Place(demands)
			if nodes == nil {
				refused = true
				t.capacity[c] = t.Clusters[c].firstFit(demands)
			}
			for i, s := range streams[:len(nodes)] {
				placement[s][k] = nodes[i]
			}
		}
	}
	return placement, refused
}

// firstFit is how much of some demands first fit places, great ones first: less than all, where all cannot be placed.
func (c Cluster) firstFit(demands []int64) int64 {
	room := slices.Clone(c.Nodes)
	demands = slices.Clone(demands)
	slices.SortFunc(demands, func(x, y int64) int { return cmp.Compare(y, x) })
	placed := int64(0)
	for _, demand := range demands {
		for _, node := range c.Carriers() {
			if room[node] >= demand {
				room[node] -= demand
				placed += demand
				break
			}
		}
	}
	return placed
}
