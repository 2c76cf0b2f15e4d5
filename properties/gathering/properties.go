package gathering

import (
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gathering/words"
	request "github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// The properties, as plans name them.
const (
	windowKept  = "WindowKept"
	allAccepted = "AllAccepted"
	noBan       = "NoBan"
	oneOwner    = "OneOwner"
	oneRow      = "OneRow"
	allPoll     = "AllPoll"
)

// What must be seen.
const (
	sawFull     = "Full"     // a window has as many requests as it allows
	sawStored   = "Stored"   // the store has a record
	sawSwitched = "Switched" // a worker has used slots of two timeframes
)

// What is assumed of a run.
const (
	// assumeViews says that no two workers that are up and have slots hold different divisions for longer than Spread.
	assumeViews = "EqualViews"
	// assumeInTime says that clocks differ by no more than the jitter, that how long after its slot begins a request
	// arrives varies by no more than the jitter, and that no clock is moved back.
	assumeInTime = "InTime"
	// assumeOnce says that no request arrives twice.
	assumeOnce = "Once"
)

// judge judges in one configuration.
type judge struct{ words.Config }

// provider is the process that the workers poll, and key the key of a worker.
func (j judge) provider() spec.NodeID { return spec.NodeID(j.Workers) }

func (j judge) isWorker(id spec.NodeID) bool { return int(id) < j.Workers }

func (j judge) key(id spec.NodeID) int {
	if len(j.Keys) == 0 {
		return 0
	}
	return j.Keys[id]
}

// arrivals returns the requests in the window that ends now, if the last step may have changed the provider. Between
// its steps a window only loses requests.
func (j judge) arrivals(v view) (window []request.Arrival, now time.Duration) {
	p := v.State(j.provider())
	if p == nil || !v.Changed().Has(j.provider()) {
		return nil, 0
	}
	now = v.Reading(j.provider())
	for _, a := range p.Upper.Window {
		if age := now - a.At; age < spec.Milliseconds(j.Window) || j.Closed && age == spec.Milliseconds(j.Window) {
			window = append(window, a)
		}
	}
	return window, now
}

// made counts the requests of a key.
func (j judge) made(window []request.Arrival, key int) (n int) {
	for _, a := range window {
		if j.key(a.From) == key {
			n++
		}
	}
	return n
}

// windowKept: no window that ends with a request has more requests of a key than RT.
func (j judge) windowKept(v view) error {
	window, now := j.arrivals(v)
	for _, a := range window {
		key := j.key(a.From)
		if n := j.made(window, key); a.At == now && n*j.Slot > j.Window {
			return fmt.Errorf("the window of key %d has %d requests, and RT is %d/%d", key, n, j.Window, j.Slot)
		}
	}
	return nil
}

func (j judge) allAccepted(v view) error {
	window, _ := j.arrivals(v)
	for _, a := range window {
		if !a.Accepted {
			return fmt.Errorf("the request that %s makes at %s is refused", a.From, a.At)
		}
	}
	return nil
}

func (j judge) noBan(v view) error {
	if p := v.State(j.provider()); p != nil && len(p.Upper.Banned) > 0 {
		return fmt.Errorf("keys %s are banned", p.Upper.Banned)
	}
	return nil
}

// slot is the length of the shortest slot of a worker in any division.
func (j judge) slot(id spec.NodeID) time.Duration {
	if j.Period == 0 {
		return spec.Milliseconds(j.Spacing)
	}
	sharers := 0
	for _, other := range j.All() {
		if j.key(other) == j.key(id) {
			sharers++
		}
	}
	return spec.Milliseconds(j.Period / sharers)
}

// oneOwner: of two workers with one key, the later begins its slot after the slot of the earlier. A request may take
// the slot less the jitter.
func (j judge) oneOwner(v view) error {
	for _, a := range v.Changed() {
		p := v.State(a)
		if !j.isWorker(a) || p == nil || !p.Upper.Used {
			continue
		}
		for b, q := range v.All() {
			if a == b || !j.isWorker(b) || !q.Upper.Used || j.key(a) != j.key(b) {
				continue
			}
			apart := ((v.Reading(a) - p.Upper.Worker.Slot) - (v.Reading(b) - q.Upper.Worker.Slot)).Abs()
			if apart < j.slot(a)-spec.Milliseconds(j.Jitter) {
				return fmt.Errorf("slots of %s and %s begin %s apart and are %s long", a, b, apart, j.slot(a))
			}
		}
	}
	return nil
}

func (j judge) oneRow(v view) error {
	for _, id := range v.Changed() {
		if s := v.State(id); s != nil && len(s.Upper.Twice) > 0 {
			return fmt.Errorf("the intervals %s are stored twice", s.Upper.Twice)
		}
	}
	return nil
}

// allPoll: each worker with slots has used one in its last period that began after its silence.
func (j judge) allPoll(v view) error {
	for id, p := range v.All() {
		w := &p.Upper.Worker
		if !j.isWorker(id) || w.Frame.Period == 0 {
			continue
		}
		since := v.Reading(id) - max(w.Slot, w.Quiet)
		if since > w.Frame.Period+spec.Milliseconds(j.Jitter) {
			return fmt.Errorf("%s has used no slot for %s, and its period is %s", id, since, w.Frame.Period)
		}
	}
	return nil
}

func (j judge) full(v view) error {
	window, _ := j.arrivals(v)
	return scrutineer.Seen(slices.ContainsFunc(window, func(a request.Arrival) bool {
		return j.made(window, j.key(a.From)) >= j.Window/j.Slot
	}))
}

func (j judge) stored(v view) error {
	for _, id := range v.Changed() {
		if s := v.State(id); s != nil && len(s.Upper.Rows) > 0 {
			return nil
		}
	}
	return scrutineer.Seen(false)
}
