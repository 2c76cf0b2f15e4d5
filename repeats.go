package scrutineer

import (
	"cmp"
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// twice is how many runs are run twice.
const twice = 5

// repeats runs a few plans again: where the same plan gives another run, nothing that was found
// could be replayed. The second runs are guarded.
func (c *checking) repeats() bool {
	c.Helper()
	o := campaign.Options{Seed: c.seed}
	guarded, err := c.instance.guarded()
	if err != nil {
		c.Errorf("%v", err)
		return false
	}
	for run := range min(twice, c.runs) {
		plan := c.harness.PlanOf(o, run).MayMiss()
		first, err := c.replayed(c.harness, plan)
		again, other := c.replayed(guarded.Harness, plan)
		if err = cmp.Or(err, other); err != nil {
			c.Errorf("run %d of seed %d: %v", run, c.seed, err)
			return false
		}
		if wrong := cmp.Or(guarded.changed(), guarded.late()); wrong != "" {
			c.Errorf("run %d of seed %d: %s", run, c.seed, wrong)
			return false
		}
		if where := parts(first[0], again[0]); where != "" {
			c.Errorf("run %d of seed %d comes out otherwise the second time: %s\n  a process must be a function of "+
				"its State and of the event: no clock but Event.Now, no randomness, no order of a map, nothing "+
				"that processes share", run, c.seed, where)
			return false
		}
	}
	return true
}

// parts says where two runs part, "" for nowhere.
func parts(a, b campaign.Replayed) string {
	if a.Outcome.Report.Digest == b.Outcome.Report.Digest {
		return ""
	}
	for i := range min(len(a.Trace), len(b.Trace)) {
		if x, y := campaign.Text(a.Trace[i]), campaign.Text(b.Trace[i]); x != y {
			return fmt.Sprintf("event %d is %s, was %s", a.Trace[i].N, y, x)
		}
	}
	if len(a.Trace) == len(b.Trace) {
		return "the events are the same, and what processes have in their states at the end is not"
	}
	return fmt.Sprintf("%d events and not %d, or what processes have in their states at the end",
		len(b.Trace), len(a.Trace))
}
