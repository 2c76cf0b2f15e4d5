package campaign_test

import (
	"encoding/json"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
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
