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
	// are up after it.
	Advance(ghost uint32, a spec.Action, up spec.Set) uint32
	// Bytes is about how much memory the values take.
	Bytes() int64
}

// Ghosts are the values of a ghost variable of type G that were met. They are a Ghost.
type Ghosts[G any] struct {
	ghost  spec.Ghost[G]
	values table[G]
	bytes  int64
}

// NewGhosts returns the values of a ghost variable, of which only the first is known yet.
func NewGhosts[G any](ghost spec.Ghost[G]) *Ghosts[G] {
	g := &Ghosts[G]{ghost: ghost}
	g.values.number(codec.Key(ghost.Init), ghost.Init)
	return g
}

// Advance returns the number of the value after an action.
func (g *Ghosts[G]) Advance(ghost uint32, a spec.Action, up spec.Set) uint32 {
	value := g.ghost.After(g.values.list[ghost], a, up)
	key := codec.Key(value)
	after, isNew := g.values.number(key, value)
	if isNew {
		g.bytes += int64(3*len(key)) + 100
	}
	return after
}

// Bytes is about how much memory the values take.
func (g *Ghosts[G]) Bytes() int64 { return g.bytes }

// Value returns the value of that number.
func (g *Ghosts[G]) Value(n uint32) G { return g.values.list[n] }

// advanced looks up the ghost after an action.
func (c *Components) advanced(ghost, action, up uint32) (uint32, bool) {
	if c.ghost == nil {
		return ghost, true
	}
	return c.ghosts.get(ghostKey(ghost, action, up))
}

// ghostKey has 20 bits for the ghost and 22 each for action and processes, which is
// more than there are; advance looks after that.
func ghostKey(ghost, action, up uint32) uint64 {
	return uint64(ghost)<<44 | uint64(action)<<22 | uint64(up)
}

// advance works it out.
func (c *Components) advance(ghost, action, up uint32) (uint32, error) {
	if ghost >= 1<<20 || action >= 1<<22 {
		return 0, errors.New("there are more than a million ghosts, or four million actions")
	}
	after := c.ghost.Advance(ghost, c.actions.list[action], setOf(up))
	c.ghosts.put(ghostKey(ghost, action, up), after)
	return after, nil
}

// setOf returns the processes whose bits are set.
func setOf(mask uint32) spec.Set {
	var set spec.Set
	for ; mask != 0; mask &= mask - 1 {
		set = append(set, spec.NodeID(bits.TrailingZeros32(mask)))
	}
	return set
}
