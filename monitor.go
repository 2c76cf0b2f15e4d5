package scrutineer

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Judge watches one run, event by event, and returns its findings at the end.
type Judge = campaign.Judge

// What a Judge finds.
type (
	// Finding is what a [Judge] returns at the end of a run: Violations in the order of events; Broken, the assumptions
	// that the run has broken; Seen, the witnesses.
	Finding = campaign.Finding
	// Violation is a property that failed in a run: Property, its name; Why, a sentence; Event, the number of the event
	// after which it failed; Needs, the assumptions without which it is not claimed.
	Violation = campaign.Violation
)

// Monitor judges the runs of a protocol in place of Always, Eventually and Sometimes. Write one if a group is so
// large that its properties cannot be asked again after each event. Without a Spec nothing is explored then: a Monitor
// sees runs only.
type Monitor struct {
	// New returns the judge of one run. If New depends on the configuration, [Configs].Apply sets the Monitor.
	New func() Judge
	// Properties are the names of what it judges.
	Properties []string
	// Witnesses are what a campaign must have seen for its passes to mean anything. Unreachable, if set, returns
	// those that no run with these fixed fields of the configuration shows.
	Witnesses   []string
	Unreachable func(fixed map[string]json.RawMessage) []string
	// Assumptions are what a run may break that the protocol cannot be blamed for.
	Assumptions []string
}

// check says what is missing.
func (m *Monitor) check() error {
	switch {
	case m.New == nil:
		return input.Errorf("Monitor.New", "is missing, it returns the judge of one run")
	case len(m.Properties) == 0:
		return input.Errorf("Monitor.Properties", "is missing, name what the monitor judges")
	}
	return nil
}
