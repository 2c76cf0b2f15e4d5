package campaign_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// shrunk is what must come of a plan.
type shrunk struct {
	plan     faults.Plan
	property string
	tries    int      // that it may take at most
	elements []string // by kind and process, those of copies by their numbers
	stop     int      // the rounds that are left at most
	settle   faults.Time
}

// described says what an element is about.
func described(k faults.Kind) string {
	switch k := k.(type) {
	case *faults.Crash:
		return "crash of " + k.Node.String()
	case *faults.Loss:
		return fmt.Sprintf("loss of %s→%s %d", k.Copy.From, k.Copy.To, k.Copy.Nth)
	case *faults.Hold:
		return fmt.Sprintf("hold of %s→%s %d", k.Copy.From, k.Copy.To, k.Copy.Nth)
	}
	return k.Name()
}

// elementsOf are the elements of a plan, as they are described.
func elementsOf(plan faults.Plan) []string {
	var list []string
	for _, f := range plan.Faults {
		list = append(list, described(f.Kind))
	}
	for _, pin := range plan.Pins {
		list = append(list, described(pin.Kind))
	}
	return list
}

// becomes shrinks a plan. What is left must be as it is to be, with delays of one length,
// and in a group of three: who fails, who is failed, and one more who is not heard of.
func (m shrunk) becomes(t *testing.T, p campaign.Harness) {
	t.Helper()
	if o, _ := beaten(t, m.plan); o.Report.Events < 3_000 || !o.Fails(m.property) {
		t.Fatalf("%d events, %v: no long run that fails", o.Report.Events, o.Violations)
	}
	small, err := campaign.Shrink(p, m.plan, m.property, 2_000, nil)
	if err != nil {
		t.Fatal(err)
	}
	plan := small.Plan
	cfg, err := parseBeat(plan.Config)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d elements after %d tries, the faults stop after %s", small.Elements, small.Tries, plan.Stop)
	if got := elementsOf(plan); !slices.Equal(got, m.elements) || !small.Whole || small.Tries > m.tries ||
		plan.Delay.Max != plan.Delay.Min || plan.Inputs.Max != plan.Inputs.Min || cfg.Nodes != 3 ||
		plan.Stop > faults.Time(m.stop)*rounds || plan.Settle != m.settle || plan.Rates.Any() || plan.Gap != 0 {
		t.Errorf("want %q in %d tries, %q:\n%s", m.elements, m.tries, got, campaign.PlanText(plan))
	}
	if o, _ := beaten(t, plan); !o.Fails(m.property) {
		t.Errorf("%s does not fail in\n%s", m.property, campaign.PlanText(plan))
	}
	for i := range plan.Faults {
		less := plan
		less.Faults = slices.Delete(slices.Clone(plan.Faults), i, i+1)
		if o, _ := beaten(t, less); o.Fails(m.property) {
			t.Errorf("without faults[%d] it fails too:\n%s", i, campaign.PlanText(plan))
		}
	}
}

