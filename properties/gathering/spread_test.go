package gathering

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/properties/polling"
)

// Without faults, and if requests are in time, two workers seldom poll by different divisions for longer than Spread,
// though some join and leave and all begin sessions: a replica that joins while another one does may stay unknown to it
// until the next session. In some of these runs divisions differ for longer than a millisecond.
func TestSpreadWithoutFaults(t *testing.T) {
	p := Protocol().Registered().Campaigns()
	breaks := func(plan faults.Plan, assumption string) bool {
		subject, err := p.Open(plan.Config)
		if err != nil {
			t.Fatal(err)
		}
		o, err := campaign.Run(subject, plan, false)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(o.Broken, assumption)
	}
	inTime, differ, longer := 0, 0, 0
	for run := range uint64(60) {
		plan := campaign.Draw(p, campaign.Keyed(5, run), nil)
		plan.Faults, plan.Rates, plan.Pins = nil, faults.Rates{}, nil
		if breaks(plan, polling.AssumeInTime) {
			continue
		}
		inTime++
		if breaks(plan, assumeViews) {
			longer++
			t.Logf("run %d: divisions differ for longer than the spread in %s", run, plan.Config)
		}
		var cfg map[string]json.RawMessage
		if err := json.Unmarshal(plan.Config, &cfg); err != nil {
			t.Fatal(err)
		}
		cfg["spread"] = json.RawMessage("1")
		if plan.Config = campaign.JSON(cfg); breaks(plan, assumeViews) {
			differ++
		}
	}
	t.Logf("%d runs are in time; in %d divisions differ, in %d for longer than the spread", inTime, differ, longer)
	if inTime < 40 || differ < 8 {
		t.Error("so few runs say nothing")
	}
	if longer > inTime/20 {
		t.Error("the spread is too short")
	}
}
