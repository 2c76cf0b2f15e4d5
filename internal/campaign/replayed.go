package campaign

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
)

// Replayed is what came of one expectation of a plan.
type Replayed struct {
	Expect faults.Expect
	// Plan is the plan with the changes of the expectation.
	Plan    faults.Plan
	Outcome Outcome
	// Trace are the events of the run.
	Trace []world.TraceLine
	// What a diagram shows beside.
	nodes    int
	reads    bool // whether processes look at their clocks
	recorded *recorder
	// Wrong says what is not as the expectation has it.
	Wrong []string
}

// Log returns what properties have logged in the run, the last lines if there are many, and how many there were before
// these.
func (r *Replayed) Log() (lines []string, lost int) { return r.recorded.log(), r.recorded.lost }

// Effects says which faults took effect in the run and how often, and what the plan names that took
// none, a line each; nil if nothing is injected.
func (r *Replayed) Effects() []string {
	report := r.Outcome.Report
	if len(r.Plan.Words()) == 0 {
		return nil
	}
	lines := []string{"faults took effect: " + phrase.Counts(report.Happened)}
	for _, without := range []struct {
		text   string
		fields []string
	}{{"without effect", report.Unmatched}, {"without effect, as they may be", report.Missed}} {
		fields := without.fields
		if len(fields) == 0 {
			continue
		}
		text := without.text + ": " + strings.Join(fields[:min(len(fields), MostNamed)], ", ")
		if more := len(fields) - MostNamed; more > 0 {
			text += fmt.Sprintf(", and %d more", more)
		}
		lines = append(lines, text)
	}
	return lines
}

// MostNamed bounds the faults and pins that are listed of a plan: the plan of an exploration pins every step.
const MostNamed = 12

// Idle reports whether the plan names faults or pins, and none of them took effect: such a run tests nothing
// that a run without them does not.
func (r *Replayed) Idle() bool {
	named := len(r.Plan.Faults) + len(r.Plan.Pins)
	return named > 0 && len(r.Outcome.Report.Unmatched)+len(r.Outcome.Report.Missed) == named
}

// Pages are the further files of the run, such as its clients' history.
func (r Replayed) Pages() []Page {
	var pages []Page
	if r.Outcome.Pages != nil {
		pages = r.Outcome.Pages()
	}
	if log, lost := r.Log(); len(log) > 0 {
		text := strings.Join(log, "\n") + "\n"
		if lost > 0 {
			text = fmt.Sprintf("%s before these are left out\n", phrase.Plural(lost, "line", "lines")) + text
		}
		pages = append(pages, Page{Name: "log.txt", Title: "what properties have logged", Text: []byte(text)})
	}
	return pages
}

// settled reports whether it does not matter that a field of the plan took no effect: a fault does
// not if a property fails and the plan expects nothing, because then the replay fails anyway, and
// the property says more.
func (r *Replayed) settled(field string) bool {
	_, failed := r.Outcome.Failed()
	return failed && len(r.Plan.Expect) == 0 && !strings.HasPrefix(field, "pins")
}

// outside lists the assumptions that an expectation speaks of: those that the run
// breaks and that excuse a violation.
func (r *Replayed) outside() []string {
	var names []string
	for _, v := range r.Outcome.Violations {
		for _, need := range v.Needs {
			if slices.Contains(r.Outcome.Broken, need) && !slices.Contains(names, need) {
				names = append(names, need)
			}
		}
	}
	slices.Sort(names)
	return names
}
