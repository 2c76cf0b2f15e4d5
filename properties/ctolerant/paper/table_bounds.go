package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// whyBounds says why our bounds are not those of Table I.
const whyBounds = "the traces of the paper are not public; no reading tried gives all of its Table I"

// bounds is E1, Table I: c, by traces of the detector.
func (e extent) bounds(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	all, err := e.listings(ctx, progress, e.points(e.rows))
	if err != nil {
		return reproduce.Table{}, err
	}
	t := reproduce.Table{Columns: append(placeColumns(), lackingColumns("removed", "have removed it")...)}
	t.Columns = append(t.Columns, lackingColumns("suspected", "have removed it or suspect it")...)
	for i, row := range e.rows {
		cells := append(row.cells(), all[i].removed.cells(row)...)
		t.Rows = append(t.Rows, append(cells, all[i].doubted.cells(row)...))
	}
	t.Notes = []string{
		e.recorded(), "c is how many other lists lack the process that most of them lack; the paper's figures stand " +
			"beside the greatest ones.",
		"Over 5 minutes is by how many lists a process was lacked at some second of a recording. Over the run of an " +
			"election is what S3 is about: see safety.",
	}
	return t, nil
}

// placeColumns are the columns that say of which setting a row is.
func placeColumns() []reproduce.Column {
	return []reproduce.Column{
		{Name: "topology", Means: "how the processes are spread over the map"},
		{Name: "N", Means: "how many processes"},
		{Name: "drop", Unit: "%", Means: "of the copies, drawn once for each route, in the mean of all processes"},
	}
}

func (s setting) cells() []reproduce.Cell {
	return []reproduce.Cell{reproduce.Text(s.topology), reproduce.Int(s.nodes), reproduce.Int(s.drop)}
}

func lackingColumns(name, lacks string) []reproduce.Column {
	return []reproduce.Column{
		{Name: name + ", greatest", Means: "the greatest c at a second: lists lack a process if they " + lacks},
		{Name: name + ", 95 %", Means: "the least c that holds in 95 % of all seconds"},
		{Name: name + ", mean", Means: "the mean of all seconds"},
		{Name: name + ", over 5 min", Means: "c counted over a whole recording"},
	}
}

func (l *lacking) cells(row setting) []reproduce.Cell {
	return []reproduce.Cell{
		reproduce.Int(l.greatest()).Beside(fmt.Sprint(row.c), whyBounds), reproduce.Int(l.percentile()),
		reproduce.Decimal(l.mean(), 2), reproduce.Int(l.ever),
	}
}

// recorded says in a sentence how the traces were made.
func (e extent) recorded() string {
	return fmt.Sprintf("%d traces of the detector at each point, %d of 128 processes and %d of 256, of %s each after "+
		"%d periods of 1 s: SWIM with incarnations and whole tables as news; targets (time-bounded) and 3 helpers are "+
		"drawn as in Medley, in proportion to 1 over the cube of their distance; a member is suspected for ln(N+1) "+
		"periods, and removed ones are pinged and come back. Hops take (0, 50] ms; a copy is lost once for its route; "+
		"the lowest hash loses twice as much as the mean, the highest nothing.",
		e.traces, e.tracesOf(128), e.tracesOf(256), e.lasts, e.warm)
}
