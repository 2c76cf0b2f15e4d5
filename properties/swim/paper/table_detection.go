package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// detected has the samples of one row: in which period the process was first suspected, if all periods begin together,
// and how long that took if they do not.
type detected struct{ periods, times []*big.Rat }

// detect measures a number of crashes in a group of n, and compares the means with the formulas.
func detect(ctx context.Context, p processes, n, many int) (d detected, err error) {
	const helpers, patience = 3, 5
	same, err := together(p, n, helpers, patience).untilSuspected().runs(ctx, many)
	if err != nil {
		return d, err
	}
	others, err := apart(p, n, helpers, patience).untilSuspected().runs(ctx, many)
	if err != nil {
		return d, err
	}
	d = detected{counted(same), inPeriods(others, crashOf, firstOf)}
	if err := agreesWith(fmt.Sprintf("%d processes, periods", n), d.periods, firstPeriod(n)); err != nil {
		return d, err
	}
	return d, agreesWith(fmt.Sprintf("%d processes, time", n), d.times, firstSuspicion(n))
}

// firstSuspicion returns how many periods pass on average from a crash at a drawn instant to the first suspicion. A
// probe takes three quarters of a period to fail. It also fails if its PING arrives after the crash.
func firstSuspicion(n int) *big.Rat { return sub(add(firstPing(n), frac(3, 4)), frac(hop, period)) }

// detection is SW-6.
func (e extent) detection(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "N", Means: "processes, of which one crashes"},
			{Name: "period", Unit: "T", Means: "the period after the crash in which a survivor first pings it in vain"},
			{Name: "1/(1-(1-p)^n)", Unit: "T", Means: "the mean period by SWIM's formula, n = N-1, p = 1/n"},
			{Name: "time", Unit: "T", Means: "from the crash to the first suspicion; periods begin at drawn instants"},
			{Name: "derived", Unit: "T", Means: "the mean time by the formula that is worked out here"},
			{Name: "95th", Unit: "T", Means: "what 95 % of the times do not exceed"},
		},
		Notes: []string{
			fmt.Sprintf("%d runs of each N and column, seeds 1 to %d: k = 3, no loss, copies of 1 ms, T = "+
				"1 s. The means must be within five standard errors of the formulas.", e.crashes, e.crashes),
			"A probe fails after 3/4 T, which is in the time and not in the period.",
		},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "N", Label: "processes", Log: 2}, Y: reproduce.Axis{Label: "periods"},
			Series: []reproduce.Series{
				{Column: "period", Label: "period"},
				{Column: "1/(1-(1-p)^n)", Label: "SWIM's formula"},
				{Column: "time", Label: "time"},
				{Column: "derived", Label: "derived"},
			},
		},
	}
	rows, err := parallel.Each(ctx, progress, len(e.sizes), func(i int) (detected, error) {
		return detect(ctx, processes{}, e.sizes[i], e.crashes)
	})
	if err != nil {
		return t, err
	}
	for i, n := range e.sizes {
		d := rows[i]
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(n),
			reproduce.Mean(d.periods, 2).Beside("1.58", "e/(e-1) is the limit for many processes."),
			reproduce.Decimal(firstPeriod(n), 3),
			reproduce.Mean(d.times, 2), reproduce.Decimal(firstSuspicion(n), 3),
			reproduce.Decimal(reproduce.Percentile(d.times, 95, (*big.Rat).Cmp), 2),
		})
	}
	return t, nil
}
