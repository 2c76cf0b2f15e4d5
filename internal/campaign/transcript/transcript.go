// Package transcript writes the run of a plan as a text for people: what the plan is for, what it injects, what came of
// it, and its steps. Beside each plan of a corpus stands its transcript, NAME.txt beside NAME.json.
//
// Start reading at [Of].
package transcript

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

const (
	// mostLines is how many lines a transcript has at most, unless its outcome is longer. Steps that do not fit are
	// folded, but leastSteps lines of them stay.
	mostLines, leastSteps = 40, 16
	width                 = 120 // columns of a line at most
	// Of a run of more steps than longRun, mostLooked are looked at in the beginning, and as many before the failure.
	longRun, mostLooked = 2000, 200
)

// Of returns the transcript of a plan. all is what came of the plan, for each of its expectations. It has the steps of
// the first, without the states of processes. If they are too many, it leaves out those that changed nothing; if they
// are still too many, it has the failure, the faults, and what comes after these, in the beginning, and before the
// failure.
func Of(p campaign.Harness, plan faults.Plan, all []campaign.Replayed) (string, error) {
	lines := phrase.Wrap(plan.Why, width)
	plan.Why = ""
	var outcome bytes.Buffer
	Plan(&outcome, plan)
	Replayed(&outcome, 0, len(all), all[0], len(plan.Expect) > 0)
	lines = append(lines, linesOf(withoutDigest.ReplaceAllString(outcome.String(), ""))...)
	for i, r := range all[1:] {
		lines = append(lines, otherwise(i+1, all[0], r))
	}
	failed := failure(all[0])
	looked := func(n int) bool {
		return failed <= longRun || n <= mostLooked || failed-mostLooked < n && n <= failed
	}
	var steps []told
	err := run(p, all[0].Plan, looked, func(s step) {
		steps = append(steps, told{s.lines(false), 1, s.quiet, s.fault})
	})
	if err != nil {
		return "", err
	}
	of := heading
	if len(all) > 1 {
		of += " of expect[0]"
	}
	lines = append(lines, "", of)
	room := max(leastSteps, mostLines-len(lines))
	for _, line := range folded(steps, failed, len(all[0].Outcome.Violations) > 0, room) {
		lines = append(lines, cut(line))
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String(), nil
}

// withoutDigest matches the digest of a run, which says nothing to people.
var withoutDigest = regexp.MustCompile(`, digest [0-9a-f]+`)

// cut cuts a line off at the width.
func cut(line string) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	return string([]rune(line)[:width-1]) + "…"
}

// failure returns the number of the step after which a property failed first, from 1 on, and the last if none did.
func failure(r campaign.Replayed) int {
	at := r.Outcome.Report.Events
	for _, v := range r.Outcome.Violations {
		if v.Event > 0 {
			at = min(at, v.Event)
		}
	}
	return at
}
