package vote

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// A voter that goes on to crash for ever is not up, also where the run ends while it is.
func TestWhoFlapsForeverIsNotUp(t *testing.T) {
	for _, forever := range []bool{false, true} {
		ms := func(n int) faults.Time { return faults.Time(n) * faults.Time(time.Millisecond) }
		plan := faults.Plan{
			Version: faults.PlanVersion, Protocol: "vote", Stop: ms(20), Settle: ms(100),
			Config: json.RawMessage(`{"nodes":3,"candidates":[0,1],"voters":[2],"ask":1}`),
			Faults: []faults.Fault{{Kind: &faults.Flap{
				Node: 2, Begin: ms(10), Up: faults.Delay{Min: ms(40)}, Down: faults.Delay{Min: ms(1)}, Forever: forever,
			}}},
		}
		p := Protocol().Registered().Campaigns()
		subject, err := p.Open(plan.Config)
		if err != nil {
			t.Fatal(err)
		}
		o, err := campaign.Run(subject, plan, true)
		if err != nil || slices.Contains(o.Ends(), "down") || slices.Contains(o.Broken, "AllUp") != forever {
			t.Errorf("for ever: %t, ends %q, broken %q, %v", forever, o.Ends(), o.Broken, err)
		}
	}
}
