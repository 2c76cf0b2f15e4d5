package ctolerant

import (
	"path/filepath"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// What meets nothing is no part of a small plan, also where the tries have run out:
// with it the plan could not be replayed.
func TestSmallPlansHoldNothingIdle(t *testing.T) {
	plan, err := campaign.ReadPlan(filepath.Join(corpus, "x1-agreement.json"))
	if err != nil {
		t.Fatal(err)
	}
	plan.Expect = nil
	idle := faults.MessageRef{Kind: "Query", From: 2, To: 0, Nth: 99}
	plan.Faults = append(plan.Faults, faults.Fault{Kind: &faults.Loss{Copy: idle}})
	plan.Pins = append(plan.Pins, faults.Pin{Kind: &faults.DelayPin{Copy: idle}})
	small, err := campaign.Shrink(Protocol().Registered().Campaigns(), plan, Agreement, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(small.Plan.Faults) + len(small.Plan.Pins); n != 2 || small.Whole {
		t.Errorf("%d faults and pins, whole %t: want the 2 of X1, and that one try was not enough:\n%s",
			n, small.Whole, campaign.PlanText(small.Plan))
	}
	small.Plan.Expect = []faults.Expect{{Violates: Agreement}}
	if _, err := campaign.Replay(Protocol().Registered().Campaigns(), small.Plan); err != nil {
		t.Error(err)
	}
}
