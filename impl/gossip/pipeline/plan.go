package pipeline

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Plan has for each stream the clusters that it goes through, one for each stage, in the order of the stages.
type Plan [][]int

// Answer is a plan, and how good it is known to be.
type Answer struct {
	// Plan is the plan, nil where none was found.
	Plan Plan `json:"plan"`
	// Cost is the sum of the delays along all paths, in microseconds.
	Cost int64 `json:"cost"`
	// Bound is what no plan costs less than.
	Bound int64 `json:"bound"`
	// Proven says that no other plan is better or, where Plan is nil, that there is none.
	Proven bool `json:"proven"`
	// Moved is how many streams of an earlier plan take another path; MovedAtLeast is what it cannot be less than.
	// Both are 0 where there was no earlier one.
	Moved        int `json:"moved"`
	MovedAtLeast int `json:"movedAtLeast"`
}

// Gap is how much dearer the plan may be than the best one, in 1/1,000 of the bound, rounded up.
func (a Answer) Gap() int64 {
	if a.Plan == nil || a.Proven {
		return 0
	}
	return perMille(a.Cost, a.Bound)
}

// perMille is by how many 1/1,000 a number is above another one, rounded up; above 0 it counts as above 1.
func perMille(n, base int64) int64 { return ((n-base)*1000 + max(1, base) - 1) / max(1, base) }

// String says it in words.
func (a Answer) String() string {
	switch {
	case a.Plan == nil && a.Proven:
		return "there is no plan"
	case a.Plan == nil:
		return "no plan was found, which does not prove that there is none"
	case a.Proven:
		return fmt.Sprintf("%d µs, and no plan is better", a.Cost)
	}
	return fmt.Sprintf("%d µs, at most %d/1000 above the best: no plan is below %d µs", a.Cost, a.Gap(), a.Bound)
}

// Verify tells what is wrong with a plan: a path that does not go through the stages in order, a link that is not
// there, a cluster that gets more than it can carry.
func (p Problem) Verify(plan Plan) error {
	if len(plan) != len(p.Streams) {
		return input.Errorf("plan", "%d paths, there must be one for each of the %d streams", len(plan), len(p.Streams))
	}
	load := make([]int64, len(p.Clusters))
	for s, path := range plan {
		if err := p.verifyPath(at("plan", s), s, path); err != nil {
			return err
		}
		for _, c := range path {
			load[c] += p.Streams[s].Demand
		}
	}
	for c, cluster := range p.Clusters {
		if capacity := cluster.Capacity(); load[c] > capacity {
			return input.Errorf("plan", "cluster %d gets %d, it carries at most %d", c, load[c], capacity)
		}
	}
	return nil
}

func (p Problem) verifyPath(field string, s int, path []int) error {
	if err := p.stages(field, path); err != nil {
		return err
	}
	if _, ok := p.Delay(s, path); !ok {
		return input.Errorf(field, "%v has a link that is not there", path)
	}
	return nil
}

// stages tells whether a path goes through one cluster of each stage, in their order.
func (p Problem) stages(field string, path []int) error {
	if len(path) != p.Stages {
		return input.Errorf(field, "%d clusters, there must be one for each of the %d stages", len(path), p.Stages)
	}
	for k, c := range path {
		if c < 0 || c >= len(p.Clusters) || p.Clusters[c].Stage != k+1 {
			return input.Errorf(at(field, k), "%d, it must be a cluster of stage %d", c, k+1)
		}
	}
	return nil
}

// Delay is the sum of the delays along a stream's path, from the sensor to the cloud; false: a link is not there.
func (p Problem) Delay(s int, path []int) (int64, bool) {
	sum, linked := int64(0), true
	for k, c := range path {
		linked = linked && p.into(s, k, path, c) != NoLink
		sum += p.into(s, k, path, c)
	}
	last := p.Cloud[path[len(path)-1]]
	return sum + last, linked && last != NoLink
}

// into is the delay to a cluster from what comes before it on a path.
func (p Problem) into(s, k int, path []int, c int) int64 {
	if k == 0 {
		return p.Sensors[p.Streams[s].Sensor][c]
	}
	return p.Delays[path[k-1]][c]
}

// Cost is the sum of the delays of all streams under a plan whose links are there.
func (p Problem) Cost(plan Plan) int64 {
	sum := int64(0)
	for s, path := range plan {
		delay, _ := p.Delay(s, path)
		sum += delay
	}
	return sum
}
