package protocoltest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/internal/verify"
)

// childTrace tells a child the name of the plan whose trace it is to write. Without one it writes all digests.
const childTrace = "SCRUTINEER_CHILD_TRACE"

// Deterministic demands that plans of all protocols, of their corpora and drawn ones, give
// the same runs in another process with one processor.
func Deterministic(t *testing.T, all []verify.Protocol) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	same(t, all, machine{"another process with one processor", func(*testing.T) string { return self }, "GOMAXPROCS=1"})
}

// DeterministicElsewhere demands that the plans give the same runs on a 32-bit machine, and under the race
// detector. Each builds the package's tests once more, for all protocols together.
func DeterministicElsewhere(t *testing.T, all []verify.Protocol) {
	same(t, all, machine{name: "32 bits", program: checkout.Build386},
		machine{name: "race detector", program: checkout.BuildRace})
}

// machine is where the plans run too: a program of these tests.
type machine struct {
	name    string
	program func(t *testing.T) string
	env     string
}

// same demands that the plans give the same runs on these machines.
func same(t *testing.T, all []verify.Protocol, machines ...machine) {
	t.Helper()
	var protocols []campaign.Harness
	var plans []aPlan
	for _, p := range all {
		protocols = append(protocols, p.Campaigns())
		plans = append(plans, plansOf(t, p.Campaigns())...)
	}
	if checkout.Write(t, func() string { return child(t, protocols, plans) }) {
		return
	}
	here := digests(t, protocols, plans, 1)
	for _, m := range machines {
		t.Run(m.name, func(t *testing.T) {
			program := m.program(t)
			output := func(tracing string) string {
				return checkout.Written(t, program, m.env, childTrace+"="+tracing)
			}
			there := output("")
			if there == here {
				return
			}
			for i, line := range strings.Split(there, "\n") {
				if lines := strings.Split(here, "\n"); i >= len(lines) || line != lines[i] {
					explain(t, plans, i, output)
					return
				}
			}
			t.Errorf("other plans are run there:\n%s\nand here:\n%s", there, here)
		})
	}
}

// aPlan is a plan with a name.
type aPlan struct {
	of   campaign.Harness
	name string
	plan faults.Plan
}

// How many plans are drawn by key and of bytes at night, and how many runs a campaign has.
const (
	byKey   = 15
	byBytes = 10
	byRuns  = 20
)

// drawn returns the number of plans or of runs: that of the night, half of it by day, and a fifth in short mode.
func drawn(most int) int { return shorter(nightly.Size(most, most/2), most/5) }

// plansOf returns the plans that are compared: every expectation of the corpus, and
// drawn ones.
func plansOf(t *testing.T, p campaign.Harness) []aPlan {
	t.Helper()
	corpus, err := campaign.ReadOwnCorpus(p)
	if err != nil {
		t.Fatal(err)
	}
	var plans []aPlan
	for _, planned := range corpus {
		plan := planned.Plan
		for i, expect := range plan.Expect {
			variant, err := campaign.Variant(plan, expect)
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%s: %s expect[%d]", p.Name, filepath.Base(planned.File), i)
			plans = append(plans, aPlan{p, name, variant})
		}
	}
	for run := range drawn(byKey) {
		name := fmt.Sprintf("%s: run %d of seed 3", p.Name, run)
		plans = append(plans, aPlan{p, name, p.PlanOf(campaign.Options{Seed: 3}, run)})
	}
	for seed := range uint64(drawn(byBytes)) {
		plan := campaign.Draw(p, campaign.Bytes(draw.New(seed).Bytes(200)), nil)
		plans = append(plans, aPlan{p, fmt.Sprintf("%s: bytes %d", p.Name, seed), plan})
	}
	return plans
}

// child returns what a child is to write.
func child(t *testing.T, protocols []campaign.Harness, plans []aPlan) string {
	t.Helper()
	name := os.Getenv(childTrace)
	if name == "" {
		return digests(t, protocols, plans, 4)
	}
	i := slices.IndexFunc(plans, func(plan aPlan) bool { return plan.name == name })
	if i < 0 {
		t.Fatalf("no plan is called %q", name)
	}
	return trace(t, plans[i])
}

// digests runs the plans and returns a line for each: its name, the digest of its
// run, and what the judge says. The last lines are those of a campaign of each protocol
// with so many workers.
func digests(t *testing.T, protocols []campaign.Harness, plans []aPlan, workers int) string {
	t.Helper()
	var lines strings.Builder
	for _, plan := range plans {
		o := run(t, plan)
		fmt.Fprintf(&lines, "%s: %s %s\n", plan.name, o.Report.Digest, campaign.Text(o.Finding))
	}
	for _, p := range protocols {
		o := campaign.Options{Runs: drawn(byRuns), Seed: 4, Refine: true, Workers: workers}
		r, err := p.Campaign(t.Context(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, "%s: campaign: %s\n", p.Name, campaign.Text(r))
	}
	return lines.String()
}

func run(t *testing.T, plan aPlan, observers ...world.Observer) campaign.Outcome {
	t.Helper()
	subject, err := plan.of.Open(plan.plan.Config)
	if err != nil {
		t.Fatal(err)
	}
	o, err := campaign.Run(subject, plan.plan, true, observers...)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// trace returns the plan and the events of its run, a line each.
func trace(t *testing.T, plan aPlan) string {
	t.Helper()
	var lines strings.Builder
	fmt.Fprintln(&lines, campaign.Text(plan.plan))
	run(t, plan, eventLines{&lines})
	return lines.String()
}

// eventLines writes all of each event, how long timers run included.
type eventLines struct{ out *strings.Builder }

// Observe writes a line.
func (l eventLines) Observe(_ *world.World, e *world.Event) {
	fmt.Fprintln(l.out, campaign.Text(e.Line()), campaign.Text(e.Effects))
}

// explain says where the run of the i-th plan differs from the child's.
func explain(t *testing.T, plans []aPlan, i int, there func(tracing string) string) {
	t.Helper()
	if i >= len(plans) {
		t.Error("every plan gives the same run there, and a campaign does not")
		return
	}
	plan := plans[i]
	t.Errorf("%s gives another run there: %s\nthe plan: %s",
		plan.name, difference(trace(t, plan), there(plan.name)), campaign.Text(plan.plan))
}

// difference says in which line two traces with the plan in front differ.
func difference(here, there string) string {
	a, b := strings.Split(here, "\n"), strings.Split(there, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "", ""
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		switch {
		case x == y:
		case i == 0:
			return "another plan is drawn\nhere:  " + x + "\nthere: " + y
		default:
			return fmt.Sprintf("event %d is another one\nhere:  %s\nthere: %s", i, x, y)
		}
	}
	return "all events are the same, and the states at the end or what the judge says are not"
}
