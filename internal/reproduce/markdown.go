package reproduce

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// writtenBy is in the first lines of an index, by which it is recognised.
const writtenBy = "<!-- Written by scrutineer reproduce"

// isIndex reports whether a text is one that Index has written.
func isIndex(index []byte) bool {
	_, below, _ := bytes.Cut(index, []byte("\n\n"))
	return bytes.HasPrefix(below, []byte(writtenBy))
}

// Index is the file that shows all tables of a folder below a title, and names their figures.
func Index(title string, all []Measured) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# %s\n\n", phrase.MarkdownCell(title))
	fmt.Fprintf(&out, "%s: edit the experiments, not this file. -->\n\n", writtenBy)
	out.WriteString("Every table stands in a text file, a CSV file and a JSON file too. Of a figure the JSON file " +
		"says how it is\ndrawn; the picture is there once it was drawn.\n")
	for _, m := range all {
		m.writeMarkdown(&out)
	}
	return out.Bytes()
}

func (m Measured) writeMarkdown(out *bytes.Buffer) {
	fmt.Fprintf(out, "\n## %s\n\n", phrase.MarkdownCell(m.heading()))
	reasons := marksOf(m.Table)
	var head, rule []string
	rows := make([][]string, len(m.Rows))
	add := func(s strip) {
		name := strings.TrimSpace(s.head)
		if s.unit != "" {
			name += " (" + s.unit + ")"
		}
		align := "---:"
		if s.left {
			align = "---"
		}
		head, rule = append(head, phrase.MarkdownCell(name)), append(rule, align)
		for i, cell := range s.cells {
			rows[i] = append(rows[i], phrase.MarkdownCell(cell))
		}
	}
	for i, c := range m.Columns {
		if c.Aside {
			continue
		}
		for _, s := range m.strips(i, reasons) {
			add(s)
		}
	}
	for _, cells := range append([][]string{head, rule}, rows...) {
		fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
	}
	out.WriteString("\n")
	for _, entry := range m.legend() {
		fmt.Fprintf(out, "- **%s**: %s\n", phrase.MarkdownCell(entry[0]), phrase.MarkdownCell(entry[1]))
	}
	for i, why := range reasons {
		fmt.Fprintf(out, "- [%d] %s\n", i+1, phrase.MarkdownCell(why))
	}
	for _, note := range m.notes() {
		fmt.Fprintf(out, "\n%s\n", phrase.MarkdownCell(note))
	}
	if m.Figure != nil {
		fmt.Fprintf(out, "\n![The figure %[1]s](%[1]s)\n", m.ID+".svg")
	}
	fmt.Fprintf(out, "\n[%[1]s.txt](%[1]s.txt), [%[1]s.csv](%[1]s.csv), [%[1]s.json](%[1]s.json)\n", m.ID)
}
