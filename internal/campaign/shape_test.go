package campaign_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// shaped draws plans for a shape: when the faults stop, and how often, and the last plan.
func shaped(t *testing.T, change func(*campaign.Shape)) (map[faults.Time]int, faults.Plan) {
	t.Helper()
	p := beatHarness()
	draw := p.Draw
	p.Draw = func(c campaign.Chooser, fixed map[string]json.RawMessage, b bool) (json.RawMessage, campaign.Shape) {
		config, shape := draw(c, fixed, b)
		change(&shape)
		return config, shape
	}
	stops, plan := map[faults.Time]int{}, faults.Plan{}
	for run := range uint64(300) {
		plan = campaign.Draw(p, campaign.Keyed(1, run), nil)
		stops[plan.Stop]++
		subject, err := p.Open(plan.Config)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := plan.Check(subject.Cluster.Nodes, subject.Cluster.Failures); err != nil {
			t.Fatalf("run %d: %v", run, err)
		}
	}
	return stops, plan
}

// A protocol with rounds has its runs drawn in rounds, and delays that leave it time to
// settle; what it leaves open is counted in timeouts.
func TestShape(t *testing.T) {
	for _, c := range []struct {
		name                string
		change              func(*campaign.Shape)
		least, most, settle faults.Time
		step                faults.Time
	}{
		{
			"in rounds", func(s *campaign.Shape) { s.Round, s.Rounds, s.Settle = 7*ms, 9, 5 },
			7 * ms, 63 * ms, 35 * ms, 7 * ms,
		},
		{"no rounds", func(s *campaign.Shape) { s.Round = 0 }, 2 * rounds, 6 * rounds, 40 * rounds, rounds},
		{"open", func(s *campaign.Shape) { s.Rounds, s.Settle = 0, 0 }, 2 * rounds, 6 * rounds, 40 * rounds, rounds},
	} {
		t.Run(c.name, func(t *testing.T) {
			stops, plan := shaped(t, c.change)
			for stop := c.least; stop <= c.most; stop += c.step {
				if stops[stop] == 0 {
					t.Errorf("of 300 runs the faults of none stop at %s", stop)
				}
				delete(stops, stop)
			}
			if len(stops) > 0 || plan.Settle != c.settle {
				t.Errorf("faults also stop at %v; %s to settle, want %s", stops, plan.Settle, c.settle)
			}
		})
	}
}

// Flaps are drawn last, among those who may, some of them for ever and some not: without those
// who may the plan is the same but for them. None is drawn where processes do not recover.
func TestShapeDrawsFlaps(t *testing.T) {
	may := spec.NewSet[spec.NodeID](1, 2)
	for _, failures := range []spec.Failures{spec.CrashStop, spec.MessagesWait, spec.MessagesVanish} {
		draw := func(run uint64, may spec.Set) faults.Plan {
			p := beatHarness()
			inner := p.Draw
			p.Draw = func(c campaign.Chooser, f map[string]json.RawMessage, b bool) (json.RawMessage, campaign.Shape) {
				config, shape := inner(c, f, b)
				shape.Nodes, shape.MayCrash, shape.Failures, shape.MayFlap = 3, spec.AllNodes(3), failures, may
				return config, shape
			}
			plan := campaign.Draw(p, campaign.Keyed(3, run), nil)
			if _, err := plan.Check(3, failures); err != nil {
				t.Fatalf("run %d: %v", run, err)
			}
			return plan
		}
		plans, ends, forever, two := 0, 0, 0, 0
		for run := range uint64(300) {
			without, with := draw(run, nil), draw(run, may)
			flaps := with.Faults[len(without.Faults):]
			with.Faults = with.Faults[:len(without.Faults)]
			if d := cmp.Diff(string(campaign.PlanText(without)), string(campaign.PlanText(with))); d != "" {
				t.Fatalf("run %d is another one: %s", run, d)
			}
			plans, two = plans+min(len(flaps), 1), two+len(flaps)/2
			for _, f := range flaps {
				flap := f.Kind.(*faults.Flap)
				if !may.Has(flap.Node) {
					t.Errorf("run %d: %s flaps", run, flap.Node)
				}
				if flap.Forever {
					forever++
				} else {
					ends++
				}
			}
		}
		enough := min(plans, two, forever, ends) >= 10
		if enough != failures.Recovers() || !enough && plans > 0 {
			t.Errorf("%s: %d plans of 300, %d with two; %d for ever, %d not", failures, plans, two, forever, ends)
		}
	}
}
