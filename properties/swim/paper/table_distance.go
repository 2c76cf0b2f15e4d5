package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/parallel"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// distance is SW-10.
func (e extent) distance(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{
		Columns: []reproduce.Column{
			{Name: "m", Means: "the exponent of the distance; 0 is SWIM's uniform pick"},
			{Name: "hops", Means: "links that a PING goes over"},
			{Name: "formula", Means: "the mean hops by the weights and the routes, over the maps"},
			{Name: "bytes x hops", Unit: "B", Means: "of a PING, with 28 B of headers on each link"},
			{Name: "period", Unit: "T", Means: "the period after the crash in which a survivor first pings it in vain"},
			{Name: "derived", Unit: "T", Means: "the mean period by the formula, over the runs"},
			{Name: "loneliest", Unit: "T", Means: "the greatest such mean of a process on a map, over the maps"},
			{Name: "95th", Unit: "T", Means: "what 95 % of the periods do not exceed"},
			{Name: "greatest", Unit: "T", Means: "the greatest of the periods"},
		},
		Notes: []string{fmt.Sprintf("%d runs of each m, seeds 1 to %d: 49 processes on a drawn map of 15 m x 15 m, a "+
			"reach of 4 m, no loss. The means must be within five standard errors of the formulas.", e.maps, e.maps)},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: "m", Label: "exponent m"}, Y: reproduce.Axis{Label: "bytes x hops of a PING"},
			Series: []reproduce.Series{{Column: "bytes x hops", Label: "bytes x hops"}},
		},
	}
	rows, err := parallel.Each(ctx, progress, len(e.exponents), func(i int) (mapped, error) {
		return onMaps(ctx, processes{}, e.exponents[i], e.maps)
	})
	if err != nil {
		return t, err
	}
	for i, m := range rows {
		derived := reproduce.Average(m.derived)
		links := reproduce.Average(m.links)
		t.Rows = append(t.Rows, []reproduce.Cell{
			reproduce.Int(e.exponents[i]), reproduce.Mean(m.hops, 2), reproduce.Decimal(links, 2),
			reproduce.Mean(m.bytes, 0), reproduce.Mean(m.periods, 2),
			reproduce.Decimal(derived, 2), reproduce.Mean(m.lonely, 2),
			reproduce.Decimal(reproduce.Percentile(m.periods, 95, (*big.Rat).Cmp), 0),
			reproduce.Decimal(greatest(m.periods), 0),
		})
	}
	return t, nil
}
