package explore

import (
	"errors"
	"math/bits"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// sight is an action, and what its process shows after it: one more than the number of that, 0
// for nothing.
type sight struct{ action, shown uint32 }

// show numbers what a process shows.
func (c *Components) show(at spec.NodeID, p Process) uint32 {
	if c.ghost == nil || !c.ghost.Sees() {
		return 0
	}
	shown := c.ghost.Shows(at, p)
	if shown == nil {
		return 0
	}
	n, _ := c.shown.number(string(codec.Box(shown)), shown)
	return n + 1
}

// advanced looks up the ghost after what is seen.
func (c *Components) advanced(ghost uint32, s sight, up uint32) (uint32, bool) {
	if c.ghost == nil {
		return ghost, true
	}
	n, known := s.action, true
	if c.ghost.Sees() {
		if n, known = c.sights.get(pairKey(s.action, s.shown)); !known {
			return 0, false
		}
	}
	if tooMany(ghost, n) {
		return 0, false // advance says so
	}
	return c.ghosts.get(ghostKey(ghost, n, up))
}

// tooMany reports whether numbers do not fit into a ghostKey.
func tooMany(ghost, seen uint32) bool { return ghost >= 1<<20 || seen >= 1<<22 }

// ghostKey has 20 bits for the ghost and 22 each for what is seen and processes, which is
// more than there are; tooMany looks after that.
func ghostKey(ghost, seen, up uint32) uint64 {
	return uint64(ghost)<<44 | uint64(seen)<<22 | uint64(up)
}

// advance works it out.
func (c *Components) advance(ghost uint32, s sight, up uint32) (uint32, error) {
	n := s.action
	if c.ghost != nil && c.ghost.Sees() {
		key, known := pairKey(s.action, s.shown), false
		if n, known = c.sights.get(key); !known {
			n = uint32(c.sights.used)
			c.sights.put(key, n)
		}
	}
	if tooMany(ghost, n) {
		return 0, errors.New("there are more than a million ghosts, or four million actions")
	}
	var shown any
	if s.shown > 0 {
		shown = c.shown.list[s.shown-1]
	}
	after := c.ghost.Advance(ghost, c.actions.list[s.action], setOf(up), shown)
	c.ghosts.put(ghostKey(ghost, n, up), after)
	return after, nil
}

// allows looks up whether the ghost does not forbid an input; where it learns it works that out.
func (c *Components) allows(ghost, input, up uint32, learns bool) (allowed, known bool) {
	if tooMany(ghost, input) {
		return true, true // and what comes of it is refused
	}
	key := ghostKey(ghost, input, up)
	if answer, known := c.allowed.get(key); known || !learns {
		return answer != 0, known
	}
	answer := uint32(0)
	if c.ghost.Allows(ghost, c.actions.list[input], setOf(up)) {
		answer = 1
	}
	c.allowed.put(key, answer)
	return answer != 0, true
}

// setOf returns the processes whose bits are set.
func setOf(mask uint32) spec.Set {
	var set spec.Set
	for ; mask != 0; mask &= mask - 1 {
		set = append(set, spec.NodeID(bits.TrailingZeros32(mask)))
	}
	return set
}
