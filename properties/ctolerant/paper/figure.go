package paper

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// run runs an experiment.
type run = func(context.Context, reproduce.Progress) (reproduce.Table, error)

// metric is a number that is measured of an election.
type metric struct {
	unit   string
	what   string // the label of the axis
	means  string // of Base's column
	digits int
	of     func(ran) *big.Rat
}

// figure is a figure of the paper: the means of a metric along an axis, for each of the four elections.
type figure struct {
	metric
	axis   axis
	places []reproduce.Cell // on the axis
	points []point          // one for each place
	spare  []point          // the same points with another f; none if the figure has no columns for it
	// more adds columns and notes to the table.
	more func(t *reproduce.Table, samples [][]four)
}

// axis is the axis along which the points of a figure lie.
type axis struct {
	name, unit, means, label string
	log                      int
	at                       func(setting) reproduce.Cell // the place of a row's point
}

func topologies() axis {
	return axis{
		name: "topology", means: "how the processes are spread over the map", label: "topology",
		at: func(s setting) reproduce.Cell { return reproduce.Text(s.topology) },
	}
}

func drops() axis {
	return axis{
		name: "drop", unit: "%", means: meansOfDrop, label: "drop rate (%)",
		at: func(s setting) reproduce.Cell { return reproduce.Int(s.drop) },
	}
}

func sizes() axis {
	return axis{
		name: "N", means: "number of processes", label: "processes", log: 2,
		at: func(s setting) reproduce.Cell { return reproduce.Int(s.nodes) },
	}
}

// heads returns the names of the elections, for the heads of columns.
func heads() []string { return []string{"Base", "Optimistic", "Preferred", "Hybrid"} }

// measured measures a figure.
func (e extent) measured(ctx context.Context, progress reproduce.Progress, f figure) (reproduce.Table, error) {
	samples, err := e.run(ctx, progress, f.points)
	if err != nil {
		return reproduce.Table{}, err
	}
	t := reproduce.Table{
		Columns: []reproduce.Column{{Name: f.axis.name, Unit: f.axis.unit, Means: f.axis.means}},
		Figure: &reproduce.Figure{
			X: reproduce.Axis{Column: f.axis.name, Label: f.axis.label, Log: f.axis.log},
			Y: reproduce.Axis{Label: f.what},
		},
	}
	for k, name := range heads() {
		means := f.means
		if k > 0 {
			means = "likewise for " + name
		}
		t.Columns = append(t.Columns, reproduce.Column{Name: name, Unit: f.metric.unit, Means: means})
		t.Figure.Series = append(t.Figure.Series, reproduce.Series{Column: name, Label: name})
	}
	t.Columns = append(t.Columns, unfinishedColumn())
	for i, place := range f.places {
		cells := []reproduce.Cell{place}
		for k := range heads() {
			cells = append(cells, meanCell(samples[i], k, f.metric))
		}
		t.Rows = append(t.Rows, append(cells, reproduce.Int(unfinished(samples[i]))))
	}
	t.Notes = []string{e.drawn(), e.recorded()}
	if f.more != nil {
		f.more(&t, samples)
	}
	return t, e.addSpare(ctx, &t, f)
}

// addSpare adds the means with the other f.
func (e extent) addSpare(ctx context.Context, t *reproduce.Table, f figure) error {
	samples, err := e.run(ctx, func(int, int) {}, f.spare)
	if err != nil || len(samples) == 0 {
		return err
	}
	for k, name := range heads() {
		var cells []reproduce.Cell
		for i := range f.places {
			cells = append(cells, meanCell(samples[i], k, f.metric))
		}
		addColumn(t, reproduce.Column{
			Name: fmt.Sprintf("%s, f = %d", name, f.spare[0].f), Unit: f.metric.unit,
			Means: fmt.Sprintf("the column %s, with f = %d", name, f.spare[0].f),
		}, cells)
	}
	var cells []reproduce.Cell
	for _, all := range samples {
		cells = append(cells, reproduce.Int(unfinished(all)))
	}
	column := unfinishedColumn()
	column.Name += fmt.Sprintf(", f = %d", f.spare[0].f)
	addColumn(t, column, cells)
	return nil
}

// meanCell returns the cell of a mean with its interval; an empty one for fewer than two elections.
func meanCell(samples []four, election int, m metric) reproduce.Cell {
	if of := ended(samples, election, m.of); len(of) > 1 {
		return reproduce.Mean(of, m.digits)
	}
	return reproduce.None()
}

// along returns the run of an experiment that measures a metric at the points of rows of Table I.
func (e extent) along(a axis, rows []setting, m metric, more func(*reproduce.Table, [][]four)) run {
	f := figure{metric: m, axis: a, points: e.points(rows), spare: e.points(rows), more: more}
	for i, row := range rows {
		f.places = append(f.places, a.at(row))
		f.spare[i].f = 2
	}
	return func(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
		return e.measured(ctx, progress, f)
	}
}

// drawn returns the note that says how elections are drawn.
func (e extent) drawn() string {
	return fmt.Sprintf("%d elections of each kind at each point, with 95 %% intervals: an instant of a trace and an "+
		"initiator are drawn, the same for all four kinds. c is as in Table I of the paper, f = 0 unless a column "+
		"says f = 2, x = y = 5, TIMEOUT 500 ms; LEADER goes to each process by a shortest route and is never lost. "+
		"The intervals assume that elections are independent, also those on one trace.", e.seeds)
}

// ended returns a metric of the elections of one kind that were over in time.
func ended(samples []four, election int, of func(ran) *big.Rat) []*big.Rat {
	var all []*big.Rat
	for i := range samples {
		if r := samples[i][election]; r.ended {
			all = append(all, of(r))
		}
	}
	return all
}

func unfinishedColumn() reproduce.Column {
	return reproduce.Column{
		Name: "unfinished", Means: "number of elections, of the four kinds together, that were not over after " +
			window.String(),
	}
}

// unfinished returns the number of elections that were not over in time.
func unfinished(samples []four) int {
	n := 0
	for i := range samples {
		for _, r := range samples[i] {
			if !r.ended {
				n++
			}
		}
	}
	return n
}

// meanOf returns the mean of a metric of the elections of one kind; 0 if none was over in time.
func meanOf(samples []four, election words.Variant, of func(ran) *big.Rat) *big.Rat {
	all := ended(samples, slices.Index(words.Variants(), election), of)
	if len(all) == 0 {
		return new(big.Rat)
	}
	return reproduce.Average(all)
}

// more returns by how many percent a is more than b; nil if b is 0.
func more(a, b *big.Rat) *big.Rat {
	if b.Sign() == 0 {
		return nil
	}
	of := new(big.Rat).Quo(a, b)
	return of.Sub(of, big.NewRat(1, 1)).Mul(of, big.NewRat(100, 1))
}

// orNone returns the cell of a number; an empty one if it is nil.
func orNone(n *big.Rat, digits int) reproduce.Cell {
	if n == nil {
		return reproduce.None()
	}
	return reproduce.Decimal(n, digits)
}

// addColumn adds a column whose cells are in the order of the rows.
func addColumn(t *reproduce.Table, c reproduce.Column, cells []reproduce.Cell) {
	t.Columns = append(t.Columns, c)
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], cells[i])
	}
}
