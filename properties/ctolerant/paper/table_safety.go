package paper

import (
	"context"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// safety is E12: how many elections break S3, and whether those of Base and Optimistic elect the lowest hash.
func (e extent) safety(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	samples, err := e.run(ctx, progress, e.points(e.rows))
	if err != nil {
		return reproduce.Table{}, err
	}
	t := reproduce.Table{Columns: append(placeColumns(), reproduce.Column{
		Name: "c", Means: "of Table I of the paper, by which S3 is judged",
	})}
	for k, name := range heads() {
		t.Columns = append(t.Columns, reproduce.Column{
			Name: name + ", S3 broken", Means: "elections in which more than c lists lack process 0 in a run",
		})
		if !words.Variants()[k].Prefers() {
			t.Columns = append(t.Columns,
				reproduce.Column{Name: name + ", inside", Unit: "%", Means: "of those that hold S3, elect process 0"},
				reproduce.Column{Name: name + ", outside", Unit: "%", Means: "of those that break S3, elect process 0"},
			)
		}
	}
	for i, row := range e.rows {
		cells := append(row.cells(), reproduce.Int(row.c))
		for k, variant := range words.Variants() {
			broken := 0
			for _, s := range samples[i] {
				if !s[k].held {
					broken++
				}
			}
			cells = append(cells, reproduce.Int(broken))
			if !variant.Prefers() {
				cells = append(cells, electsLowestOf(samples[i], k, true), electsLowestOf(samples[i], k, false))
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	t.Notes = []string{e.drawn(), e.recorded(), "Nobody crashes. Elections that are not over in time are left out."}
	return t, nil
}

// electsLowestOf is how many percent of the elections that hold S3, or break it, elect process 0.
func electsLowestOf(samples []four, election int, held bool) reproduce.Cell {
	all, lowest := 0, 0
	for i := range samples {
		r := samples[i][election]
		if !r.ended || r.held != held {
			continue
		}
		all++
		if r.leader == 0 {
			lowest++
		}
	}
	return shareOf(lowest, all, 1)
}
