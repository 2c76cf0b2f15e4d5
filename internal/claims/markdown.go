package claims

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// title is the first line of the file, by which it is recognised.
const title = "# Claims\n"

// howToRead stands above all papers.
const howToRead = title + `
<!-- Written by scrutineer: edit properties/<p>/paper/claims.json, not this file. -->

What papers claim, what becomes of it here, and what decided it. ` + "`make verify`" + ` runs all of it and ends
with the same verdicts; a test keeps this file current, and this renews it:

` + "```sh\ngo run ./cmd/scrutineer claims -write docs/claims.md\n```" + `

Of each paper there is an index of the claims by their verdicts, and then each claim: where it stands and what the
paper says, the verdict and what was found, and what decided it.

A claim is **verified** where everything that is listed below it holds; **refuted** as it is stated where
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

// Markdown returns the paper's part of the file: its heading, an index of the claims by their verdicts, and each claim.
func (t Table) Markdown() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n%s.\n\n", t.Heading(), summary(t.Decisions))
	for _, v := range append(verdicts(), "") {
		var links []string
		for _, d := range t.Decisions {
			if d.Verdict == v {
				links = append(links, fmt.Sprintf("[%s](#%s)", d.ID, strings.ToLower(d.ID)))
			}
		}
		if links != nil {
			writeLines(&out, "- ", "**"+shown(v)+"**: "+strings.Join(links, ", "))
		}
	}
	for _, d := range t.Decisions {
		d.writeMarkdown(&out)
	}
	return out.Bytes()
}

// Heading returns the lines with which the paper's part begins.
func (t Table) Heading() string {
	return fmt.Sprintf("\n## %s (%s)\n", phrase.MarkdownCell(t.Paper), phrase.MarkdownCell(t.Protocol))
}

// writeMarkdown writes the claim: what the paper says, what was found, and an item for each piece of evidence.
func (d Decision) writeMarkdown(out *bytes.Buffer) {
	fmt.Fprintf(out, "\n### %s\n\n", phrase.MarkdownCell(d.ID))
	writeLines(out, "", phrase.MarkdownCell(d.Where+": "+d.Says))
	out.WriteByte('\n')
	writeLines(out, "", "**"+shown(d.Verdict)+"**: "+phrase.MarkdownCell(d.Found))
	evidence := d.lines()
	if d.Verdict.undecided() != "" {
		evidence = evidence[1:] // the first says again what was found
	}
	if len(evidence) > 0 {
		out.WriteByte('\n')
	}
	for _, text := range evidence {
		writeLines(out, "- ", phrase.MarkdownCell(text))
	}
}

// marker is what makes an item or a heading of a line that it begins.
var marker = regexp.MustCompile(`^(\d*)([-+#.)])( |$)`)

// writeLines writes a paragraph, or an item behind a "- ", in lines of which none begins another.
func writeLines(out *bytes.Buffer, front, text string) {
	for _, line := range phrase.Wrap(text, columns-len(front)) {
		fmt.Fprintln(out, front+marker.ReplaceAllString(line, `$1\$2$3`))
		front = strings.Repeat(" ", len(front))
	}
}
