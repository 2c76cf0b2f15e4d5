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

// The properties, as cases and plans name them.
const (
	windowKept     = "WindowKept"
	acceptedWithin = "AcceptedWithin"
	allAccepted    = "AllAccepted"
	noBan          = "NoBan"
	oneOwner       = "OneOwner"
	oneRow         = "OneRow"
	allPoll        = "AllPoll"
)

// What must be seen.
const (
	sawFull        = "Full"        // a window has as many requests as it allows
	sawAllSwitched = "AllSwitched" // all have heard of the last division
	sawStored      = "Stored"      // the store has a record
)

// assumeInTime says that workers' clocks differ from the provider's by no more than the jitter, that how long after its
// slot begins a request arrives varies by no more than the jitter, and that no clock is moved back.
const (
	assumeInTime = "InTime"
	// assumeOnce says that no request arrives twice.
	assumeOnce = "Once"
)

type view = scrutineer.View[specification.Local]

// judge judges in one configuration.
type judge struct {
	words.Config
	// slots has, by division and worker, the length of its shortest slots up to that division, and 0 if it has none.
	// The last slot that a worker has used may be of a division before.
	slots [][]time.Duration
	// periods has, by division and worker, the longest period of its slots to come, and 0 if it has none. Under Agreed
	// they may be slots of the division before.
	periods [][]time.Duration
}

func newJudge(cfg words.Config) judge {
	j := judge{Config: cfg}
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
	return j
}

// provider returns the provider if the last step may have changed it. Between its steps a window only loses requests.
func (j judge) provider(v view) *specification.Local {
	if !v.Changed().Has(j.Provider()) {
		return nil
	}
	return v.State(j.Provider())
}

// made counts the requests of each key in the window that ends now.
func (j judge) made(v view, p *specification.Local, counts func(words.Arrival) bool) map[int]int {
	made := map[int]int{}
	for _, a := range p.Arrivals {
		if specification.InWindow(j.Config, a.At, v.Reading(j.Provider())) && counts(a) {
			made[j.Key(a.From)]++
		}
	}
	return made
}

// within returns an error if a window that ends with a request has more requests than RT. All other windows have no
// more, unless the rate is lowered.
func (j judge) within(v view, counts func(words.Arrival) bool) error {
	p := j.provider(v)
	if p == nil {
		return nil
	}
	made, slot := j.made(v, p, counts), j.Divisions[p.Heard].Slot
	for _, a := range p.Arrivals {
		if key := j.Key(a.From); a.At == v.Reading(j.Provider()) && counts(a) && made[key]*slot > j.Window {
			return fmt.Errorf("the window of key %d has %d requests, and RT is %d/%d", key, made[key], j.Window, slot)
		}
	}
	return nil
}

// windowKept is equation (3).
func (j judge) windowKept(v view) error { return j.within(v, func(words.Arrival) bool { return true }) }

// acceptedWithin is (3) of the requests that the provider has accepted.
func (j judge) acceptedWithin(v view) error {
	return j.within(v, func(a words.Arrival) bool { return a.Accepted })
}

func (j judge) allAccepted(v view) error {
	if p := j.provider(v); p != nil {
		for _, a := range p.Arrivals {
			if !a.Accepted {
				return fmt.Errorf("the request that %s makes at %s is refused", a.From, a.At)
			}
		}
	}
	return nil
}

func (j judge) noBan(v view) error {
	if p := j.provider(v); p != nil && len(p.Banned) > 0 {
		return fmt.Errorf("keys %s are banned", p.Banned)
	}
	return nil
}

// oneOwner: of two workers with one key, the later begins its slot after the slot of the earlier. A request may take
// the slot less the jitter.
func (j judge) oneOwner(v view) error {
	for _, a := range v.Changed() {
		p := v.State(a)
		if p == nil || !j.uses(a, p) {
			continue
		}
		for b, q := range v.All() {
			if a == b || !j.uses(b, q) || j.Key(a) != j.Key(b) {
				continue
			}
			apart := ((v.Reading(a) - p.Slot) - (v.Reading(b) - q.Slot)).Abs()
			slot := min(j.slots[p.Heard][a], j.slots[q.Heard][b])
			if apart < slot-spec.Milliseconds(j.Jitter) {
				return fmt.Errorf("slots of %s and %s begin %s apart and are %s long", a, b, apart, slot)
			}
		}
	}
	return nil
}

// uses reports whether a worker has used a slot, and is in the division that it has heard of.
func (j judge) uses(id spec.NodeID, l *specification.Local) bool {
	return j.IsWorker(id) && l.Used && j.slots[l.Heard][id] > 0
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

func (j judge) oneRow(v view) error {
	if !j.Stores() {
		return nil
	}
	if s := v.State(j.StoreID()); s != nil && len(s.Twice) > 0 {
		return fmt.Errorf("the intervals %s are stored twice", s.Twice)
	}
	return nil
}

func (j judge) full(v view) error {
	p := v.State(j.Provider())
	if p == nil {
		return scrutineer.Seen(false)
	}
	made, allowed := j.made(v, p, func(words.Arrival) bool { return true }), j.Window/j.Divisions[p.Heard].Slot
	for _, a := range p.Arrivals {
		if made[j.Key(a.From)] >= allowed {
			return nil
		}
	}
	return scrutineer.Seen(false)
}

func (j judge) allSwitched(v view) error {
	for id, p := range v.All() {
		if id <= j.Provider() && p.Heard+1 < len(j.Divisions) {
			return scrutineer.Seen(false)
		}
	}
	return scrutineer.Seen(len(j.Divisions) > 1)
}

func (j judge) stored(v view) error {
	if !j.Stores() {
		return scrutineer.Seen(false)
	}
	s := v.State(j.StoreID())
	return scrutineer.Seen(s != nil && len(s.Rows) > 0)
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
