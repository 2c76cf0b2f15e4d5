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
	if states, last := r.LocalStates(); states > 0 {
		text := fmt.Sprintf("%d states of single processes in every eighth run, the last new one in run %d",
			states, last)
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

// mostLogged is how many of the lines that properties have logged a report has.
const mostLogged = 10

// logged are the last lines that properties have logged.
func logged(lines []string, most int) string {
	var text strings.Builder
	if more := len(lines) - most; more > 0 {
		fmt.Fprintf(&text, "  logged:     %d lines before these, see log.txt\n", more)
		lines = lines[more:]
	}
	for _, line := range lines {
		fmt.Fprintf(&text, "  logged:     %s\n", line)
	}
	return text.String()
}
