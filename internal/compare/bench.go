package compare

import (
	"context"
	"slices"
	"sync"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Extent is how much is measured: groups of these sizes, and runs from so many seeds in each, from
// 1 on.
type Extent struct {
	Nodes []int
	Seeds int
}

// Whole is what is measured where nothing else is asked for, in a few minutes of processor time. In groups of 50 there
// is one election, Bully as it is printed, whose millions of messages take longer than all that the others do.
func Whole() Extent { return Extent{Nodes: []int{5, 10, 20, 40}, Seeds: 5} }

// The least and the largest group, and the most seeds, that can be asked for.
const (
	LeastNodes = 3
	MostNodes  = 64
	MostSeeds  = 1000
)

// bench runs what several tables are made of, each run once.
type bench struct {
	contenders []Contender
	extent     Extent

	mutex sync.Mutex
	done  map[string][]outcome // by the scenario, see index
}

// index is where the first run of a contender in groups of a size stands; those of the other seeds
// follow.
func (b *bench) index(size, contender int) int {
	return (size*len(b.contenders) + contender) * b.extent.Seeds
}

// measured runs all contenders in a scenario, in groups of all sizes and from all seeds.
func (b *bench) measured(ctx context.Context, progress reproduce.Progress, s Scenario) ([]outcome, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	calm := Scenarios()[0]
	if s.strikes == nil {
		return b.runs(ctx, progress, s, nil)
	}
	before, err := b.runs(ctx, progress, calm, nil)
	if err != nil {
		return nil, err
	}
	return b.runs(ctx, progress, s, before)
}

// runs runs them, unless they have run. before are the runs without faults, of which the leaders
// are struck.
func (b *bench) runs(
	ctx context.Context, progress reproduce.Progress, s Scenario, before []outcome,
) ([]outcome, error) {
	if all, is := b.done[s.Name]; is {
		return all, nil
	}
	seeds := b.extent.Seeds
	n := len(b.extent.Nodes) * len(b.contenders) * seeds
	all, err := parallel.Each(ctx, progress, n, func(i int) (outcome, error) {
		leader := spec.None
		if before != nil {
			leader = before[i].leader
		}
		each := len(b.contenders) * seeds
		c, nodes := b.contenders[i%each/seeds], b.extent.Nodes[i/each]
		if !c.fits(nodes) {
			return outcome{absent: true}, nil
		}
		return run(ctx, c, s, nodes, uint64(i%seeds)+1, leader)
	})
	if err == nil {
		b.done[s.Name] = all
	}
	return all, err
}

// summary is what came of several runs: in how many it has come, the median, the least and the most.
// What has not come in a run counts as more than anything.
type summary struct{ came, runs, median, least, most int64 }

func summaryOf(runs []outcome, m measure) summary {
	var all []int64
	for _, o := range runs {
		if value, came := m.of(o); came && !o.absent {
			all = append(all, value)
		}
	}
	slices.Sort(all)
	s := summary{came: int64(len(all)), runs: int64(len(runs))}
	if s.came > 0 {
		s.least, s.most = all[0], all[s.came-1]
	}
	if middle := (s.runs - 1) / 2; middle < s.came {
		s.median = all[middle]
	}
	return s
}

// cells are the median, the least and the most, none of what is more than anything.
func (s summary) cells() [3]reproduce.Cell {
	cell := func(value int64, is bool) reproduce.Cell {
		if !is {
			return reproduce.None()
		}
		return reproduce.Int(value)
	}
	return [3]reproduce.Cell{
		cell(s.median, (s.runs-1)/2 < s.came), cell(s.least, s.came > 0), cell(s.most, s.came == s.runs),
	}
}
