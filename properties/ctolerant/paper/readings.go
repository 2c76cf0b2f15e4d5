package paper

import (
	"context"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	swim "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// reading is a reading of what the paper leaves open about its simulations.
type reading struct {
	name   string
	change func(*point)
}

// readings returns the recommended reading, and readings that differ from it in one respect each.
func readings() []reading {
	return []reading{
		{"recommended", func(*point) {}},
		{"f = 2", func(p *point) { p.f = 2 }},
		{"all lose alike", func(p *point) { p.scene.Skew = 0 }},
		{"half the skew", func(p *point) { p.scene.Skew = 500 }},
		{"a loss for each link", func(p *point) { p.scene.PerLink = true }},
		{"periods of 20 s", func(p *point) { p.scene.Period = 20 * second }},
		{"SWIM, uniform targets", func(p *point) { p.scene.Picks = swim.Uniform }},
		{"rumours count as suspicions", func(p *point) { p.told = true }},
		{"no suspects in lists", func(p *point) { p.unsuspected = true }},
		{"LEADER along a tree", func(p *point) { p.tree = true }},
	}
}

// exceptions is the note that says in what the rows differ from the other notes.
const exceptions = "The notes describe the recommended reading; each row differs from it as its name says."

// readPoints returns the points of all readings at the least and the greatest drop rate, and their names.
func (e extent) readPoints() (points []point, names []string) {
	rows := e.byDrop()
	for _, row := range []setting{rows[0], rows[len(rows)-1]} {
		for _, r := range readings() {
			p := e.at(row)
			p.seeds = e.readSeeds
			r.change(&p)
			points, names = append(points, p), append(names, fmt.Sprintf("%d %%, %s", row.drop, r.name))
		}
	}
	return points, names
}

// read returns the run of an experiment that measures a metric by each reading.
func (e extent) read(m metric) run {
	points, names := e.readPoints()
	f := figure{
		metric: m, points: points,
		axis: axis{name: "reading", means: "the drop rate, and the reading of the paper", label: "reading"},
		more: func(t *reproduce.Table, _ [][]four) { t.Notes = append(t.Notes, exceptions) },
	}
	for _, name := range names {
		f.places = append(f.places, reproduce.Text(name))
	}
	e.seeds = e.readSeeds
	return func(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
		return e.measured(ctx, progress, f)
	}
}

// readBounds measures Table I by each reading. Readings of the elections alone change nothing.
func (e extent) readBounds(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	points, names := e.readPoints()
	all, err := e.listings(ctx, progress, points)
	if err != nil {
		return reproduce.Table{}, err
	}
	place := reproduce.Column{Name: "reading", Means: "the drop rate, and the reading of the paper"}
	t := reproduce.Table{Columns: append([]reproduce.Column{place}, lackingColumns("removed", "have removed it")...)}
	t.Columns = append(t.Columns, lackingColumns("suspected", "have removed it or suspect it")...)
	for i, name := range names {
		row := setting{c: points[i].c}
		cells := append([]reproduce.Cell{reproduce.Text(name)}, all[i].removed.cells(row)...)
		t.Rows = append(t.Rows, append(cells, all[i].doubted.cells(row)...))
	}
	t.Notes = []string{e.recorded(), exceptions}
	return t, nil
}
