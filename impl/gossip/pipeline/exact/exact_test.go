package exact

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl/gossip/pipeline"
)

// shapeOf are small problems of many kinds.
func shapeOf(seed uint64) pipeline.Shape {
	return pipeline.Shape{
		Stages: 1 + int(seed%3), Clusters: 2 + int(seed/3%2), Streams: 1 + int(seed/6%5), Demand: 1 + int64(seed%7),
		Equal: seed%4 == 0, Load: 200 + int64(seed%5)*150, Delay: 20, Unlinked: 30,
	}
}

// The solver and package pipeline, whose search is held against all plans, say the same.
func TestForm(t *testing.T) {
	instances := uint64(160)
	if testing.Short() {
		instances = 60
	}
	without := 0
	for seed := range instances {
		p := pipeline.Draw(seed, shapeOf(seed))
		if compare(t, p, pipeline.Form(p)) == nil {
			without++
		}
	}
	if without == 0 || without > int(instances)/2 {
		t.Errorf("%d of %d problems have no plan", without, instances)
	}
}

// They say the same where nobody could look at all plans: seven streams with nine paths each.
func TestLarger(t *testing.T) {
	for seed := range uint64(3) {
		p := pipeline.Draw(seed, pipeline.Shape{
			Stages: 2, Clusters: 3, Streams: 7, Demand: 9, Load: 800, Delay: 30, Unlinked: 20,
		})
		compare(t, p, pipeline.Form(p))
	}
}

// compare holds a proven answer against the solver's plan.
func compare(t *testing.T, p pipeline.Problem, a pipeline.Answer) pipeline.Plan {
	t.Helper()
	plan, err := Form(p)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Proven || (plan == nil) != (a.Plan == nil) || p.Cost(plan) != a.Cost {
		t.Errorf("the solver has %v for %d; %v: %v", plan, p.Cost(plan), a.Plan, a)
	}
	return plan
}

// After a master has failed they move equally many streams, and pay the same.
func TestReplan(t *testing.T) {
	replanned, moves := 0, 0
	for seed := range uint64(60) {
		p := pipeline.Draw(seed, shapeOf(seed))
		before := pipeline.Form(p)
		if before.Plan == nil {
			continue
		}
		c := int(seed) % len(p.Clusters)
		p, err := pipeline.Fail(p, c, p.Clusters[c].Carriers()[0])
		if err != nil {
			t.Fatal(err)
		}
		a, err := pipeline.Replan(p, before.Plan)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := Replan(p, before.Plan)
		if err != nil {
			t.Fatal(err)
		}
		moved := 0
		for s, path := range plan {
			for k, c := range path {
				if before.Plan[s][k] != c {
					moved++
					break
				}
			}
		}
		if !a.Proven || (plan == nil) != (a.Plan == nil) || moved != a.Moved || p.Cost(plan) != a.Cost {
			t.Errorf("%d: the solver moves %d to %v for %d; %d: %v", seed, moved, plan, p.Cost(plan), a.Moved, a)
		}
		if replanned++; moved > 0 {
			moves++
		}
	}
	if replanned < 20 || moves < 5 {
		t.Errorf("%d were planned anew, and %d of them moved: too few", replanned, moves)
	}
}

// What does not fit the problem is refused.
func TestRefuses(t *testing.T) {
	p := pipeline.Partition([]int64{1, 1})
	for _, c := range []struct {
		earlier pipeline.Plan
		says    string
	}{
		{pipeline.Plan{{0}}, "1 paths for 2 streams"},
		{pipeline.Plan{{0}, {0, 1}}, "stream 1 is [0 1], there are 1 stages"},
		{pipeline.Plan{{0}, {2}}, "2 is no cluster of stage 1"},
	} {
		if _, err := Replan(p, c.earlier); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, want %q", c.earlier, err, c.says)
		}
	}
	p.Streams[1].Demand = 0
	if _, err := Form(p); err == nil || !strings.Contains(err.Error(), "streams[1].demand") {
		t.Errorf("a demand of 0: %v", err)
	}
}

// The circuits count: a sum is at most a bound exactly where it is.
func TestSum(t *testing.T) {
	weights := []int64{3, 1, 4, 1, 6}
	for bits := range 1 << len(weights) {
		c := newCircuit()
		var variables []int
		sum := int64(0)
		for i, w := range weights {
			v := c.variable()
			variables = append(variables, v)
			if bits>>i&1 == 1 {
				sum += w
				c.clause(v)
			} else {
				c.clause(-v)
			}
		}
		number := c.sum(variables, weights)
		for bound := int64(0); bound < 40; bound++ {
			if holds := solve(c, atMost(number, bound)) != nil; holds != (sum <= bound) {
				t.Fatalf("%05b is %d, at most %d: %v", bits, sum, bound, holds)
			}
		}
	}
}
