package protocoltest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/planted/catch"
	"github.com/scrutineer-go/scrutineer/internal/planted/workshop"
)

// findsPlanted runs a campaign with the program that has the bug in it. The property must
// fail in one of the runs, and the plan that is made of the first such run must have
// exactly the known number of faults and pins, fail again, pass as soon as any one of them
// is omitted, and pass with the correct program.
func findsPlanted(t *testing.T, p campaign.Harness, program workshop.Program, bug caught) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "campaign")
	out, _ := program.Command(bug.Args("", "", dir)...).CombinedOutput()
	found, ok := foundPlanted(t, dir, bug.Property)
	if !ok {
		t.Fatalf("%s was not found:\n%s", bug.Property, out)
	}
	t.Logf("%s fails in run %d of %d of seed %d; shrunk in %d of %d tries: %d faults and pins",
		bug.Property, found.Run+1, catch.Runs, bug.Seed, found.Tries, catch.Tries, found.Elements)
	file := filepath.Join(dir, found.Dir, campaign.PlanFile)
	plan, err := campaign.ReadPlan(file)
	if err != nil {
		t.Fatal(err)
	}
	text := campaign.PlanText(plan)
	if n := len(plan.Faults) + len(plan.Pins); n != bug.Elements || found.Tries > catch.Tries {
		t.Errorf("shrunk in %d tries it has %d faults and pins, the known least is %d:\n%s",
			found.Tries, n, bug.Elements, text)
	}
	if fails := replayFails(t, program, plan); !fails[bug.Property] {
		t.Errorf("replayed, %s does not fail, but %v:\n%s", bug.Property, fails, text)
	}
	if len(plan.Faults)+len(plan.Pins) > 3*bug.Elements {
		return // far from small: nothing more to be learnt from it
	}
	for name, less := range oneLess(plan) {
		if fails := replayFails(t, program, less); len(fails) > 0 {
			t.Errorf("without %s the plan still fails: %v\n%s", name, fails, text)
		}
	}
	passes(t, p, plan)
}

// refusesPlanted runs a campaign with refinement with the program that has the bug in it. It
// must end with status 1, and the replay of what it found must say that Refines fails, with
// every text that the row names.
func refusesPlanted(t *testing.T, program workshop.Program, bug caught) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "campaign")
	out, err := program.Command(bug.Args("", "", dir)...).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%s survived: %v\n%s", bug.ID, err, out)
	}
	found, ok := foundPlanted(t, dir, campaign.Refines)
	if !ok {
		t.Fatalf("Refines does not fail:\n%s", out)
	}
	out, err = program.Command("replay", filepath.Join(dir, found.Dir, campaign.PlanFile)).CombinedOutput()
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("replay: %v, want status 1", err)
	}
	bug.says(t, string(out), "Refines fails", "the specification's state before: {Alive:")
}

// foundPlanted reads the first failure of the property in a campaign's result.
func foundPlanted(t *testing.T, dir, property string) (campaign.FailureSummary, bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, campaign.ResultFile))
	if err != nil {
		t.Fatal(err)
	}
	var result campaign.Result
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Failures {
		if f.Property == property {
			return f, true
		}
	}
	return campaign.FailureSummary{}, false
}

var failsLine = regexp.MustCompile(`(?m)^  (\w+) fails after event.*$`)

// replayFails replays a plan with a program and returns the properties that fail,
// refinement aside, which no changed program passes.
func replayFails(t *testing.T, program workshop.Program, plan faults.Plan) map[string]bool {
	t.Helper()
	plan.Expect = nil
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, campaign.PlanText(plan), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := program.Command("replay", file).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() > 1 {
		t.Fatalf("replay ends with status %d:\n%s", exit.ExitCode(), out)
	}
	fails := map[string]bool{}
	for _, match := range failsLine.FindAllStringSubmatch(string(out), -1) {
		if match[1] != campaign.Refines && !strings.Contains(match[0], "not claimed") {
			fails[match[1]] = true
		}
	}
	return fails
}

// oneLess returns the plan without each one of its faults and pins.
func oneLess(plan faults.Plan) map[string]faults.Plan {
	plans := map[string]faults.Plan{}
	plan = plan.MayMiss() // what one of them waits for may now not happen
	for i := range plan.Faults {
		less := plan
		less.Faults = append(append([]faults.Fault{}, plan.Faults[:i]...), plan.Faults[i+1:]...)
		plans[fmt.Sprintf("faults[%d]", i)] = less
	}
	for i := range plan.Pins {
		less := plan
		less.Pins = append(append([]faults.Pin{}, plan.Pins[:i]...), plan.Pins[i+1:]...)
		plans[fmt.Sprintf("pins[%d]", i)] = less
	}
	return plans
}

// passes checks that the plan passes with the program as it is.
func passes(t *testing.T, p campaign.Harness, plan faults.Plan) {
	t.Helper()
	subject, err := p.Open(plan.Config)
	if err != nil {
		t.Fatal(err)
	}
	o, err := campaign.Run(subject, plan, true)
	if err != nil {
		t.Fatal(err)
	}
	if v, failed := o.Failed(); failed {
		t.Errorf("with the correct program %s fails too: %s", v.Property, v.Why)
	}
}
