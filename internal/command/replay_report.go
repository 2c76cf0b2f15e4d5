package command

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// replayReport is what replay writes for other programs.
type replayReport struct {
	header
	File       string        `json:"file"`
	Protocol   string        `json:"protocol"`
	AsExpected bool          `json:"asExpected"`
	Runs       []replayedRun `json:"runs"`
}

// replayedRun is what came of the plan as one of its expectations changes it.
type replayedRun struct {
	Config     json.RawMessage `json:"config"`
	Patient    bool            `json:"patient,omitempty"`
	Violations []replayedFault `json:"violations"`
	// Faults counts, for each kind, how often one took effect. Missed are the faults and pins of the
	// plan that took none.
	Faults map[string]int `json:"faults"`
	Missed []string       `json:"missed"`
	// Outside are the assumptions that the run broke.
	Outside []string `json:"outside"`
	Events  int      `json:"events"`
	End     string   `json:"end"`
	Digest  string   `json:"digest"`
	// Wrong says what is not as it must be.
	Wrong []string `json:"wrong"`
}

// replayedFault is a property that failed.
type replayedFault struct {
	Property string `json:"property"`
	Event    int    `json:"event"`
	Why      string `json:"why"`
	// Excused tells that the run broke what the property needs.
	Excused bool `json:"excused,omitempty"`
}

func replayReportOf(file string, plan faults.Plan, all []campaign.Replayed) replayReport {
	report := replayReport{header: headerOf("replay"), File: file, Protocol: plan.Protocol, AsExpected: true}
	for _, r := range all {
		run := replayedRun{
			Config: r.Plan.Config, Patient: r.Plan.Patient, Violations: []replayedFault{},
			Faults:  r.Outcome.Report.Happened,
			Missed:  slices.Concat([]string{}, r.Outcome.Report.Unmatched, r.Outcome.Report.Missed),
			Outside: append([]string{}, r.Outcome.Broken...), Events: r.Outcome.Report.Events,
			End: r.Outcome.Report.End.String(), Digest: r.Outcome.Report.Digest,
			Wrong: append([]string{}, wrongIn(r, len(plan.Expect) > 0)...),
		}
		for _, v := range r.Outcome.Violations {
			run.Violations = append(run.Violations, replayedFault{v.Property, v.Event, v.Why, r.Outcome.Excused(v)})
		}
		report.AsExpected = report.AsExpected && len(run.Wrong) == 0
		report.Runs = append(report.Runs, run)
	}
	return report
}

// replayResults are what came of the expectations of a plan.
func replayResults(file, protocol string, all []campaign.Replayed, expects bool) []verify.Outcome {
	var results []verify.Outcome
	for i, r := range all {
		judged := verify.Outcome{Protocol: protocol, Name: filepath.ToSlash(file)}
		if expects {
			judged.Name = fmt.Sprintf("%s/expect[%d]", judged.Name, i)
		}
		judged.Failures = verify.InFile(file, wrongIn(r, expects))
		results = append(results, judged)
	}
	return results
}

// wrongIn says what is not as it must be in one run of a plan, which without an expectation must
// violate nothing that is claimed.
func wrongIn(r campaign.Replayed, expects bool) []string {
	if _, failed := r.Outcome.Failed(); expects || !failed {
		return r.Wrong
	}
	var whys []string
	for _, v := range r.Outcome.Violations {
		if !r.Outcome.Excused(v) {
			whys = append(whys, fmt.Sprintf("%s fails after event %d: %s", v.Property, v.Event, v.Why))
		}
	}
	return whys
}
