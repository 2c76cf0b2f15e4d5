package pipeline

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/draw"
)

// Shape is what problems are drawn by.
type Shape struct {
	// Stages is how many stages there are, Clusters how many clusters each has, Streams how many streams there are.
	Stages, Clusters, Streams int
	// Demand is the greatest demand, the least being 1; where Equal is set, that of all.
	Demand int64
	Equal  bool
	// Load is about how much of each stage's capacity is asked for, in 1/1,000.
	Load int64
	// Delay is the greatest delay, the least being 0; of 1,000 links so many as Unlinked are not there.
	Delay    int64
	Unlinked int
}

// Draw draws a problem.
func Draw(seed uint64, shape Shape) Problem {
	key := draw.New(seed)
	p := Problem{Stages: shape.Stages}
	demands := int64(0)
	for s := range shape.Streams {
		demand := key.Named("demand").With(uint64(s)).Between(1, shape.Demand)
		if shape.Equal {
			demand = shape.Demand
		}
		sensor := key.Named("sensor").With(uint64(s)).Below(uint64(shape.Streams))
		p.Streams = append(p.Streams, Stream{Sensor: int(sensor), Demand: demand})
		demands += demand
	}
	each := demands * 1000 / max(1, shape.Load) / int64(shape.Clusters)
	for i := range shape.Stages * shape.Clusters {
		p.Clusters = append(p.Clusters, drawCluster(key.Named("cluster").With(uint64(i)), i/shape.Clusters+1, each))
	}
	row := func(key draw.Key) []int64 {
		delays := make([]int64, len(p.Clusters))
		for c := range delays {
			delays[c] = key.With(uint64(c)).Between(0, shape.Delay)
			if key.With(uint64(c)).Named("unlinked").Hits(shape.Unlinked) {
				delays[c] = NoLink
			}
		}
		return delays
	}
	for c := range p.Clusters {
		p.Delays = append(p.Delays, row(key.Named("delay").With(uint64(c))))
	}
	for s := range max(1, shape.Streams) {
		p.Sensors = append(p.Sensors, row(key.Named("sensor to").With(uint64(s))))
	}
	p.Cloud = row(key.Named("cloud"))
	return p
}

// drawCluster draws a cluster that can carry about as much as it should: half as much to one and a half times.
func drawCluster(key draw.Key, stage int, about int64) Cluster {
	c := Cluster{Stage: stage}
	workers := key.Named("nodes").Between(1, 3)
	c.Master = int(key.Named("master").Between(0, workers))
	for n := range workers + 1 {
		share := about / workers
		c.Nodes = append(c.Nodes, key.With(uint64(n)).Between((share+1)/2, share+(share+1)/2))
	}
	return c
}

// Agreement is in how many instances something was tried, and in how many it came out as looking at all plans says.
type Agreement struct{ Of, Agree int }

func (a *Agreement) note(agrees bool) {
	a.Of++
	if agrees {
		a.Agree++
	}
}

// Gaps is how far something was above the best, or below it, in 1/1,000 of the best.
type Gaps struct{ Of, None, Sum, Largest int64 }

func (g *Gaps) note(n, base int64) {
	gap := perMille(n, base)
	g.Of++
	g.Sum += gap
	g.Largest = max(g.Largest, gap)
	if gap == 0 {
		g.None++
	}
}

// Mean is the mean gap, in 1/1,000, rounded up.
func (g Gaps) Mean() int64 { return (g.Sum + g.Of - 1) / max(1, g.Of) }

// String says it in words.
func (g Gaps) String() string {
	return fmt.Sprintf("none in %d of %d, mean %d/1000, largest %d/1000", g.None, g.Of, g.Mean(), g.Largest)
}

// Comparison is what came of Compare.
type Comparison struct {
	// Instances is how many were drawn, of which so many as Infeasible have no plan.
	Instances, Infeasible int
	// Dynamic is One where there is one stream, Flow is Flow where demands are equal, Searched is Form where they
	// differ, Replanned is Replan after a master has failed: as few moves, and with these the least cost.
	Dynamic, Flow, Searched, Replanned Agreement
	// Heuristic is how far the heuristic's plans are above the best, where demands differ and there is a plan; so
	// often as Missed it found none. Greedy and GreedyStuck are those of Greedy; Bounded is how far the best is
	// above the bound.
	Heuristic, Greedy, Bounded Gaps
	Missed, GreedyStuck        int
	// Wrong is how often a plan broke a rule, something was below the best, or a bound above it. It must be 0.
	Wrong int
}

