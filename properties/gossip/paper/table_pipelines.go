package paper

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/impl/gossip/pipeline"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// formed is what comes of one problem of pipelines.
type formed struct {
	problem             pipeline.Problem
	rough, fine, anew   pipeline.Answer // the heuristic's, the supervisor's, and that after a master has failed
	best, fewest, least int64           // by looking at all plans: the least cost; then the fewest moves, their cost
	looked              bool
}

// shapes are those of the problems, the first of which are small enough to look at all plans.
func shapes() (small, large []pipeline.Shape) {
	of := func(stages, clusters, streams int, equal bool) pipeline.Shape {
		load := int64(600)
		if streams == 1 {
			load = 300 // or no cluster can carry it
		}
		return pipeline.Shape{
			Stages: stages, Clusters: clusters, Streams: streams, Demand: 9, Equal: equal, Load: load, Delay: 50_000,
			Unlinked: 50,
		}
	}
	return []pipeline.Shape{of(3, 3, 1, true), of(2, 3, 4, true), of(2, 2, 4, false), of(2, 3, 4, false)},
		[]pipeline.Shape{of(3, 4, 20, true), of(3, 4, 20, false), of(3, 5, 100, true), of(3, 5, 100, false)}
}

// forms draws the first problem of a shape for which there is a plan, forms the pipelines, and has the master of the
// fullest cluster fail.
func forms(shape pipeline.Shape, small bool) (f formed, err error) {
	for seed := uint64(1); f.fine.Plan == nil; seed++ {
		if seed > 50 {
			return f, fmt.Errorf("%+v: none of 50 problems has a plan", shape)
		}
		f.problem = pipeline.Draw(seed, shape)
		f.fine = pipeline.Form(f.problem)
	}
	f.rough = pipeline.Heuristic(f.problem)
	fails := fullest(f.problem, f.fine.Plan)
	after, err := pipeline.Fail(f.problem, fails, f.problem.Clusters[fails].Carriers()[0])
	if err != nil {
		return f, err
	}
	if f.anew, err = pipeline.Replan(after, f.fine.Plan); err != nil || !small {
		return f, err
	}
	f.looked = true
	_, f.best = allPlans(f.problem, nil)
	f.fewest, f.least = allPlans(after, f.fine.Plan)
	none := f.anew.Plan == nil
	if f.fine.Cost != f.best || none != (f.fewest < 0) ||
		!none && (int64(f.anew.Moved) != f.fewest || f.anew.Cost != f.least) {
		return f, fmt.Errorf("%+v: cost %d, moves %d at %d; of all plans the best costs %d, moves %d at %d", shape,
			f.fine.Cost, f.anew.Moved, f.anew.Cost, f.best, f.fewest, f.least)
	}
	return f, nil
}

// fullest is the cluster of which the largest part of what it can carry is used.
func fullest(p pipeline.Problem, plan pipeline.Plan) int {
	load, most := make([]int64, len(p.Clusters)), 0
	for s, path := range plan {
		for _, c := range path {
			load[c] += p.Streams[s].Demand
		}
	}
	for c := range load {
		if load[c]*p.Clusters[most].Capacity() > load[most]*p.Clusters[c].Capacity() {
			most = c
		}
	}
	return most
}

// allPlans looks at all plans: with the fewest moves from an earlier one, if there is one, which costs least. It is
// beside what the pipelines' own package tries, and knows its rules from Verify alone.
func allPlans(p pipeline.Problem, earlier pipeline.Plan) (moves, cost int64) {
	plan := make(pipeline.Plan, len(p.Streams))
	moves, cost = -1, -1
	var from func(stream int, path []int)
	from = func(stream int, path []int) {
		switch {
		case stream == len(plan):
			if p.Verify(plan) != nil {
				return
			}
			moved := int64(0)
			for s := range earlier {
				if !slices.Equal(plan[s], earlier[s]) {
					moved++
				}
			}
			if is := p.Cost(plan); moves < 0 || moved < moves || moved == moves && is < cost {
				moves, cost = moved, is
			}
			return
		case len(path) == p.Stages:
			plan[stream] = path
			from(stream+1, nil)
			return
		}
		for c := range p.Clusters {
			if p.Clusters[c].Stage == len(path)+1 {
				from(stream, append(slices.Clone(path), c))
			}
		}
	}
	from(0, nil)
	return moves, cost
}

// pipelines is C-21: what the house's own method comes to, as the paper gives none.
func (e extent) pipelines(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "stages", Means: "that each stream goes through"},
			{Name: "clusters", Means: "of each stage"},
			{Name: "streams", Means: "that there are"},
			{Name: "demands", Means: "of the streams, of 1 to 9, or 9 each"},
			{Name: "cost", Unit: "ms", Means: "the sum of all streams' delays in the supervisor's plan"},
			{Name: "bound", Unit: "ms", Means: "no plan costs less; the cost where that is proven the least"},
			{Name: "heuristic", Unit: "ms", Means: "what the plan costs that is found without any search"},
			{Name: "gap", Unit: "‰", Means: "by how much that may be above the best, as the heuristic says itself"},
			{Name: "best", Unit: "ms", Means: "least cost by looking at all plans"},
			{Name: "moved", Unit: "streams", Means: "that take another path when a master has failed"},
			{Name: "must", Unit: "streams", Means: "that have to, at least"},
			{Name: "fewest", Unit: "streams", Means: "that have to, by looking at all plans"},
			{Name: "then", Unit: "ms", Means: "what the plan costs that moves these; none where there is no plan then"},
		},
		Notes: []string{
			"The first problem of each shape that is drawn and has a plan: delays of 0 to 50 ms, clusters of one to " +
				"three nodes beside the master that carry about 1.7 times what is asked for, of one stream 3.3 " +
				"times. The master of the fullest cluster fails, and one of its carriers takes its place. The paper " +
				"has no method.",
		},
	}
	small, large := shapes()
	list := slices.Concat(small, large)
	all, err := parallel.Each(ctx, progress, len(list), func(i int) (formed, error) {
		return forms(list[i], i < len(small))
	})
	if err != nil {
		return t, err
	}
	for i, f := range all {
		t.Rows = append(t.Rows, f.cells(list[i]))
	}
	return t, nil
}

// cells are those of its row.
func (f formed) cells(of pipeline.Shape) []reproduce.Cell {
	demands, none := "differ", reproduce.None()
	if of.Equal {
		demands = "equal"
	}
	rough, gap, best, moved, must, fewest, then := none, none, none, none, none, none, none
	if f.rough.Plan != nil {
		rough, gap = inMS(f.rough.Cost), reproduce.Int(f.rough.Gap())
	}
	if f.looked {
		best = inMS(f.best)
	}
	if f.anew.Plan != nil {
		moved, must = reproduce.Int(f.anew.Moved), reproduce.Int(f.anew.MovedAtLeast)
		then = inMS(f.anew.Cost)
		if f.looked {
			fewest = reproduce.Int(f.fewest)
		}
	}
	return []reproduce.Cell{
		reproduce.Int(of.Stages), reproduce.Int(of.Clusters), reproduce.Int(of.Streams), reproduce.Text(demands),
		inMS(f.fine.Cost), inMS(f.fine.Bound), rough, gap, best, moved, must, fewest, then,
	}
}

// inMS writes microseconds in milliseconds.
func inMS(microseconds int64) reproduce.Cell {
	return reproduce.Decimal(big.NewRat(microseconds, 1000), 1)
}
