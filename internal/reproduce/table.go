package reproduce

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Table is what came of an experiment.
type Table struct {
	Columns []Column `json:"columns" input:"required"`
	// Rows have a cell for each column.
	Rows [][]Cell `json:"rows" input:"required"`
	// Notes say what is to be known of the table as a whole, a sentence each: how many runs,
	// which delays. Why a figure differs from the paper's stands in its cell.
	Notes []string `json:"notes,omitempty"`
	// Figure says how the rows become a plot; nil where they do not.
	Figure *Figure `json:"figure,omitempty"`
	// On says on what the numbers were measured; nil if they are the same on any machine.
	On *On `json:"measuredOn,omitempty"`
}

// notes returns what is said below the table.
func (t Table) notes() []string {
	if t.On == nil {
		return t.Notes
	}
	return append(slices.Clone(t.Notes), t.On.String())
}

// Column is a column of a table.
type Column struct {
	// Name stands at its head, and is different from the other columns' names.
	Name string `json:"name" input:"required"`
	// Unit is that of its numbers, such as "s" or "%"; "" where they have none.
	Unit string `json:"unit,omitempty"`
	// Means says in a few words what its cells are.
	Means string `json:"means" input:"required"`
	// Aside has it stand in the CSV file and in the JSON file alone: a table for people has no room
	// for it. The first column is never aside.
	Aside bool `json:"aside,omitempty"`
}

// Figure says how the rows of a table become a plot: each row is a point of each series, at the
// place of its cell in the column X. A row without a value there, or in that of a series, is left
// out. Cells that are means have error bars, from one end of the interval to the other. Where the
// column X has texts these stand beside each other, and the points are not joined.
type Figure struct {
	X Axis `json:"x" input:"required"`
	// Y is the axis of all series; its Column is "".
	Y      Axis     `json:"y" input:"required"`
	Series []Series `json:"series" input:"required"`
}

// Axis is an axis of a plot.
type Axis struct {
	// Column is the name of the column whose cells stand on it.
	Column string `json:"column,omitempty"`
	// Label says what stands on it, with the unit in parentheses.
	Label string `json:"label" input:"required"`
	// Log is 0 for a linear axis, 2 or 10 for a logarithmic one with a mark at each power of that.
	Log int `json:"log,omitempty"`
}

// Series is a line of a plot.
type Series struct {
	// Column is the name of the column whose cells are its heights, Label its name in the legend.
	Column string `json:"column" input:"required"`
	Label  string `json:"label" input:"required"`
}

// Check tells what is wrong with the form of a table, or nothing. Errors name the field.
func (t Table) Check() error {
	if len(t.Columns) == 0 || len(t.Rows) == 0 {
		return input.Errorf("rows", "%d of them and %d columns, it must have one of each at least",
			len(t.Rows), len(t.Columns))
	}
	for i, c := range t.Columns {
		field := fmt.Sprintf("columns[%d]", i)
		switch {
		case c.Name == "" || c.Means == "":
			return input.Errorf(field, "it must have a name, and say what it means")
		case !oneLine(c.Name) || !oneLine(c.Unit):
			return input.Errorf(field, "its name and its unit must stand in a line")
		case c.Aside && i == 0:
			return input.Errorf(field, "it is the first, which must not be aside")
		case t.column(c.Name) != i:
			return input.Errorf(field, "another column is called %s too", c.Name)
		}
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return input.Errorf(fmt.Sprintf("rows[%d]", i), "%d cells, it must have one for each of %d columns",
				len(row), len(t.Columns))
		}
		for j, c := range row {
			if err := c.check(); err != nil {
				return input.In("", fmt.Sprintf("rows[%d][%d]", i, j), err)
			}
		}
	}
	if t.On != nil {
		if err := t.On.check(); err != nil {
			return input.In("", "measuredOn", err)
		}
	}
	if t.Figure == nil {
		return nil
	}
	return input.In("", "figure", t.checkFigure(*t.Figure))
}

// column is the number of the column of a name, -1 for none.
func (t Table) column(name string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
}

func (t Table) checkFigure(f Figure) error {
	for _, named := range []struct {
		field string
		axis  Axis
	}{{"x", f.X}, {"y", f.Y}} {
		switch {
		case named.axis.Label == "":
			return input.Errorf(named.field+".label", "is empty, it must say what stands on the axis")
		case !slices.Contains([]int{0, 2, 10}, named.axis.Log):
			return input.Errorf(named.field+".log", "%d, it must be 0, 2 or 10", named.axis.Log)
		}
	}
	if len(f.Series) == 0 {
		return input.Errorf("series", "there is none, give one at least")
	}
	if f.Y.Column != "" {
		return input.Errorf("y.column", "%q, the series have columns and this axis has none", f.Y.Column)
	}
	if err := t.checkPlaces("x.column", f.X.Column, f.X.Log, true); err != nil {
		return err
	}
	for i, s := range f.Series {
		field := fmt.Sprintf("series[%d].", i)
		if s.Label == "" {
			return input.Errorf(field+"label", "is empty, it must name the line")
		}
		if err := t.checkPlaces(field+"column", s.Column, f.Y.Log, false); err != nil {
			return err
		}
	}
	return nil
}

// checkPlaces tells why the cells of a column cannot stand on an axis, or nothing.
func (t Table) checkPlaces(field, name string, log int, texts bool) error {
	at := t.column(name)
	if at < 0 {
		return input.Errorf(field, "no column is called %q", name)
	}
	kinds := map[bool]int{} // how many are texts, and how many are not
	for i, row := range t.Rows {
		c := row[at]
		if c.Kind == KindNone {
			continue
		}
		kinds[c.Kind == KindText]++
		number, ok := c.Number()
		if ok && log > 0 && number.Sign() <= 0 {
			return input.Errorf(field, "row %d has %s, which has no place on a logarithmic axis", i, c.Value)
		}
	}
	switch {
	case kinds[true] > 0 && (!texts || kinds[false] > 0 || log > 0):
		return input.Errorf(field, "%s has texts, it must have numbers", name)
	case len(kinds) == 0:
		return input.Errorf(field, "%s has no value in any row", name)
	}
	return nil
}

// Failures says of each figure that must be the paper's and is not that it is so.
func (t Table) Failures() []string {
	var all []string
	for _, row := range t.Rows {
		for j, c := range row {
			p := c.Printed
			if p == nil || p.Verdict != Wrong {
				continue
			}
			where := t.Columns[j].Name
			if j > 0 {
				where += fmt.Sprintf(" at %s %s", t.Columns[0].Name, row[0].shown(0))
			}
			if p.Exact {
				all = append(all, fmt.Sprintf("%s: %s, it must be %s as printed", where, c.shown(0), p.Figure))
			} else {
				all = append(all, fmt.Sprintf("%s: %s, as printed, which is said to be a misprint", where, c.shown(0)))
			}
		}
	}
	return all
}
