package explore

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ghost is a ghost variable beside a cluster, its values by their numbers; the first is 0.
type Ghost interface {
	// Advance returns the number of the value after an action; up are the processes that
	// are up after it, and shown is what the action's process shows of its state then.
	Advance(ghost uint32, a spec.Action, up spec.Set, shown any) uint32
	// Guards reports whether an input may be forbidden, Allows whether this one is not; up are the
	// processes that are up then.
	Guards() bool
	Allows(ghost uint32, input spec.Action, up spec.Set) bool
	// Shows is what a process shows of its state, nil for nothing. Sees reports whether it
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

// Guards reports whether the ghost may forbid inputs.
func (g *Ghosts[G]) Guards() bool { return g.ghost.Allows != nil }

// Allows reports whether the ghost does not forbid an input.
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

// Sees reports whether processes show anything.
func (g *Ghosts[G]) Sees() bool { return g.shows != nil }

// Bytes is about how much memory the values take.
func (g *Ghosts[G]) Bytes() int64 { return g.bytes }

// Value returns the value of that number.
func (g *Ghosts[G]) Value(n uint32) G { return g.values.list[n] }
