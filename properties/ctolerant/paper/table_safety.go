package paper

import (
	"context"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// safety measures E12: how many elections break S3, and how many elections of Base and Optimistic elect process 0.
func (e extent) safety(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	samples, err := e.run(ctx, progress, e.points(e.rows))
	if err != nil {
		return reproduce.Table{}, err
	}
	t := reproduce.Table{Columns: append(placeColumns(), reproduce.Column{
		Name: "c", Means: "the bound of the paper's Table I, by which S3 is judged",
	})}
	for k, name := range heads() {
		t.Columns = append(t.Columns, reproduce.Column{
			Name: name + ", S3 broken", Means: "number of elections in which more than c lists lack process 0 in a run",
		})
		if !words.Variants()[k].Prefers() {
			t.Columns = append(t.Columns,
				reproduce.Column{
					Name: name + ", inside", Unit: "%",
					Means: "share of elections that elect process 0, among the elections that keep S3",
				},
				reproduce.Column{
					Name: name + ", outside", Unit: "%", Means: "likewise among the elections that break S3",
				},
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
	t.Notes = []string{
		e.drawn(), e.recorded(), "No process crashes. The shares leave out elections that are not over in time.",
	}
	return t, nil
}

// electsLowestOf returns the percentage that elects process 0 among those that keep S3, or among those that break it.
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