// Plans of eight processes and fifty rounds, in each of which 56 beats are sent, come down to
// what the failure takes, at the beginning of a short run.
func TestShrinkRounds(t *testing.T) {
	crowd := beatPlan(beatConfig{Nodes: 8, Crowd: true}, 50,
		crash(3, 2*rounds, 3*rounds), crash(2, 12*rounds, 3*rounds),
		crash(0, 31*rounds+5*ms, 9*rounds), crash(1, 34*rounds+7*ms, 8*rounds),
		crash(6, 44*rounds, 2*rounds), crash(7, 45*rounds, rounds),
		&faults.Pause{Node: 4, Begin: 20 * rounds, End: 22 * rounds},
		&faults.OneWay{From: spec.Set{5}, To: spec.Set{6}, Begin: 3 * rounds, End: 5 * rounds},
	)
	crowd.Rates = faults.Rates{Loss: 20, Duplicate: 50, Reorder: 100, ReorderBy: 50 * ms}
	crowd.Gap = ms
	drawn := beatPlan(beatConfig{Nodes: 8}, 50)
	drawn.Rates = faults.Rates{Loss: 170, Duplicate: 50, Reorder: 100, ReorderBy: 50 * ms}
	late := beatPlan(beatConfig{Nodes: 8}, 50)
	for nth := 40; nth < 44; nth++ {
		late.Faults = append(late.Faults, faults.Fault{
			Kind: &faults.Loss{Copy: faults.MessageRef{Kind: "Beat", From: 1, To: 2, Nth: nth}},
		})
	}
	late.Settle = 100 * rounds
	slow := beatPlan(beatConfig{Nodes: 8}, 50)
	slow.Delay = faults.Delay{Shape: faults.LongTail, Min: ms, Max: 290 * ms}
	slow.Rates = drawn.Rates
	slow.Rates.Loss = 60
	lost := []string{"loss of 1→2 1", "loss of 1→2 2", "loss of 1→2 3"}
	again := beatPlan(beatConfig{Nodes: 8, Lives: 3}, 50,
		crash(2, 20*rounds, 2*rounds), crash(2, 30*rounds, 2*rounds),
		&faults.Pause{Node: 5, Begin: 21 * rounds, End: 23 * rounds},
		&faults.CrashIn{
			Step: faults.StepRef{Action: spec.Recover, Node: 2, Nth: 2}, Cut: 1, Down: new(2 * rounds),
		},
	)
	for name, m := range map[string]shrunk{
		"two crashes of many": {crowd, detects, 60, []string{"crash of 0", "crash of 1"}, 5, 10 * rounds},
		"losses are drawn":    {drawn, calm, 900, lost, 4, 10 * rounds},
		"losses are late":     {late, calm, 60, lost, 4, 10 * rounds},
		"one crashes again":   {again, few, 120, []string{"crash of 2", "crash of 2", "crashIn"}, 5, 10 * rounds},
		"delays matter too": {
			slow, calm, 2_000, []string{"loss of 2→0 1", "hold of 2→0 2", "hold of 2→0 3"}, 4, 10 * rounds,
		},
	} {
		t.Run(name, func(t *testing.T) { m.becomes(t, beatHarness()) })
	}
}

// Of a protocol without rounds nothing of this is tried: its plans come down as before.
func TestShrinkWithoutRounds(t *testing.T) {
	p := beatHarness()
	p.Draw = func(c campaign.Chooser, fixed map[string]json.RawMessage, b bool) (json.RawMessage, campaign.Shape) {
		config, shape := drawBeat(c, fixed, b)
		shape.Round = 0
		return config, shape
	}
	plan := crowded(4)
	plan.Settle = 20 * rounds
	small, err := campaign.Shrink(p, plan, detects, 2_000, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d elements after %d tries", small.Elements, small.Tries)
	if small.Plan.Stop != plan.Stop || small.Plan.Settle != plan.Settle {
		t.Errorf("shrunk to\n%s", campaign.PlanText(small.Plan))
	}
}

// What a campaign draws of a protocol with rounds, and finds, is a short run that replays: also
// where runs end when their goal has held.
func TestCampaignOfRounds(t *testing.T) {
	p := beatHarness()
	o := campaign.Options{Runs: 200, Seed: 1, Keep: 3, Tries: 2_000, Workers: 1, Fixed: map[string]json.RawMessage{
		"crowd": json.RawMessage("true"), "ends": json.RawMessage("3"),
	}}
	o.Done = func(_ *campaign.Result, fresh []campaign.Failure) error {
		for _, f := range fresh {
			plan := f.Minimal.Plan
			t.Logf("%s: %d elements after %d tries, from %s to %s",
				f.Violation.Property, f.Minimal.Elements, f.Minimal.Tries, f.Drawn.Stop, plan.Stop)
			all, err := campaign.Replay(p, plan)
			if err != nil || len(all[0].Wrong) > 0 || !f.Minimal.Whole || plan.Stop > min(f.Drawn.Stop, 6*rounds) {
				t.Errorf("%v, %v:\n%s", err, all, campaign.PlanText(plan))
			}
		}
		return nil
	}
	r, err := p.Campaign(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Failed[detects] == 0 || r.Failed[calm] == 0 || r.Passed() == 0 {
		t.Errorf("%v failed, %d passed", r.Failed, r.Passed())
	}
}
