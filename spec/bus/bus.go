// Package bus is the executable specification of a small publisher and its listeners that no
// paper proposes: who has joined hears what is broadcast, as far as it is not lost, and keeps
// it. It exercises lossy broadcasts to those who are bound at that moment, and copies that the
// network keeps in order or does not.
//
// The package must not import impl/bus. Start reading at [Handlers].
package bus

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bus/words"
)

// The phases of a listener. It joins once.
const (
	Out  = "out"
	In   = "in"
	Left = "left"
)

// Item is an item that a listener has kept.
type Item struct {
	From spec.NodeID
	N    int
}

// Local is what a process knows.
type Local struct {
	Phase string
	Said  int      // how many items it has published
	Met   spec.Set // whose Hello it has heard
	// Log is what it has kept, in the order in which it came.
	Log spec.Sequence[Item]
}

// Handlers returns the handlers of the protocol under the configuration.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	b := bus{cfg}
	return spec.Handlers[Local]{
		Bound:  func(_ spec.NodeID, p Local, topic string) bool { return topic == words.Topic && p.Phase == In },
		Fresh:  func(spec.NodeID) Local { return Local{Phase: Out} },
		Handle: b.handle,
		Inputs: func(at spec.NodeID, p Local, _ spec.Set) []spec.Body { return b.inputs(at, p) },
	}
}

type bus struct{ words.Config }

func (b bus) inputs(at spec.NodeID, p Local) (bodies []spec.Body) {
	if b.Listeners.Has(at) && p.Phase == Out {
		bodies = append(bodies, words.Join{})
	}
	if p.Phase == In && len(p.Log) > 0 {
		bodies = append(bodies, words.Leave{})
	}
	if b.Publishers.Has(at) && p.Said < b.Items {
		bodies = append(bodies, words.Publish{})
	}
	return bodies
}

func (b bus) handle(p Local, _ any, a spec.Action) []spec.Outcome[Local] {
	o := spec.Outcome[Local]{Local: p}
	says := func(body spec.Body) { o.Effects = []spec.Effect{spec.BroadcastTo(words.Topic, body)} }
	switch body := a.Msg.Body.(type) {
	case words.Join:
		o.Local.Phase = In
		says(words.Hello{})
	case words.Leave:
		o.Local.Phase = Left
	case words.Publish:
		o.Local.Said++
		says(words.News{N: o.Local.Said})
	case words.Hello:
		if p.Phase == In {
			o.Local.Met = p.Met.With(a.Msg.From)
		}
	case words.News:
		item := Item{a.Msg.From, body.N}
		newer := func(old Item) bool { return old.From != item.From || old.N < item.N }
		stale := func(old Item) bool { return !newer(old) }
		keeps := b.Keeps == words.KeepsAll || !slices.ContainsFunc(p.Log, stale)
		if b.Keeps == words.KeepsFirst {
			keeps = len(p.Log) == 0
		}
		if p.Phase == In && keeps {
			o.Local.Log = append(slices.Clone(p.Log), item)
		}
	}
	return []spec.Outcome[Local]{o}
}
