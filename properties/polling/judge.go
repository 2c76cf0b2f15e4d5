package polling

import (
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/polling"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// The properties that a [Judge] has, as cases and plans name them, and what it must see.
const (
	WindowKept     = "WindowKept"
	AcceptedWithin = "AcceptedWithin"
	AllAccepted    = "AllAccepted"
	NoBan          = "NoBan"
	OneOwner       = "OneOwner"
	OneRow         = "OneRow"

	SawFull   = "Full"   // a window has as many requests as it allows
	SawStored = "Stored" // the store has a record
)

// Judge judges polling on the states S of processes, which may hold more than that.
type Judge[S any] struct {
	words.Config
	// Of reads what a process knows of polling.
	Of func(id spec.NodeID, s *S) *specification.Local
	// Slot is the length of the shortest slots that a worker may have used last, 0 if it has none.
	Slot func(id spec.NodeID, worker *specification.Local) time.Duration
}

// Always returns the properties of every state.
func (j Judge[S]) Always() scrutineer.Properties[S] {
	return scrutineer.Properties[S]{
		WindowKept: j.windowKept, AcceptedWithin: j.acceptedWithin, NoBan: j.noBan, AllAccepted: j.allAccepted,
		OneOwner: j.oneOwner, OneRow: j.oneRow,
	}
}

// Sometimes returns what must be seen.
func (j Judge[S]) Sometimes() scrutineer.Properties[S] {
	return scrutineer.Properties[S]{SawFull: j.full, SawStored: j.stored}
}

// Needs returns the assumptions without which a property is not claimed: those of polling, and others.
func Needs(others ...string) map[string][]string {
	timely := append([]string{AssumeInTime}, others...)
	all := append([]string{AssumeInTime, AssumeOnce}, others...)
	return map[string][]string{
		WindowKept: all, AcceptedWithin: all, AllAccepted: all, NoBan: all, OneOwner: timely,
	}
}

// at returns what a process that is up knows, else nil.
func (j Judge[S]) at(v scrutineer.View[S], id spec.NodeID) *specification.Local {
	if s := v.State(id); s != nil {
		return j.Of(id, s)
	}
	return nil
}

// provider returns the provider if the last step may have changed it. Between its steps a window only loses requests.
func (j Judge[S]) provider(v scrutineer.View[S]) *specification.Local {
	if !v.Changed().Has(j.Provider()) {
		return nil
	}
	return j.at(v, j.Provider())
}

// made counts the requests of each key in the window that ends now.
func (j Judge[S]) made(
	v scrutineer.View[S], p *specification.Local, counts func(words.Arrival) bool,
) map[int]int {
	made, now := map[int]int{}, v.Reading(j.Provider())
	for _, a := range p.Arrivals {
		if specification.InWindow(j.Config, a.At, now) && counts(a) {
			made[j.Key(a.From)]++
		}
	}
	return made
}

// within returns an error if a window that ends with a request has more requests than RT. All other windows have no
// more, unless the rate is lowered.
func (j Judge[S]) within(v scrutineer.View[S], counts func(words.Arrival) bool) error {
	p := j.provider(v)
	if p == nil {
		return nil
	}
	now := v.Reading(j.Provider())
	ends := func(a words.Arrival) bool { return a.At == now && counts(a) }
	if !slices.ContainsFunc(p.Arrivals, ends) {
		return nil
	}
	made, slot := j.made(v, p, counts), j.Divisions[p.Heard].Slot
	for _, a := range p.Arrivals {
		if key := j.Key(a.From); ends(a) && made[key]*slot > j.Window {
			return fmt.Errorf("the window of key %d has %d requests, and RT is %d/%d", key, made[key], j.Window, slot)
		}
	}
	return nil
}

// windowKept is equation (3).
func (j Judge[S]) windowKept(v scrutineer.View[S]) error {
	return j.within(v, func(words.Arrival) bool { return true })
}

// acceptedWithin is (3) of the requests that the provider has accepted.
func (j Judge[S]) acceptedWithin(v scrutineer.View[S]) error {
	return j.within(v, func(a words.Arrival) bool { return a.Accepted })
}

func (j Judge[S]) allAccepted(v scrutineer.View[S]) error {
	if p := j.provider(v); p != nil {
		for _, a := range p.Arrivals {
			if !a.Accepted {
				return fmt.Errorf("the request that %s makes at %s is refused", a.From, a.At)
			}
		}
	}
	return nil
}

func (j Judge[S]) noBan(v scrutineer.View[S]) error {
	if p := j.provider(v); p != nil && len(p.Banned) > 0 {
		return fmt.Errorf("keys %s are banned", p.Banned)
	}
	return nil
}

// oneOwner: of two workers with one key, the later begins its slot after the slot of the earlier. A request may take
// the slot less the jitter.
func (j Judge[S]) oneOwner(v scrutineer.View[S]) error {
	for _, a := range v.Changed() {
		if !j.IsWorker(a) {
			continue
		}
		p := j.at(v, a)
		if p == nil || !j.uses(a, p) {
			continue
		}
		for b, state := range v.All() {
			if a == b || !j.IsWorker(b) || j.Key(a) != j.Key(b) {
				continue
			}
			q := j.Of(b, state)
			if !j.uses(b, q) {
				continue
			}
			apart := ((v.Reading(a) - p.Slot) - (v.Reading(b) - q.Slot)).Abs()
			slot := min(j.Slot(a, p), j.Slot(b, q))
			if apart < slot-spec.Milliseconds(j.Jitter) {
				return fmt.Errorf("slots of %s and %s begin %s apart and are %s long", a, b, apart, slot)
			}
		}
	}
	return nil
}

// uses reports whether a worker has used a slot and has slots.
func (j Judge[S]) uses(id spec.NodeID, l *specification.Local) bool {
	return l.Used && j.Slot(id, l) > 0
}

func (j Judge[S]) oneRow(v scrutineer.View[S]) error {
	if s := j.store(v); s != nil && len(s.Twice) > 0 {
		return fmt.Errorf("the intervals %s are stored twice", s.Twice)
	}
	return nil
}

// store returns the store, nil if there is none or it is down.
func (j Judge[S]) store(v scrutineer.View[S]) *specification.Local {
	if !j.Stores() {
		return nil
	}
	return j.at(v, j.StoreID())
}

func (j Judge[S]) full(v scrutineer.View[S]) error {
	p := j.at(v, j.Provider())
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

func (j Judge[S]) stored(v scrutineer.View[S]) error {
	s := j.store(v)
	return scrutineer.Seen(s != nil && len(s.Rows) > 0)
}
