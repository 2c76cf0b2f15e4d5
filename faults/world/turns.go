package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
)

// turns keep what is sent the same way in order.
type turns struct {
	gap    faults.Time       // between two sends of a step
	latest ways[faults.Time] // when the last copy in order arrives
	behind ways[[]departure] // those that have not departed yet
}

// departure is when a copy departs and arrives.
type departure struct{ departs, arrives faults.Time }

// inTurn is when a copy arrives that is sent now, or lag later: behind those that were sent the same way
// before it and have departed by then. One that departs later than its step, for the gap, holds nobody up
// until it does.
func (t *turns) inTurn(way uint64, now, lag, departs, at faults.Time) faults.Time {
	latest := t.latest.of(way)
	if t.gap == 0 {
		*latest = max(at, *latest)
		return *latest
	}
	behind := t.behind.of(way)
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
