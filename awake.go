package scrutineer

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/panics"
	"github.com/scrutineer-go/scrutineer/spec"
)

// awake returns the processes whose first event changes nothing. Explorations begin after it: its place among other
// events makes states that differ in nothing else.
func (i *instance[State]) awake() (awake spec.Set) {
	if i.NoBoot {
		return nil
	}
	for n := range i.Nodes {
		at, idle := NodeID(n), false
		panics.Alone(func() {
			defer func() { _ = recover() }() // the exploration comes to it, too, and says so
			idle = isIdle(i.New(at, i.Nodes))
		})
		if idle {
			awake = awake.With(at)
		}
	}
	return awake
}

// isIdle reports whether the first event of a process changes nothing.
func isIdle(node Node) bool {
	before := codec.Key(node.State())
	out := impl.NewEffects(nil)
	node.Step(Event{Kind: impl.Booted, From: spec.None}, out)
	return len(out.List) == 0 && codec.Key(node.State()) == before
}
