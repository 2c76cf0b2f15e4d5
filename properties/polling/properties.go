package polling

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/polling"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// allPoll and sawAllSwitched are a property and what must be seen, beside those of a [Judge].
const (
	allPoll        = "AllPoll"
	sawAllSwitched = "AllSwitched" // all have heard of the last division
)

type view = scrutineer.View[specification.Local]

// judge judges in one configuration.
type judge struct {
	Judge[specification.Local]
	// slots has, by division and worker, the length of its shortest slots up to that division, and 0 if it has none.
	// The last slot that a worker has used may be of a division before.
	slots [][]time.Duration
	// periods has, by division and worker, the longest period of its slots to come, and 0 if it has none. Under Agreed
	// they may be slots of the division before.
	periods [][]time.Duration
}

func newJudge(cfg words.Config) judge {
	j := judge{Judge: Judge[specification.Local]{
		Config: cfg, Of: func(_ spec.NodeID, l *specification.Local) *specification.Local { return l },
	}}
	shortest := make([]time.Duration, cfg.Workers)
	for d := range cfg.Divisions {
		slots, periods := make([]time.Duration, cfg.Workers), make([]time.Duration, cfg.Workers)
		for _, id := range spec.AllNodes(cfg.Workers) {
			if !cfg.View(id, d).Has(id) {
				continue
			}
			if periods[id], slots[id] = specification.Share(cfg, id, d); shortest[id] > 0 {
				slots[id] = min(slots[id], shortest[id])
			}
			if shortest[id] = slots[id]; cfg.Agreed && d > 0 {
				periods[id] = max(periods[id], j.periods[d-1][id])
			}
		}
		j.slots, j.periods = append(j.slots, slots), append(j.periods, periods)
	}
	j.Slot = func(id spec.NodeID, l *specification.Local) time.Duration { return j.slots[l.Heard][id] }
	return j
}

// allPoll: each worker of the division that it has heard of last has used a slot in its last period.
func (j judge) allPoll(v scrutineer.View[implementation.State]) error {
	for id, p := range v.All() {
		if !j.IsWorker(id) || j.periods[p.Heard][id] == 0 {
			continue
		}
		period := j.periods[p.Heard][id]
		if since := v.Reading(id) - p.Worker.Slot; !p.Used || since > period+spec.Milliseconds(j.Jitter) {
			return fmt.Errorf("%s has used no slot for %s, and its period is %s", id, since, period)
		}
	}
	return nil
}

// sometimes returns what must be seen.
func (j judge) sometimes() scrutineer.Properties[specification.Local] {
	seen := j.Sometimes()
	seen[sawAllSwitched] = j.allSwitched
	return seen
}

func (j judge) allSwitched(v view) error {
	for id, p := range v.All() {
		if id <= j.Provider() && p.Heard+1 < len(j.Divisions) {
			return scrutineer.Seen(false)
		}
	}
	return scrutineer.Seen(len(j.Divisions) > 1)
}

// judged is what the properties are judged on; they need no ghost.
type judged = verify.Judged[specification.Local, struct{}]

// typeOK: each process uses the fields of its part alone, and the timer of a worker runs if and only if a slot of it is
// to come.
func typeOK(cfg words.Config) func(st judged, at spec.NodeID) error {
	return func(st judged, at spec.NodeID) error {
		s := &st.State.State
		p := s.Nodes[at]
		switch {
		case (p.Due > 0) != s.Timers[at].Has(words.ClockSlot):
			return fmt.Errorf("process %s has its next slot at %s, and the timers %v", at, p.Due, s.Timers[at])
		case !cfg.IsWorker(at) && (p.Used || p.Due > 0):
			return fmt.Errorf("process %s is no worker and has a slot", at)
		case at != cfg.Provider() && len(p.Arrivals)+len(p.Banned) > 0:
			return fmt.Errorf("process %s is not the provider and has requests", at)
		case at != cfg.StoreID() && len(p.Rows) > 0:
			return fmt.Errorf("process %s is not the store and has records", at)
		}
		return nil
	}
}
