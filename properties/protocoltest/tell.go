package protocoltest

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/output"
)

// tries bounds the runs that making a failing plan small may take.
const tries = 2000

// Judged runs a plan and holds every step against the specification. Where a property
// fails it shrinks the plan, writes the failure's files below a folder, and
// returns what a reader needs to know; "" where all is well. A relative dir is below
// build/failures of the repository.
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
	why := fmt.Sprintf("run %d of a test, shrunk: %s fails", run, v.Property)
	f, err := p.NewFailure(run, plan, v, why, tries, nil)
	if err != nil {
		return o, "", fmt.Errorf("%s fails (%s), and the plan cannot be shrunk: %w", v.Property, v.Why, err)
	}
	text, err := tell(f, dir)
	return o, text, err
}

// tell writes the failure's files below a folder and returns what a reader needs to
// know.
func tell(f campaign.Failure, dir string) (string, error) {
	root, err := checkout.Root()
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, "build", "failures", dir)
	}
	held, err := output.Hold(dir, "run one of them at a time", nil)
	if err != nil {
		return "", err
	}
	defer held.Release()
	if err := f.Write(held); err != nil {
		return "", err
	}
	file := filepath.Join(dir, f.Dir(), campaign.PlanFile)
	file = strings.TrimPrefix(file, root+string(filepath.Separator))
	broken := "none"
	if list := f.Replayed.Outcome.Broken; len(list) > 0 {
		broken = strings.Join(list, ", ")
	}
	why, _, _ := strings.Cut(f.Violation.Why, "\n")
	return fmt.Sprintf("%s fails: %s\n"+
		"  assumptions broken: %s\n"+
		"  seed:   %d\n"+
		"  plan:   %s, shrunk: %d faults and pins\n"+
		"  replay: go run ./cmd/scrutineer replay %s (at the repository's root)",
		f.Violation.Property, why, broken, f.Drawn.Seed, file, f.Minimal.Elements, file), nil
}
