package claims

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// columns is how wide a terminal is taken to be.
const columns = 120

// WriteText writes a table for people: each claim with its verdict and what decided it, a
// line for each piece of evidence.
func (t Table) WriteText(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "\n%s (%s), %s\n", t.Paper, t.Protocol, summary(t.Decisions)); err != nil {
		return err
	}
	width, verdict := len("claim"), len(Verified)
	for _, d := range t.Decisions {
		width, verdict = max(width, utf8.RuneCountInString(d.ID)), max(verdict, len(shown(d.Verdict)))
	}
	if _, err := fmt.Fprintf(w, "  %-*s  %-*s  decided by\n", width, "claim", verdict, "verdict"); err != nil {
		return err
	}
	for _, d := range t.Decisions {
		head := fmt.Sprintf("  %-*s  %-*s  ", width, d.ID, verdict, shown(d.Verdict))
		left := strings.Repeat(" ", utf8.RuneCountInString(head))
		for _, evidence := range d.lines() {
			for i, line := range phrase.Wrap(evidence, columns-len(left)-2) {
				if i > 0 {
					head += "  "
				}
				if _, err := fmt.Fprintln(w, head+line); err != nil {
					return err
				}
				head = left
			}
		}
	}
	return nil
}
