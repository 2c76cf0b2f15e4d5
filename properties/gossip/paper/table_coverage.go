package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// waves runs a scene under so many seeds, for so many rounds, and returns how many had the first origin's
// record after each round, itself not counted.
func (s scene) waves(ctx context.Context, r reading, runs, rounds int) ([][]int, error) {
	byRound := make([][]int, rounds)
	for seed := range uint64(runs) {
		s.seed = seed + 1
		o, err := s.covered(ctx, rounds)
		if err != nil {
			return nil, err
		}
		for k := range byRound {
			ends := faults.Time(k+1)*s.interval() - millisecond
			if r.waits {
				ends += s.interval()
			}
			byRound[k] = append(byRound[k], o.reached(0, ends))
		}
	}
	return byRound, nil
}

// single are the readings in which one record is watched.
func single() []reading {
	rounds := reading{name: "rounds", technique: words.Rounds, versions: 1}
	return []reading{
		rounds.asPrinted(), rounds,
		{name: "push", technique: words.Push, versions: 1, waits: true},
		{name: "push-pull", technique: words.PushPull, versions: 1, waits: true},
	}
}

// coverage is C-08: F^R beside how many a record has reached after R rounds.
func (e extent) coverage(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	const rounds, fanout = 10, 3
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "R", Means: "how many rounds"},
			{Name: "F^R", Means: "as the paper counts"},
			{Name: "ideal", Means: "F + F^2 + ... + F^R, but for the end of the cluster: if nobody got it twice"},
		},
		Notes: []string{fmt.Sprintf("One record of one of %d nodes, F = 3, no loss; means of %d runs. All others "+
			"are %d.",
			e.of, e.waves, e.of-1)},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "R", Label: "rounds"}, Y: reproduce.Axis{Label: "nodes reached"},
		},
	}
	kinds := single()
	for _, r := range kinds {
		t.Columns = append(t.Columns, reproduce.Column{
			Name: r.name, Unit: "nodes", Means: "how many others have the record after R rounds",
		}, reproduce.Column{Name: r.name + ", all", Unit: "%", Means: "of the runs, in which all have it"})
		t.Figure.Series = append(t.Figure.Series, reproduce.Series{Column: r.name, Label: r.name})
	}
	all, err := parallel.Each(ctx, progress, len(kinds), func(i int) ([][]int, error) {
		return kinds[i].spreading(e.of, fanout, 0, 0).waves(ctx, kinds[i], e.waves, rounds)
	})
	if err != nil {
		return t, err
	}
	power, ideal := 1, 0
	for k := range rounds {
		power *= fanout
		ideal = min(ideal+power, e.of-1)
		cells := []reproduce.Cell{reproduce.Int(k + 1), reproduce.Int(power), reproduce.Int(ideal)}
		for i := range kinds {
			reached := all[i][k]
			whole := 0
			for _, n := range reached {
				if n == e.of-1 {
					whole++
				}
			}
			cell := reproduce.Mean(reproduce.Ratios(reached, 1), 2)
			if kinds[i].printed && k < 4 {
				cell = cell.Beside(fmt.Sprint(power), "F^R counts neither those of the rounds before nor that some "+
					"are sent to twice, and is more than there are from the fourth round on.")
			}
			cells = append(cells, cell, reproduce.Decimal(big.NewRat(int64(100*whole), int64(len(reached))), 1))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t, nil
}
