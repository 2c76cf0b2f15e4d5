// Package transcript describes the run of a plan as text: its purpose, its faults, its outcome and its steps. The
// transcript of the plan NAME.json in a corpus is NAME.txt beside it.
//
// Start reading at [Of].
package transcript

import (
	"bytes"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

const (
	// A transcript has at most mostLines lines. If its outcome is long, the steps get leastSteps lines all the same.
	mostLines, leastSteps = 40, 16
	width                 = 120 // columns of a step
	// In a run of more than longRun steps, Of looks for changes in the first mostLooked steps only, and in the last
	// mostLooked before the failure.
	longRun, mostLooked = 2000, 200
)

// Of returns the transcript of a plan. all has the outcome of each expectation; the steps are those of the first. If
// there are too many steps, Of folds the steps that changed nothing. If there are still too many, it keeps the failure,
// the faults, the steps after each fault, and then steps from both ends.
func Of(p campaign.Harness, plan faults.Plan, all []campaign.Replayed) (string, error) {
	var lines []string
	if plan.Why != "" {
		lines = phrase.Wrap(plan.Why, width)
		plan.Why = ""
	}
	first := all[0]
	first.Outcome.Report.Digest = "" // it says nothing to people
	var outcome bytes.Buffer
	Plan(&outcome, plan)
	Replayed(&outcome, 0, len(all), first, len(plan.Expect) > 0)
	lines = append(lines, linesOf(outcome.String())...)
	for i, r := range all[1:] {
		lines = append(lines, otherwise(i+1, all[0], r))
	}
	failed := failure(all[0])
	looked := func(n int) bool {
		return failed <= longRun || n <= mostLooked || failed-mostLooked < n && n <= failed
	}
	var steps []told
	err := run(p, all[0].Plan, looked, func(s step) {
		steps = append(steps, told{s.lines(false), s.quiet, s.fault})
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
		lines = append(lines, diff.Abbreviate(line, width))
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String(), nil
}

// failure returns the number of the step after which the first property failed, or of the last step if none failed.
func failure(r campaign.Replayed) int {
	at := r.Outcome.Report.Events
	for _, v := range r.Outcome.Violations {
		if v.Event > 0 {
			at = min(at, v.Event)
		}
	}
	return at
}
