package scrutineer

import (
	"bytes"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/internal/panics"
	"github.com/scrutineer-go/scrutineer/spec"
)

// awake returns the processes whose first event changes nothing. Explorations begin after it: its place among other
// events makes states that differ in nothing else.
func (i *instance) awake() (awake spec.Set) {
	if i.NoBoot || i.Discrete != nil && !i.Discrete.Relative() {
		return nil
	}
	for n := range i.Nodes {
		at, idle := NodeID(n), false
		panics.Alone(func() {
			defer func() { _ = recover() }() // the exploration comes to it, too, and says so
			idle = i.isIdle(at)
		})
		if idle {
			awake = awake.With(at)
		}
	}
	return awake
}

// isIdle reports whether the first event of a process changes nothing. The process as a whole counts, also what State
// does not show: an exploration that begins after the event would not find that out. The history counts too. It has
// what a process announces, or has answered, after an event, so that the first event adds what the first state shows.
func (i *instance) isIdle(at NodeID) bool {
	node := i.New(at, i.Nodes)
	before, state := diff.Append(nil, node), codec.Key(node.State())
	out := impl.NewEffects(nil)
	first := Event{Kind: impl.Booted, From: spec.None}
	if i.Discrete != nil {
		first.Now = i.Discrete.First()
	}
	node.Step(first, out)
	if len(out.List) > 0 || codec.Key(node.State()) != state || !bytes.Equal(diff.Append(nil, node), before) {
		return false
	}
	shown := i.shows(at, node.State())
	return shown.Announced == nil && shown.Answered.N == 0 && shown.Answered.Answer == nil
}
