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

// Plan prints what a plan is for and what it injects.
func Plan(out io.Writer, plan faults.Plan) {
	if plan.Why != "" {
		fmt.Fprintln(out, plan.Why)
	}
	told := plan.Words()
	for i, text := range told[:min(len(told), campaign.MostNamed)] {
		if i == 0 {
			fmt.Fprintln(out, "injected:")
		}
		fmt.Fprintln(out, "  "+text)
	}
	if more := len(told) - campaign.MostNamed; more > 0 {
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
		fmt.Fprintf(out, "  %s fails after event %d: %s%s\n", v.Property, v.Event, v.Why,
			excuse(r, v, " (which is not claimed: it breaks the assumptions)"))
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
	digest := ""
	if report.Digest != "" {
		digest = ", digest " + report.Digest
	}
	fmt.Fprintf(out, "  %d events until %s%s%s\n", report.Events, report.End, ended, digest)
	for _, wrong := range r.Wrong {
		fmt.Fprintf(out, "  NOT AS EXPECTED: %s\n", wrong)
	}
	if expected && len(r.Wrong) == 0 {
		fmt.Fprintln(out, "  as expected")
	}
}

// excuse returns a text if a violation breaks the assumptions, else "".
func excuse(r campaign.Replayed, v campaign.Violation, text string) string {
	if r.Outcome.Excused(v) {
		return text
	}
	return ""
}

// otherwise returns a line about a later expectation: the fields of its configuration that differ from the first one,
// and the properties that fail.
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
		came = append(came, fmt.Sprintf("%s fails after event %d%s", v.Property, v.Event,
			excuse(r, v, ", which is not claimed")))
	}
	if len(came) == 0 {
		came = []string{"every property holds"}
	}
	return fmt.Sprintf("expect[%d] with %s: %s", i, strings.Join(set, " "), strings.Join(came, "; "))
}