// Compare draws so many small instances and looks at all plans of each: it tells how often what claims to be exact
// is, and how far off the rest.
func Compare(instances int, seed uint64) Comparison {
	c := Comparison{Instances: instances}
	for i := range instances {
		key := draw.New(seed).With(uint64(i))
		shape := Shape{
			Stages: int(key.Named("stages").Between(1, 3)), Clusters: int(key.Named("clusters").Between(2, 3)),
			Streams: int(key.Named("streams").Between(2, 4)), Demand: key.Named("most").Between(2, 9),
			Load: key.Named("load").Between(300, 900), Delay: key.Named("delay").Between(5, 50),
			Unlinked: int(key.Named("unlinked").Between(0, 60)),
		}
		kind := i % 4
		shape.Equal = kind == 1
		if kind == 0 {
			shape.Streams, shape.Load = 1, shape.Load/2
		}
		c.add(kind, Draw(key.Uint64(), shape), key)
	}
	return c
}

func (c *Comparison) add(kind int, p Problem, key draw.Key) {
	best, _, least := enumerate(p, nil)
	if best == nil {
		c.Infeasible++
	}
	switch kind {
	case 0:
		path, cost := One(p, 0)
		if path == nil {
			cost = 0
		}
		c.Dynamic.note(agrees(path == nil, cost, best == nil, least))
	case 1:
		plan, there, err := Flow(p)
		c.broken(p, plan)
		c.Flow.note(err == nil && there == (plan != nil) && agrees(plan == nil, p.Cost(plan), best == nil, least))
	case 2:
		a := Form(p)
		c.broken(p, a.Plan)
		c.Searched.note(a.Proven && agrees(a.Plan == nil, a.Cost, best == nil, least))
		c.approximate(p, best, least)
	case 3:
		c.replan(p, best, key)
	}
}

// agrees tells whether two found none, or the same cost; without a plan it is 0.
func agrees(none bool, cost int64, noneThere bool, least int64) bool {
	return none == noneThere && cost == least
}

// broken counts a plan that breaks a rule.
func (c *Comparison) broken(p Problem, plan Plan) {
	if plan != nil && p.Verify(plan) != nil {
		c.Wrong++
	}
}

// approximate compares what is not exact.
func (c *Comparison) approximate(p Problem, best Plan, least int64) {
	bound, possible := Bound(p)
	a, greedy := Heuristic(p), Greedy(p)
	c.broken(p, a.Plan)
	c.broken(p, greedy)
	if best == nil { // then no plan is one, which broken has seen
		return
	}
	if !possible || bound > least || a.Bound > least {
		c.Wrong++
		return
	}
	c.Bounded.note(least, bound)
	c.Missed += c.gap(&c.Heuristic, p, a.Plan, least)
	c.GreedyStuck += c.gap(&c.Greedy, p, greedy, least)
}

// gap notes how far a plan is above the best; it is 1 where there is no plan.
func (c *Comparison) gap(g *Gaps, p Problem, plan Plan, least int64) int {
	switch {
	case plan == nil:
		return 1
	case p.Cost(plan) < least:
		c.Wrong++
	default:
		g.note(p.Cost(plan), least)
	}
	return 0
}

// replan has a master fail, where there is a plan.
func (c *Comparison) replan(p Problem, earlier Plan, key draw.Key) {
	if earlier == nil {
		return
	}
	cluster := int(key.Named("fails").Below(uint64(len(p.Clusters))))
	substitutes := slices.Concat(p.Clusters[cluster].Carriers(), []int{NoMaster})
	p, err := Fail(p, cluster, substitutes[key.Named("substitute").Below(uint64(len(substitutes)))])
	if err != nil {
		c.Wrong++
		return
	}
	best, moved, least := enumerate(p, earlier)
	a, err := Replan(p, earlier)
	c.broken(p, a.Plan)
	c.Replanned.note(err == nil && a.Proven && a.Moved == moved && agrees(a.Plan == nil, a.Cost, best == nil, least))
}

// Partition is the problem of dividing numbers into two equal sums: one stage, two clusters, each of which carries
// half of all, and a stream for each number. There is a plan if and only if the numbers can be so divided. So already
// the question whether there is any plan is NP-hard where demands differ.
func Partition(numbers []int64) Problem {
	sum, unlinked := int64(0), []int64{NoLink, NoLink}
	p := Problem{Stages: 1, Sensors: [][]int64{{0, 0}}, Delays: [][]int64{unlinked, unlinked}, Cloud: []int64{0, 0}}
	for _, n := range numbers {
		sum += n
		p.Streams = append(p.Streams, Stream{Demand: n})
	}
	for range 2 {
		p.Clusters = append(p.Clusters, Cluster{Stage: 1, Nodes: []int64{0, sum / 2}})
	}
	return p
}
