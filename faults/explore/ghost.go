package explore

import (
	"errors"
	"math/bits"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ghost is a ghost variable beside a cluster, its values by their numbers; the first is 0.
type Ghost interface {
	// Advance returns the number of the value after an action; up are the processes that
	// are up after it, and shown is what the action's process shows of its state then.
	Advance(ghost uint32, a spec.Action, up spec.Set, shown any) uint32
	// Guards tells whether an input may be forbidden, Allows whether this one is not; up are the
	// processes that are up then.
	Guards() bool
	Allows(ghost uint32, input spec.Action, up spec.Set) bool
	// Shows is what a process shows of its state, nil for nothing. Sees tells whether it
	// can be anything else.
	Shows(at spec.NodeID, p Process) any
	Sees() bool
	// Bytes is about how much memory the values take.
	Bytes() int64
}

// Ghosts are the values of a ghost variable of type G that were met. They are a Ghost.
type Ghosts[G any] struct {
	ghost  spec.Ghost[G]
	shows  func(spec.NodeID, Process) any
	values table[G]
	bytes  int64
}

// NewGhosts returns the values of a ghost variable, of which only the first is known yet. shows
// is what the ghost sees of a process, nil where it sees nothing.
func NewGhosts[G any](ghost spec.Ghost[G], shows func(spec.NodeID, Process) any) *Ghosts[G] {
	g := &Ghosts[G]{ghost: ghost, shows: shows}
	g.values.number(codec.Key(ghost.Init), ghost.Init)
	return g
}

// Advance returns the number of the value after an action.
func (g *Ghosts[G]) Advance(ghost uint32, a spec.Action, up spec.Set, shown any) uint32 {
	value := g.ghost.AfterShown(g.values.list[ghost], a, up, shown)
	key := codec.Key(value)
	after, isNew := g.values.number(key, value)
	if isNew {
		g.bytes += int64(3*len(key)) + 100
	}
	return after
}

// Guards tells whether the ghost may forbid inputs.
func (g *Ghosts[G]) Guards() bool { return g.ghost.Allows != nil }

// Allows tells whether the ghost does not forbid an input.
func (g *Ghosts[G]) Allows(ghost uint32, input spec.Action, up spec.Set) bool {
	return !g.ghost.Forbids(g.values.list[ghost], input, up)
}

// Shows is what a process shows of its state; while it is down it shows nothing.
func (g *Ghosts[G]) Shows(at spec.NodeID, p Process) any {
	if g.shows == nil || !p.Up {
		return nil
	}
	return g.shows(at, p)
}

// Sees tells whether processes show anything.
func (g *Ghosts[G]) Sees() bool { return g.shows != nil }

// Bytes is about how much memory the values take.
func (g *Ghosts[G]) Bytes() int64 { return g.bytes }

// Value returns the value of that number.
func (g *Ghosts[G]) Value(n uint32) G { return g.values.list[n] }

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
	n, _ := c.shown.number(codec.Key(record{shown}), shown)
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

// tooMany tells whether numbers do not fit into a ghostKey.
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
