package pipeline

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// searchEffort is how many choices are looked at to prove that a plan is the best one, or to find a better one.
const searchEffort = 200_000

// Form is the supervisor's decision: a plan of least cost for all streams. For one stream and for equal demands it is
// the best one; else it is where that could be proven with some effort.
func Form(p Problem) Answer { return newTask(p).form() }

func (t *task) form() Answer {
	switch {
	case len(t.Streams) == 0:
		return Answer{Plan: Plan{}, Proven: true}
	case len(t.Streams) == 1:
		path, cost := t.shortest(0, t.capacity, t.free())
		if path == nil {
			return Answer{Proven: true}
		}
		return Answer{Plan: Plan{path}, Cost: cost, Bound: cost, Proven: true}
	case !slices.ContainsFunc(t.Streams, func(s Stream) bool { return s.Demand != t.Streams[0].Demand }):
		plan, cost := t.flow(t.Streams[0].Demand)
		if plan == nil {
			return Answer{Proven: true}
		}
		return Answer{Plan: plan, Cost: cost, Bound: cost, Proven: true}
	}
	return t.solve(searchEffort)
}

// Heuristic is what Form does for demands that differ, without the search.
func Heuristic(p Problem) Answer { return newTask(p).solve(0) }

// Search is what Form does for demands that differ, with so much effort.
func Search(p Problem, effort int) Answer { return newTask(p).solve(effort) }

// solve takes the heuristic's plan and looks for a better one with some effort.
func (t *task) solve(effort int) Answer {
	bound, at := t.bound()
	if bound == never {
		return Answer{Proven: true}
	}
	plan := t.heuristic(at)
	proven := plan != nil && t.total(plan) == bound
	if !proven {
		plan, proven = t.branch(plan, at, effort)
	}
	switch {
	case plan == nil && proven:
		return Answer{Proven: true}
	case plan == nil:
		return Answer{Bound: bound}
	}
	a := Answer{Plan: plan, Cost: t.total(plan), Bound: bound, Proven: proven}
	if proven {
		a.Bound = a.Cost
	}
	return a
}

// Replan is the supervisor's decision where there is a plan already, and the problem has changed: of all plans that
// move as few streams as can be, the one of least cost; Moved says how many it moves, and MovedAtLeast how few there
// could be. Where these are the same Bound is for the plans that move so few, else for all. The earlier plan goes
// through the stages in order, but need not fit any more: what goes through a cluster without a master has to move.
func Replan(p Problem, earlier Plan) (Answer, error) { return replan(p, earlier, searchEffort) }

func replan(p Problem, earlier Plan, effort int) (Answer, error) {
	if len(earlier) != len(p.Streams) {
		return Answer{}, input.Errorf("plan", "%d paths, there must be one for each of the %d streams",
			len(earlier), len(p.Streams))
	}
	for s, path := range earlier {
		if err := p.stages(at("plan", s), path); err != nil {
			return Answer{}, err
		}
	}
	t := newTask(p)
	dearest := t.worst() * int64(len(p.Streams)) // no plan's delays are above it: to move one stream less is worth more
	t.keep, t.penalty = earlier, dearest+1
	a := t.solve(effort)
	for s, path := range a.Plan {
		if !slices.Equal(path, earlier[s]) {
			a.Moved++
		}
	}
	a.MovedAtLeast = int(a.Bound / t.penalty)
	a.Cost -= int64(a.Moved) * t.penalty
	if a.Moved == a.MovedAtLeast {
		a.Bound -= int64(a.MovedAtLeast) * t.penalty
	} else if a.Plan != nil {
		a.Bound, _ = Bound(p)
	}
	return a, nil
}

// Fail is the problem after a cluster's master has failed: it is gone, and a substitute, which carries no streams any
// more, is the master; with NoMaster as the substitute the cluster has none, and carries nothing.
func Fail(p Problem, cluster, substitute int) (Problem, error) {
	if err := input.Between("cluster", cluster, 0, len(p.Clusters)-1); err != nil {
		return Problem{}, err
	}
	c := p.Clusters[cluster]
	if c.Master == NoMaster {
		return Problem{}, input.Errorf("cluster", "%d has no master that could fail", cluster)
	}
	if substitute != NoMaster && !slices.Contains(c.Carriers(), substitute) {
		return Problem{}, input.Errorf("substitute", "%d, it must be one of %v, or %d where nobody is left",
			substitute, c.Carriers(), NoMaster)
	}
	c.Down = append(slices.Clone(c.Down), c.Master)
	slices.Sort(c.Down)
	c.Master = substitute
	p.Clusters = slices.Clone(p.Clusters)
	p.Clusters[cluster] = c
	return p, nil
}
