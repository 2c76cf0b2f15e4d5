package reproduce

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// marks are the numbered notes of a table: why its cells differ from what is printed. Cells with
// the same reason share a number.
type marks []string

// marksOf numbers the reasons of a table, in the order of its cells.
func marksOf(t Table) marks {
	var all marks
	for _, row := range t.Rows {
		for _, c := range row {
			if why := c.remark(); why != "" && !slices.Contains(all, why) {
				all = append(all, why)
			}
		}
	}
	return all
}

// of is the mark behind a printed figure, "" where it is ours too.
func (m marks) of(c Cell) string {
	if i := slices.Index(m, c.remark()); i >= 0 {
		return fmt.Sprintf(" ≠[%d]", i+1)
	}
	return ""
}

// remark says of a cell what is to be known of the figure beside it, "" for nothing.
func (c Cell) remark() string {
	p := c.Printed
	switch {
	case p == nil || p.Verdict == AsPrinted:
		return ""
	case p.Verdict == Misprinted:
		return "The paper's figure is misprinted: " + p.Why
	case p.Verdict == Differs:
		return p.Why
	case p.Exact:
		return "WRONG: ours must be the paper's figure."
	}
	return "WRONG: ours is the paper's figure, which is said to be misprinted: " + p.Why
}

// shownPrinted is the paper's figure as people read it, with its mark.
func (c Cell) shownPrinted(m marks) (figure, mark string) {
	switch {
	case c.Printed == nil:
		return "", ""
	case c.Kind == KindText:
		return c.Printed.Figure, m.of(c)
	}
	return phrase.Thousands(c.Printed.Figure), m.of(c)
}

// hasPrinted reports whether some cell of a column has the paper's figure beside it, hasMeans
// whether some is a mean, and isText whether its cells are texts.
func (t Table) hasPrinted(column int) bool {
	return t.some(column, func(c Cell) bool { return c.Printed != nil })
}

func (t Table) hasMeans(column int) bool {
	return t.some(column, func(c Cell) bool { return c.Kind == KindMean })
}

func (t Table) isText(column int) bool {
	return t.some(column, func(c Cell) bool { return c.Kind == KindText })
}

func (t Table) some(column int, is func(Cell) bool) bool {
	return slices.ContainsFunc(t.Rows, func(row []Cell) bool { return is(row[column]) })
}

// heading is what stands above a table: where in the paper it is, and what it shows.
func (m Measured) heading() string { return m.Where + ": " + m.Title }

// printedMeans explains the columns with what the paper has.
const printedMeans = "what the paper prints; without a mark it is ours, or lies within our interval"

// meanMeans explains what stands beside a mean.
func (t Table) meanMeans() string {
	least, most := 0, 0
	for _, row := range t.Rows {
		for _, c := range row {
			if c.Kind == KindMean {
				most = max(most, c.Samples)
				if least == 0 || c.Samples < least {
					least = c.Samples
				}
			}
		}
	}
	if most == 0 {
		return ""
	}
	samples := fmt.Sprint(most)
	if least < most {
		samples = fmt.Sprintf("%d to %d", least, most)
	}
	return fmt.Sprintf("half of the 95 %% confidence interval of a mean of %s samples, by Student's t", samples)
}
