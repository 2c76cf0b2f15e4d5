package paper

import (
	"context"
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// crash measures elections after a crash of process 0, while lists still hold it (S4).
func (e extent) crash(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	t := reproduce.Table{Columns: []reproduce.Column{
		{Name: "after", Unit: "s", Means: "time from the crash of process 0 to the begin of the elections"},
		{Name: "hold it", Means: "mean number of other lists that hold process 0 then"},
	}}
	for k, name := range heads() {
		means := "completion time of Base"
		if k > 0 {
			means = "likewise for " + name
		}
		t.Columns = append(t.Columns, reproduce.Column{Name: name, Unit: "ms", Means: means})
	}
	t.Columns = append(t.Columns,
		reproduce.Column{Name: "lowest", Unit: "%", Means: "share of the elections of Base that elect process 1"},
		unfinishedColumn(),
	)
	row := e.byDrop()[0]
	var points []point
	for _, after := range e.afters {
		p := e.at(row)
		p.dead, p.after, p.f, p.seeds = true, after, 1, e.readSeeds
		points = append(points, p)
	}
	samples, err := e.run(ctx, progress, points)
	if err != nil {
		return t, err
	}
	for i, all := range samples {
		t.Rows = append(t.Rows, crashRow(points[i].after, all))
	}
	t.Notes = []string{
		fmt.Sprintf("%d elections of each kind at each point, f = 1, N = %d, %d %% lost. An election cannot end while "+
			"the dead process is the lowest candidate (D19).", e.readSeeds, row.nodes, row.drop),
		e.recorded(),
	}
	return t, nil
}

func crashRow(after faults.Time, all []four) []reproduce.Cell {
	stale, lowest, over := 0, 0, 0
	for i := range all {
		stale += all[i][0].stale
		if base := all[i][0]; base.ended {
			over++
			if base.leader == 1 {
				lowest++
			}
		}
	}
	cells := []reproduce.Cell{
		reproduce.Int(after / second), reproduce.Decimal(big.NewRat(int64(stale), int64(len(all))), 1),
	}
	for k := range heads() {
		cells = append(cells, meanCell(all, k, completionTime()))
	}
	return append(cells, shareOf(lowest, over, 1), reproduce.Int(unfinished(all)))
}
