package paper

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// logOf returns log2 n, rounded up.
func logOf(n int) int { return bits.Len(uint(n - 1)) }

// spreading is SW-9 and SW-13.
func (e extent) spreading(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	const helpers, patience = 3, 5
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "N", Means: "processes, of which one crashes"},
			{Name: "detection", Unit: "T", Means: "from the crash to the first suspicion"},
			{Name: "spread", Unit: "T", Means: "from the first suspicion until all survivors know of it"},
			{Name: "by log2 N", Unit: "T", Means: "the mean spread over log2 N"},
			{Name: "greatest", Unit: "T", Means: "the greatest spread"},
			{Name: "b = 6", Unit: "T", Means: "the spread if a message carries at most 6 entries that are news"},
			{Name: "removal", Unit: "T", Means: "from the first suspicion until the process is in no list"},
			{Name: "corpse", Unit: "T", Means: "from the crash until the process is in no list"},
			{Name: "longest", Unit: "T", Means: "the longest time of a corpse"},
		},
		Notes: []string{fmt.Sprintf("%d runs of each N, seeds 1 to %d: k = 3, no loss, a suspicion of %d T, whole "+
			"tables as news, periods that begin at drawn instants.", e.crashes, e.crashes, patience)},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "N", Label: "processes", Log: 2}, Y: reproduce.Axis{Label: "periods"},
			Series: []reproduce.Series{
				{Column: "spread", Label: "spread"}, {Column: "corpse", Label: "in a list"},
			},
		},
	}
	rows, err := parallel.Each(ctx, progress, len(e.sizes), func(i int) (of [2][]*death, err error) {
		c := apart(processes{}, e.sizes[i], helpers, patience)
		if of[0], err = c.runs(ctx, e.crashes); err == nil {
			c.scene = c.bounded()
			of[1], err = c.runs(ctx, e.crashes)
		}
		return of, err
	})
	if err != nil {
		return t, err
	}
	for i, n := range e.sizes {
		all := rows[i][0]
		spread, corpse := inPeriods(all, firstOf, knownOf), inPeriods(all, crashOf, removedOf)
		m := reproduce.Average(spread)
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(n), reproduce.Mean(inPeriods(all, crashOf, firstOf), 2), reproduce.Mean(spread, 2),
			reproduce.Decimal(quo(m, frac(logOf(n), 1)), 2), reproduce.Decimal(greatest(spread), 2),
			reproduce.Mean(inPeriods(rows[i][1], firstOf, knownOf), 2),
			reproduce.Mean(inPeriods(all, firstOf, removedOf), 2), reproduce.Mean(corpse, 2),
			reproduce.Decimal(greatest(corpse), 2),
		})
	}
	return t, nil
}
