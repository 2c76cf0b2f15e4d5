// Package transcript writes the run of a plan as a text for people: what the plan is for, what it injects, what came of
// it, and its steps. Beside each plan of a corpus stands its transcript, NAME.txt beside NAME.json.
//
// Start reading at [Of].
package transcript

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

const (
	// mostLines is how many lines a transcript has at most. Steps that do not fit are folded.
	mostLines = 40
	// mostOutcome is how many lines come before the steps at most.
	mostOutcome = 20
	width       = 120 // columns of a line at most
	// Of a run of more steps than longRun, mostLooked are looked at in the beginning, and as many before the failure.
	longRun, mostLooked = 2000, 200
)

// Of returns the transcript of a plan. all is what came of the plan, for each of its expectations. It has the steps of
// the first, without the states of processes. If they are too many, it leaves out those that changed nothing; if they
// are still too many, it has the first ones and those that end with the failure.
func Of(p campaign.Harness, plan faults.Plan, all []campaign.Replayed) (string, error) {
	lines := phrase.Wrap(plan.Why, width)
	plan.Why = ""
	var outcome bytes.Buffer
	Plan(&outcome, plan)
	for i, r := range all {
		Replayed(&outcome, i, len(all), r, len(plan.Expect) > 0)
	}
	lines = append(lines, shortened(linesOf(outcome.String()), mostOutcome-len(lines))...)
	failed := failure(all[0])
	looked := func(n int) bool {
		return failed <= longRun || n <= mostLooked || failed-mostLooked < n && n <= failed
	}
	var steps []told
	err := run(p, all[0].Plan, looked, func(s step) { steps = append(steps, told{s.lines(false), 1, s.quiet}) })
	if err != nil {
		return "", err
	}
	lines = append(lines, "", heading)
	lines = append(lines, folded(steps, failed, mostLines-len(lines))...)
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(cut(strings.TrimRight(line, " ")) + "\n")
	}
	return text.String(), nil
}

// shortened returns at most n lines: the first, and how many more there are.
func shortened(lines []string, n int) []string {
	if len(lines) <= n {
		return lines
	}
	return append(lines[:n-1:n-1], fmt.Sprintf("  and %d more lines", len(lines)-n+1))
}

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

// told is consecutive steps as lines of text.
type told struct {
	lines []string
	steps int
	quiet bool // they have changed nothing
}

// folded reports whether the steps are left out.
func (t told) folded() bool { return t.steps > 1 }

// fold stands for steps that are left out.
func fold(all []told) told {
	n := 0
	for _, t := range all {
		n += t.steps
	}
	return told{[]string{fmt.Sprintf("%18s… %s", "", phrase.Plural(n, "step", "steps"))}, n, true}
}

// folded returns at most n lines of steps, of which a property failed first after the given one.
func folded(steps []told, failure, n int) []string {
	if count(steps) > n {
		before, after := loud(steps[:failure]), steps[failure:]
		if len(after) > 0 {
			after = []told{fold(after)}
		}
		steps = append(middle(before, n-len(after)), after...)
	}
	var lines []string
	for _, t := range steps {
		lines = append(lines, t.lines...)
	}
	return lines
}

func count(all []told) (lines int) {
	for _, t := range all {
		lines += len(t.lines)
	}
	return lines
}

// loud folds the steps that have changed nothing, but the last.
func loud(steps []told) (all []told) {
	for i := 0; i < len(steps); {
		k := i
		for k < len(steps)-1 && steps[k].quiet {
			k++
		}
		switch {
		case k == i:
			all = append(all, steps[i])
			k++
		case k == i+1: // a fold is no shorter
			all = append(all, steps[i])
		default:
			all = append(all, fold(steps[i:k]))
		}
		i = k
	}
	return all
}

// middle folds what is in the middle, so that at most n lines are left.
func middle(all []told, n int) []told {
	if count(all) <= n {
		return all
	}
	first, last := 0, len(all)
	room := n - 1 // the fold
	for used := 0; used+len(all[first].lines) <= room/2; first++ {
		used += len(all[first].lines)
	}
	room -= count(all[:first])
	for len(all[last-1].lines) <= room {
		last--
		room -= len(all[last].lines)
	}
	for first > 0 && all[first-1].folded() {
		first--
	}
	for last < len(all) && all[last].folded() {
		last++
	}
	kept := append(slices.Clone(all[:first]), fold(all[first:last]))
	return append(kept, all[last:]...)
}
