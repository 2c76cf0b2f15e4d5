package protocoltest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/output"
)

// tries bounds the runs that making a failing plan small may take.
const tries = 2000

// failures is the folder for a test's failures.
func failures(t testing.TB) string {
	t.Helper()
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, "build", "failures", filepath.FromSlash(t.Name()))
}

// Judged runs a plan and holds every step against the specification. Where a property
// fails it minimises the plan, writes the failure's files below a folder, and
// returns what a reader needs to know; "" where all is well.
func Judged(p campaign.Harness, plan faults.Plan, run int, dir string) (campaign.Outcome, string, error) {
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
	why := fmt.Sprintf("run %d of a test, minimised: %s fails", run, v.Property)
	f, err := p.NewFailure(run, plan, v, why, tries, nil)
	if err != nil {
		return o, "", fmt.Errorf("%s fails (%s), and the plan cannot be minimised: %w", v.Property, v.Why, err)
	}
	text, err := tell(f, dir)
	return o, text, err
}

// tell writes the failure's files below a folder and returns what a reader needs to
// know.
func tell(f campaign.Failure, dir string) (string, error) {
	held, err := output.Hold(dir, "run one of them at a time", nil)
	if err != nil {
		return "", err
	}
	defer held.Release()
	if err := f.Write(held); err != nil {
		return "", err
	}
	file := filepath.Join(dir, f.Dir(), campaign.PlanFile)
	if root, err := checkout.Root(); err == nil && strings.HasPrefix(file, root+string(filepath.Separator)) {
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
		"  plan:   %s, minimised: %d faults and pins\n"+
		"  replay: go run ./cmd/scrutineer replay %s (at the repository's root)",
		f.Violation.Property, why, broken, f.Drawn.Seed, file, f.Minimal.Elements, file), nil
}
