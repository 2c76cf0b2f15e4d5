package scrutineer

import (
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// seenBy says what the runs of a campaign have seen, a line each: the less it is, the less the passes mean.
func seenBy(r *campaign.Result, h campaign.Harness) (lines []string) {
	if len(h.Witnesses) > 0 {
		lines = append(lines, "seen in so many runs: "+phrase.Counts(r.Seen, h.Witnesses...))
	}
	if len(r.Labels) > 0 {
		lines = append(lines, "labels: "+r.Shares())
	}
	states, last, all := r.LocalStates()
	switch {
	case states == 0:
	case all:
		text := fmt.Sprintf("%d states of single processes in every eighth run, the last new one in run %d",
			states, last)
		lines = append(lines, text)
	default:
		text := fmt.Sprintf("at least %d states of single processes, in every eighth run up to run %d", states, last)
		lines = append(lines, text)
	}
	if len(r.Unchanging) > 0 {
		lines = append(lines, "changed nothing in any run: "+strings.Join(r.Unchanging, ", "))
	}
	if unmet := r.Unmet(h); len(unmet) > 0 {
		lines = append(lines, "never happened: "+strings.Join(unmet, ", "))
	}
	return lines
}

// boundBy says what ended the runs of a campaign if not their number: their events.
func boundBy(r *campaign.Result, o campaign.Options) string {
	if r.Run == o.Runs || !r.Ends(o) {
		return ""
	}
	return fmt.Sprintf(", of %d, as all runs together may have %d events", o.Runs, o.Events)
}

// mostLogged is how many of the lines that properties have logged a report has.
const mostLogged = 10

// logged formats the last lines that properties have logged, at most most of them. lost is the number of earlier lines
// that were not kept.
func logged(lines []string, lost, most int) string {
	var text strings.Builder
	before := phrase.Plural(lost, "line", "lines") + " before these are left out"
	if more := len(lines) - most; more > 0 {
		lines, lost = lines[more:], lost+more
		before = phrase.Plural(lost, "line", "lines") + " before these, see log.txt"
	}
	if lost > 0 {
		fmt.Fprintf(&text, "  logged:     %s\n", before)
	}
	for _, line := range lines {
		fmt.Fprintf(&text, "  logged:     %s\n", line)
	}
	return text.String()
}
