package transcript

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// mostTold is how many faults and pins of a plan are told in words: that of an exploration
// pins all that happens.
const mostTold = 12

// Plan prints what a plan is for and what it injects.
func Plan(out io.Writer, plan faults.Plan) {
	if plan.Why != "" {
		fmt.Fprintln(out, plan.Why)
	}
	told := plan.Words()
	for i, text := range told[:min(len(told), mostTold)] {
		if i == 0 {
			fmt.Fprintln(out, "injected:")
		}
		fmt.Fprintln(out, "  "+text)
	}
	if more := len(told) - mostTold; more > 0 {
		fmt.Fprintf(out, "  and %d more\n", more)
	}
}

// Replayed prints what came of the i-th of n expectations of a plan. expected reports whether the plan expects
// anything.
func Replayed(out io.Writer, i, n int, r campaign.Replayed, expected bool) {
	if n > 1 {
		fmt.Fprintf(out, "expect[%d] ", i)
	}
	fmt.Fprintf(out, "with %s", campaign.Text(r.Plan.Config))
	if r.Plan.Patient {
		fmt.Fprint(out, ", no premature timeout")
	}
	fmt.Fprintln(out)
	for _, v := range r.Outcome.Violations {
		excuse := ""
		if r.Outcome.Excused(v) {
			excuse = " (which is not claimed: it breaks the assumptions)"
		}
		fmt.Fprintf(out, "  %s fails after event %d: %s%s\n", v.Property, v.Event, v.Why, excuse)
	}
	if len(r.Outcome.Violations) == 0 {
		fmt.Fprintln(out, "  every property holds")
	}
	if len(r.Outcome.Broken) > 0 {
		fmt.Fprintf(out, "  assumptions broken: %s\n", strings.Join(r.Outcome.Broken, ", "))
	}
	for _, line := range r.Effects() {
		fmt.Fprintf(out, "  %s\n", line)
	}
	report := r.Outcome.Report
	ended := ""
	if report.Ended {
		ended = ", when its goal had held for long enough"
	}
	fmt.Fprintf(out, "  %d events until %s%s, digest %s\n", report.Events, report.End, ended, report.Digest)
	for _, wrong := range r.Wrong {
		fmt.Fprintf(out, "  NOT AS EXPECTED: %s\n", wrong)
	}
	if expected && len(r.Wrong) == 0 {
		fmt.Fprintln(out, "  as expected")
	}
}

// otherwise tells in a line what came of an expectation that is not the first: what is set otherwise, and which
// properties fail.
func otherwise(i int, first, r campaign.Replayed) string {
	var was, is map[string]json.RawMessage
	if json.Unmarshal(first.Plan.Config, &was) != nil || json.Unmarshal(r.Plan.Config, &is) != nil {
		was, is = nil, nil
	}
	var set []string
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if before, there := was[name]; !there || campaign.Text(before) != campaign.Text(is[name]) {
			set = append(set, name+"="+campaign.Text(is[name]))
		}
	}
	if r.Plan.Patient != first.Plan.Patient {
		set = append(set, "no premature timeout")
	}
	var came []string
	for _, v := range r.Outcome.Violations {
		excuse := ""
		if r.Outcome.Excused(v) {
			excuse = ", which is not claimed"
		}
		came = append(came, fmt.Sprintf("%s fails after event %d%s", v.Property, v.Event, excuse))
	}
	if len(came) == 0 {
		came = []string{"every property holds"}
	}
	return fmt.Sprintf("expect[%d] with %s: %s", i, strings.Join(set, " "), strings.Join(came, "; "))
}
