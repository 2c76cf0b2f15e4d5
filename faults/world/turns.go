package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
)

// turns keep the messages of a channel in order.
type turns struct {
	gap    faults.Time           // between two sends of a step
	latest channels[faults.Time] // when the last copy in order arrives
	behind channels[[]departure] // departures that are still to come
}

// departure is when a copy departs and arrives.
type departure struct{ departs, arrives faults.Time }

// inTurn returns when a message arrives that is sent now, or lag later: after the earlier messages of its channel that
// have departed by then. A message that departs later than its step, because of the gap, delays no other until then.
func (t *turns) inTurn(channel uint64, now, lag, departs, at faults.Time) faults.Time {
	latest := t.latest.of(channel)
	if t.gap == 0 {
		*latest = max(at, *latest)
		return *latest
	}
	behind := t.behind.of(channel)
	*behind = slices.DeleteFunc(*behind, func(c departure) bool {
		if c.departs <= departs {
			at = max(at, c.arrives)
		}
		if c.departs <= now {
			*latest = max(*latest, c.arrives)
		}
		return c.departs <= now
	})
	at = max(at, *latest)
	if lag == 0 {
		*latest = at
	} else {
		*behind = append(*behind, departure{departs, at})
	}
	return at
}
