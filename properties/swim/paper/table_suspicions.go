package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// lossRates are the losses at which suspicions are counted, of a thousand copies.
var lossRates = []int{50, 100, 150, 200}

// falsely is the share of SW-3.
func (e extent) falsely(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	const helpers = 3
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "loss", Unit: "%", Means: "of the copies"},
			{Name: "suspicion", Unit: "T", Means: "for how many periods a member is suspected"},
			{Name: "no ACK", Unit: "%", Means: "of the probes, of a process that is up"},
			{Name: "derived", Unit: "%", Means: "the mean share without ACK by the formula that is worked out here"},
			{Name: "suspicions", Means: "in all runs; a member counts once in each of its incarnations"},
			{Name: "removed", Unit: "%", Means: "of these suspicions that ended in a removal by at least one process"},
		},
		Notes: []string{fmt.Sprintf("%d runs of %d periods of each row, seeds 1 to %d: %d processes, k = 3, nobody "+
			"crashes, a removed member comes back. The mean of a row is over runs with a suspicion.", e.suspicions,
			e.observed, e.suspicions, e.members)},
	}
	rows, err := parallel.Each(ctx, progress, len(lossRates)*len(e.patience), func(i int) (falsely, error) {
		loss, patience := lossRates[i/len(e.patience)], e.patience[i%len(e.patience)]
		return lossy(e.members, helpers, patience, loss, e.observed).blames(ctx, e.suspicions)
	})
	if err != nil {
		return t, err
	}
	for i, f := range rows {
		loss, removed := lossRates[i/len(e.patience)], reproduce.None()
		if len(f.removed) > 1 {
			removed = reproduce.Mean(f.removed, 2)
		}
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Decimal(frac(loss, 10), 0), reproduce.Int(e.patience[i%len(e.patience)]),
			reproduce.Mean(percents(f.failing), 3),
			reproduce.Decimal(mul(oddsOf(loss).fails(helpers), frac(100, 1)), 3),
			reproduce.Int(f.suspected), removed,
		})
	}
	return t, nil
}
