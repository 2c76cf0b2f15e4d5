package campaigntest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/mutant"
)

// tries bounds the runs that making a failing plan small may take.
const tries = 2000

// failures is the folder for a test's failures.
func failures(t testing.TB) string {
	t.Helper()
	root, err := mutant.Root()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, "build", "failures", filepath.FromSlash(t.Name()))
}

// Judged runs a plan and holds every step against the specification. Where a property
// fails it makes the plan small, writes the failure's files below a folder, and
// returns what a reader needs to know; "" where all is well.
func Judged(p campaign.Protocol, plan faults.Plan, run int, dir string) (campaign.Outcome, string, error) {
	subject, err := p.Open(plan.Config)
	if err != nil {
		return campaign.Outcome{}, "", err
	}
	o, err := campaign.Run(subject, plan, true)
	if err != nil {
		return o, "", err
	}
	v, failed := o.Failed()
	if !failed {
		return o, "", nil
	}
	f, err := small(p, plan, v, run)
	if err != nil {
		return o, "", fmt.Errorf("%s fails (%s), and the plan cannot be made small: %w", v.Property, v.Why, err)
	}
	text, err := tell(f, dir)
	return o, text, err
}

// small makes a failing plan small, and says in it what is to be expected of it.
func small(p campaign.Protocol, plan faults.Plan, v campaign.Violation, run int) (campaign.Failure, error) {
	m, err := campaign.Minimise(p, plan, v.Property, tries, nil)
	if err != nil {
		return campaign.Failure{}, err
	}
	m.Plan.Why = fmt.Sprintf("run %d of a test, made small: %s fails", run, v.Property)
	m.Plan.Expect = []faults.Expect{{Violates: v.Property}}
	all, err := campaign.Replay(p, m.Plan)
	if err != nil {
		return campaign.Failure{}, err
	}
	o, expect := all[0].Outcome, &m.Plan.Expect[0]
	expect.Digest = o.Report.Digest
	for _, again := range o.Violations {
		if again.Property == v.Property {
			v = again
		}
		for _, need := range again.Needs {
			if slices.Contains(o.Broken, need) && !slices.Contains(expect.Outside, need) {
				expect.Outside = append(expect.Outside, need)
			}
		}
	}
	slices.Sort(expect.Outside)
	return campaign.Failure{Run: run, Violation: v, Drawn: plan, Minimal: m, Replayed: all[0]}, nil
}

// tell writes the failure's files below a folder and returns what a reader needs to
// know.
func tell(f campaign.Failure, dir string) (string, error) {
	if err := f.Write(dir); err != nil {
		return "", err
	}
	file := filepath.Join(dir, f.Dir(), campaign.PlanFile)
	if root, err := mutant.Root(); err == nil && strings.HasPrefix(file, root+string(filepath.Separator)) {
		file = file[len(root)+1:]
	}
	broken := "none"
	if list := f.Replayed.Outcome.Broken; len(list) > 0 {
		broken = strings.Join(list, ", ")
	}
	why, _, _ := strings.Cut(f.Violation.Why, "\n")
	return fmt.Sprintf("%s fails: %s\n"+
		"  assumptions broken: %s\n"+
		"  seed:   %d\n"+
		"  plan:   %s, made small: %d faults and pins\n"+
		"  replay: go run ./cmd/scrutineer replay %s (at the repository's root)",
		f.Violation.Property, why, broken, f.Drawn.Seed, file, f.Minimal.Elements, file), nil
}
