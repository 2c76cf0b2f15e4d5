package paper

import (
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/gossip"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// process makes a process of a configuration: ours, or one that a test has in its place.
type process func(spec.NodeID, words.Config) impl.Node

// ours are the real ones.
func ours(id spec.NodeID, cfg words.Config) impl.Node { return implementation.New(id, cfg) }

// step steps a process, and returns what it asks for. Whoever picks gets the first.
func step(n impl.Node, ev impl.Event) []impl.Effect {
	out := impl.NewEffects(func(_ string, from spec.Set, k int) spec.Set { return from[:k] })
	n.Step(ev, out)
	return out.List
}

// boot has a process have its first event.
func boot(n impl.Node) []impl.Effect { return step(n, impl.Event{Kind: impl.Booted, From: spec.None}) }

// deliver gives it a message.
func deliver(n impl.Node, from spec.NodeID, body spec.Body) []impl.Effect {
	return step(n, impl.Event{Kind: impl.Delivered, From: from, Body: body})
}

// fire fires a timer.
func fire(n impl.Node, timer spec.Timer) []impl.Effect {
	return step(n, impl.Event{Kind: impl.Fired, From: spec.None, Timer: timer})
}

// bodies are those of the messages among effects.
func bodies(effects []impl.Effect) []spec.Body {
	var list []spec.Body
	for _, e := range effects {
		if e.Kind == impl.Send {
			list = append(list, e.Body)
		}
	}
	return list
}

// knows is what a process knows.
func knows(n impl.Node) *implementation.State { return n.State().(*implementation.State) }

// record is the first version of a process's record.
func record(cfg words.Config, of spec.NodeID, version int) words.Record {
	return words.Record{Origin: of, Version: version, Latency: cfg.Latencies[of], Power: cfg.Powers[of]}
}

// told is a process that has booted and then heard of these, in this order, each by its first version.
func told(make process, id spec.NodeID, cfg words.Config, others ...spec.NodeID) impl.Node {
	n := make(id, cfg)
	boot(n)
	for _, o := range others {
		deliver(n, o, words.Gossip{Record: record(cfg, o, 1), TTL: 1})
	}
	return n
}

// quietly is a configuration in which nothing is sent by itself and no timer of silence is armed.
func quietly(nodes int, list ...words.Interpretation) words.Config {
	return read(nodes, as(list...), func(c *words.Config) { c.Versions, c.Detector = 1, words.Told })
}
