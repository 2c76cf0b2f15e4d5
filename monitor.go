package scrutineer

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Judge watches one run, event by event, and returns its findings at the end.
type Judge = campaign.Judge

// Monitor judges the runs of a protocol in place of Always, Eventually and Sometimes. Write one if a group is so
// large that its properties cannot be asked again after each event. Without a Spec nothing is explored then: a Monitor
// sees runs only.
type Monitor struct {
	// New returns the judge of one run. If New depends on the configuration, [Configs].Apply sets the Monitor.
	New func() Judge
	// Properties are the names of what it judges.
	Properties []string
	// Witnesses are what a campaign must have seen for its passes to mean anything. Unseeable, if set, returns
	// those that no run with these fixed fields of the configuration shows.
	Witnesses []string
	Unseeable func(fixed map[string]json.RawMessage) []string
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
