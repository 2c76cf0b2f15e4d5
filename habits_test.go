package scrutineer_test

import (
	"encoding/json"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// teaming is a protocol of two to five processes, which are told to go only in other configurations than the default.
// More configurations differ in nothing.
func teaming(more int) scrutineer.Protocol[Sleepy] {
	type config struct {
		Nodes int  `json:"nodes"`
		Goes  bool `json:"goes"`
		More  int  `json:"more"`
	}
	p := sleeping(false)
	p.Wire = []any{Go{}, Gone{}}
	inputs := p.Inputs
	p.Config = scrutineer.Configs[config, Sleepy]{
		Default: config{Nodes: 2},
		Draw: func(c scrutineer.Chooser) config {
			nodes := 2 + c.Choose("nodes", 4)
			return config{nodes, nodes > 2, c.Choose("more", more)}
		},
		Apply: func(c config, p *scrutineer.Protocol[Sleepy]) error {
			p.Nodes, p.Inputs = c.Nodes, nil
			if c.Goes {
				p.Inputs = inputs
			}
			return nil
		},
	}
	p.New = func(id scrutineer.NodeID, n int) scrutineer.Node { return &sleeper{id: id, nodes: n} }
	return p
}

// Crashes are drawn after the steps, and at the processes, of the configuration that is drawn, also if there are many.
func TestStepsOfDrawnConfigurations(t *testing.T) {
	for _, more := range []int{1, 1000} {
		h := teaming(more).Registered().Campaigns()
		after, at := 0, map[spec.NodeID]int{}
		for run := range uint64(3000) {
			plan := campaign.Draw(h, campaign.Keyed(1, run), nil)
			var c struct {
				Nodes int `json:"nodes"`
			}
			if err := json.Unmarshal(plan.Config, &c); err != nil {
				t.Fatal(err)
			}
			for _, f := range plan.Faults {
				step := stepOf(f.Kind)
				if step == nil {
					continue
				}
				at[step.Node]++
				if step.Action != "Go" || c.Nodes == 2 {
					t.Errorf("of %d processes: %s", c.Nodes, f.Words())
				}
				after++
			}
			if again := campaign.Draw(h, campaign.Keyed(1, run), nil); string(campaign.PlanText(again)) !=
				string(campaign.PlanText(plan)) {
				t.Fatalf("run %d is drawn otherwise the second time", run)
			}
		}
		if after < 100 || at[4] < 10 {
			t.Errorf("one of %d: %d crashes come after a step, at %v", more, after, at)
		}
	}
}

// stepOf is the step that a crash comes after or within, nil if there is none.
func stepOf(kind faults.Kind) *faults.StepRef {
	switch kind := kind.(type) {
	case *faults.Crash:
		return kind.After
	case *faults.CrashIn:
		return &kind.Step
	}
	return nil
}
