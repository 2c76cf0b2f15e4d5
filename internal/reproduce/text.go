package reproduce

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// Width is how many columns the text of a table has at most, unless a number alone has more.
const Width = 100

// gap is between columns; a text is not broken into lines that are shorter than shortest.
const (
	gap      = 2
	shortest = 24
)

// strip is a column as it is written: that of a table, or the paper's figures beside it.
type strip struct {
	head, unit string
	cells      []string
	left       bool // a text, which is set to the left and may be broken into lines
	width      int
}

// strips are those of a column of the table.
func (t Table) strips(column int, m marks) []strip {
	c := t.Columns[column]
	ours := strip{head: c.Name, unit: c.Unit, left: t.isText(column)}
	printed := strip{head: "paper", left: ours.left}
	var signs []string
	widest, half := 0, 0
	for _, row := range t.Rows {
		half = max(half, len(phrase.Thousands(row[column].Half)))
	}
	for _, row := range t.Rows {
		ours.cells = append(ours.cells, row[column].shown(half))
		figure, sign := row[column].shownPrinted(m)
		printed.cells = append(printed.cells, figure)
		signs = append(signs, sign)
		widest = max(widest, utf8.RuneCountInString(sign))
	}
	for i, sign := range signs { // numbers stay below each other, whatever mark is behind them
		if !ours.left {
			sign = fmt.Sprintf("%-*s", widest, sign)
		}
		printed.cells[i] += sign
	}
	if !ours.left {
		printed.head += strings.Repeat(" ", widest)
	}
	all := []strip{ours}
	if t.hasPrinted(column) {
		all = append(all, printed)
	}
	for i := range all {
		all[i].width = max(utf8.RuneCountInString(all[i].head), utf8.RuneCountInString(all[i].unit))
		for _, cell := range all[i].cells {
			all[i].width = max(all[i].width, utf8.RuneCountInString(cell))
		}
	}
	return all
}

func widthOf(strips []strip) int {
	width := gap * (len(strips) - 1)
	for _, s := range strips {
		width += s.width
	}
	return width
}

// narrowed makes the texts among strips narrower, so that all together have so many columns, if
// they can.
func narrowed(strips []strip, width int) []strip {
	strips = append([]strip{}, strips...)
	for over := widthOf(strips) - width; over > 0; {
		widest := -1
		for i, s := range strips {
			if s.left && s.width > shortest && (widest < 0 || s.width > strips[widest].width) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		strips[widest].width--
		over--
	}
	return strips
}

// blocks are the columns of a table in blocks that are no wider than that, one below the other,
// each with the first column.
func (t Table) blocks(m marks, width int) [][]strip {
	first := t.strips(0, m)
	if len(t.Columns) > 1 {
		first = narrowed(first, width/2)
	}
	var blocks [][]strip
	block := first
	for column := 1; column < len(t.Columns); column++ {
		if t.Columns[column].Aside {
			continue
		}
		more := t.strips(column, m)
		fits := widthOf(narrowed(more, 0)) + gap + widthOf(block)
		if fits > width && len(block) > len(first) {
			blocks, block = append(blocks, block), first
		}
		block = append(append([]strip{}, block...), narrowed(more, width-widthOf(block)-gap)...)
	}
	return append(blocks, narrowed(block, width))
}

// line is a line of a table.
func line(strips []strip, cell func(strip) string) string {
	var parts []string
	for _, s := range strips {
		if s.left {
			parts = append(parts, fmt.Sprintf("%-*s", s.width, cell(s)))
		} else {
			parts = append(parts, fmt.Sprintf("%*s", s.width, cell(s)))
		}
	}
	return strings.TrimRight(strings.Join(parts, strings.Repeat(" ", gap)), " ") + "\n"
}

// writeBlock writes the head and the rows of a block.
func writeBlock(out *strings.Builder, block []strip, rows int) {
	out.WriteString(line(block, func(s strip) string { return s.head }))
	if units := line(block, func(s strip) string { return s.unit }); units != "\n" {
		out.WriteString(units)
	}
	for row := range rows {
		height := 1
		broken := make([][]string, len(block))
		for i, s := range block {
			broken[i] = []string{s.cells[row]}
			if s.left {
				broken[i] = phrase.Wrap(s.cells[row], s.width)
			}
			height = max(height, len(broken[i]))
		}
		for n := range height {
			at := -1
			out.WriteString(line(block, func(strip) string {
				at++
				if n < len(broken[at]) {
					return broken[at][n]
				}
				return ""
			}))
		}
	}
}

// Text is the table for people, in lines of Width columns.
func (m Measured) Text() string {
	var out strings.Builder
	for _, l := range phrase.Wrap(m.heading(), Width) {
		out.WriteString(l + "\n")
	}
	reasons := marksOf(m.Table)
	for _, block := range m.blocks(reasons, Width) {
		out.WriteString("\n")
		writeBlock(&out, block, len(m.Rows))
	}
	out.WriteString("\n")
	for _, entry := range m.legend() {
		writeEntry(&out, entry[0], entry[1], m.legendWidth())
	}
	for i, why := range reasons {
		writeEntry(&out, fmt.Sprintf("[%d]", i+1), why, m.legendWidth())
	}
	for i, note := range m.notes() {
		if i == 0 {
			out.WriteString("\n")
		}
		writeEntry(&out, "", note, 0)
	}
	return out.String()
}

// legend says what the columns are.
func (t Table) legend() [][2]string {
	var all [][2]string
	printed := false
	for i, c := range t.Columns {
		all = append(all, [2]string{c.Name, c.Means})
		printed = printed || t.hasPrinted(i)
	}
	if means := t.meanMeans(); means != "" {
		all = append(all, [2]string{"±", means})
	}
	if printed {
		all = append(all, [2]string{"paper", printedMeans})
	}
	return all
}

func (t Table) legendWidth() int {
	width := 0
	for _, entry := range t.legend() {
		width = max(width, utf8.RuneCountInString(entry[0]))
	}
	return min(width, Width/3) + gap
}

// writeEntry writes a name and, beside it, what is said of it.
func writeEntry(out *strings.Builder, name, says string, width int) {
	for _, l := range phrase.Wrap(says, Width-width) {
		out.WriteString(strings.TrimRight(fmt.Sprintf("%-*s%s", width, name, l), " ") + "\n")
		name = ""
	}
}
