package claims

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// title is the first line of the file, by which it is recognised.
const title = "# Claims\n"

// howToRead stands above all tables.
const howToRead = title + `
<!-- Written by scrutineer: edit the claims and their checks in properties/<p>/paper, not this file. -->

What papers claim, what becomes of it here, and what decided it. ` + "`make verify`" + ` runs all of it and ends
with the same verdicts; a test keeps this file current, and this renews it:

` + "```sh\ngo run ./cmd/scrutineer claims -write CLAIMS.md\n```" + `

A claim is **verified** where everything that is listed beside it holds; **refuted** as it is stated where
something listed fails, and what follows a "but" is where it holds all the same; **measured** where the answer
is numbers; **open** where nothing decides it yet; **not claimed** where it is listed and the paper claims
nothing, as with a set-up or a definition; **not reproducible** where nothing here can measure it. The last
three give the reason, and what is known all the same. It is decided by

- a case, such as "base-x1: Agreement fails in 15 states": every interleaving within a bound, in the TLA+
  module, the specification and the implementation; ` + "`build/scrutineer verify -only base-x1 -paths`" + ` prints the
  shortest path; beside the number of processes stands how the paper is read there, and the budget of faults;
- an exploration ("explored …") of the implementation alone, in a larger bound;
- a run of the corpus ("corpus …"): a small plan of faults, which ` + "`build/scrutineer replay FILE`" + ` replays from
  properties/&lt;p&gt;/testdata/corpus;
- the drawn runs of verify's short campaign, which alone verify nothing;
- a computation ("computed …"), which runs whenever this file is written or tested.

What is marked "(make tlc)" is too long for every day: ` + "`make tlc`" + ` runs it.
`

// IsMarkdown reports whether a text is one that Markdown has written.
func IsMarkdown(text []byte) bool { return bytes.HasPrefix(text, []byte(title)) }

// Markdown returns the file that lists the decisions on the claims of all papers.
func Markdown(tables []Table) []byte {
	var out bytes.Buffer
	out.WriteString(howToRead)
	for _, t := range tables {
		out.Write(t.Markdown())
	}
	return out.Bytes()
}

// Markdown returns the paper's part of the file: its heading, and the decisions, those that are open last.
func (t Table) Markdown() []byte {
	var out bytes.Buffer
	out.WriteString(t.Heading())
	t.writeDecisions(&out)
	return out.Bytes()
}

// Heading returns the lines with which the paper's part begins.
func (t Table) Heading() string {
	return fmt.Sprintf("\n## %s (%s)\n", cell(t.Paper), cell(t.Protocol))
}

func (t Table) writeDecisions(w io.Writer) {
	fmt.Fprintf(w, "\n%s.\n\n", summary(t.Decisions))
	fmt.Fprintln(w, "| claim | where | what the paper says | verdict | what was found | decided by |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- |")
	isOpen := func(d Decision) bool { return d.Verdict == Open }
	decided := slices.DeleteFunc(slices.Clone(t.Decisions), isOpen)
	for _, d := range slices.Concat(decided, slices.DeleteFunc(slices.Clone(t.Decisions), func(d Decision) bool {
		return !isOpen(d)
	})) {
		lines := d.lines()
		if undecided := d.Verdict.undecided(); undecided != "" {
			lines[0] = undecided // why is what was found
		}
		for i := range lines {
			lines[i] = cell(lines[i])
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", cell(d.ID), cell(d.Where), cell(d.Says),
			shown(d.Verdict), cell(d.Found), strings.Join(lines, "<br>"))
	}
}

// cell is what may stand in a cell of a table.
func cell(of string) string { return phrase.MarkdownCell(of) }
