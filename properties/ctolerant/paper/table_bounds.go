package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// whyBounds says why our bounds differ from Table I.
const whyBounds = "the traces of the paper are not public; no reading tried gives all of its Table I"

// bounds measures Table I, E1: c on traces of the detector.
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
		e.recorded(), "c is the number of other lists that lack one process, for the process that most lists lack. " +
			"The paper's c is printed beside the greatest c.",
		"Over 5 minutes a list lacks a process if it lacks it at any second of a recording. S3 is about c over the " +
			"run of an election: see safety.",
	}
	return t, nil
}

// meansOfDrop says what a drop rate is.
const meansOfDrop = "share of the copies that are lost, in the mean of all processes"

// placeColumns returns the columns of a row's setting.
func placeColumns() []reproduce.Column {
	return []reproduce.Column{
		{Name: "topology", Means: "how the processes are spread over the map"},
		{Name: "N", Means: "number of processes"},
		{Name: "drop", Unit: "%", Means: meansOfDrop},
	}
}

func (s setting) cells() []reproduce.Cell {
	return []reproduce.Cell{reproduce.Text(s.topology), reproduce.Int(s.nodes), reproduce.Int(s.drop)}
}

func lackingColumns(name, lacks string) []reproduce.Column {
	return []reproduce.Column{
		{Name: name + ", greatest", Means: "the greatest c at a second: lists lack a process if they " + lacks},
		{Name: name + ", 95 %", Means: "the least c that 95 % of all seconds keep"},
		{Name: name + ", mean", Means: "the mean of c at all seconds"},
		{Name: name + ", over 5 min", Means: "c over a whole recording"},
	}
}

func (l *lacking) cells(row setting) []reproduce.Cell {
	return []reproduce.Cell{
		reproduce.Int(l.greatest()).Beside(fmt.Sprint(row.c), whyBounds), reproduce.Int(l.percentile()),
		reproduce.Decimal(l.mean(), 2), reproduce.Int(l.ever),
	}
}

// recorded returns the note that says how the traces are recorded.
func (e extent) recorded() string {
	return fmt.Sprintf("%d traces of the detector at each point, %d of 128 processes and %d of 256, of %s each after "+
		"%d periods of 1 s: SWIM with incarnations and whole tables as news; targets (time-bounded) and 3 helpers are "+
		"drawn as in Medley, in proportion to 1 over the cube of their distance; a member is suspected for ln(N+1) "+
		"periods, and removed ones are pinged and come back. Hops take (0, 50] ms; a copy is lost once for its route; "+
		"the lowest hash loses twice as much as the mean, the highest nothing.",
		e.traces, e.tracesOf(128), e.tracesOf(256), e.lasts, e.warm)
}
