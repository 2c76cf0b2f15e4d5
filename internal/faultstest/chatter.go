package faultstest

import (
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ms is a millisecond.
const Ms = faults.Time(time.Millisecond)

// purge is an input that a process may be told once somebody is down.
type purge struct{ Who spec.Set }

func (purge) Kind() string { return "Purge" }

func init() { codec.Register(purge{}) }

// chatter is a process that does a little of everything: it sends to others and to
// itself, multicasts, saves, sets and stops timers, picks, and recovers from its disk.
type chatter struct {
	id    spec.NodeID
	nodes int
	clock bool // U is a clock, one for each peer
	state chatterState
}

type chatterState struct {
	Told, Heard, Beats int
	Purged             bool
}

func (n *chatter) State() any { return &n.state }

func (n *chatter) Step(ev impl.Event, out *impl.Effects) {
	next := spec.NodeID((int(n.id) + 1) % n.nodes)
	switch s := &n.state; ev.Kind {
	case impl.Input:
		n.told(ev.Body, out)
	case impl.Delivered:
		s.Heard++
		n.heard(ev, out)
	case impl.Fired:
		s.Beats++
		switch {
		case ev.Timer.Name() == "U":
			out.Send(next, Ping{1})
		case s.Beats < 3:
			out.Multicast(News{})
			out.SetTimer("T", 4*time.Millisecond)
		}
	case impl.Booted:
		out.Send(next, Ping{1})
		out.Save(Saved{1})
		out.SetTimer("U", 2*time.Millisecond)
	case impl.Recovered:
		if r, ok := ev.Disk.(Saved); ok {
			s.Told = r.N
		}
		out.SetTimer("T", 6*time.Millisecond)
		out.Send(next, Ping{2})
		out.Save(Saved{s.Told})
		out.Send(n.id, Ping{0})
	}
}

func (n *chatter) told(body spec.Body, out *impl.Effects) {
	if _, ok := body.(purge); ok {
		n.state.Purged = true
		out.StopTimer("U")
		out.Send(n.id, Ping{1})
		return
	}
	n.state.Told++
	for _, to := range out.Pick("whom", spec.AllNodes(n.nodes), n.state.Told) {
		out.Send(to, Ping{int(to) % 3})
	}
	out.Save(Saved{n.state.Told})
	out.SetTimer("T", 5*time.Millisecond)
	out.Multicast(News{})
}

func (n *chatter) heard(ev impl.Event, out *impl.Effects) {
	p, isPing := ev.Body.(Ping)
	switch {
	case isPing && p.N > 0:
		out.Send(ev.From, Ping{p.N - 1})
		out.SetTimer(n.u(ev.From), 3*time.Millisecond)
	case isPing:
		out.StopTimer("T")
		out.Save(Saved{n.state.Told})
	case n.clock && n.state.Heard%3 == 0:
		out.Broadcast("odd", Ping{0})
	case n.state.Heard%2 == 0:
		out.Save(Saved{n.state.Heard % 2})
		out.Send(out.Pick("answer", spec.AllNodes(n.nodes), 1)[0], Ping{0})
	}
}

// u is the timer U, or that of a peer.
func (n *chatter) u(peer spec.NodeID) spec.Timer {
	if n.clock {
		return spec.TimerOf("U", peer)
	}
	return "U"
}

// Chatters is a cluster of chatters. Where they have clocks, U is one for each peer, and T
// awaits Pings from and to its process alone; they broadcast, and copies are ordered.
func Chatters(nodes int, failures spec.Failures, boots, clocks bool) network.Cluster {
	c := network.Cluster{
		Nodes:    nodes,
		Failures: failures,
		Boots:    boots,
		New:      func(id spec.NodeID) impl.Node { return &chatter{id: id, nodes: nodes} },
		Inputs: func(_ spec.NodeID, state any, down spec.Set) []spec.Body {
			var bodies []spec.Body
			s := state.(*chatterState)
			if s.Told < 2 {
				bodies = append(bodies, Kick{})
			}
			if !s.Purged && len(down) > 0 {
				bodies = append(bodies, purge{down})
			}
			return bodies
		},
	}
	if clocks {
		c.Clocks, c.Ordered = spec.NewSet("U"), true
		c.New = func(id spec.NodeID) impl.Node { return &chatter{id: id, nodes: nodes, clock: true} }
		c.Bound = func(at spec.NodeID, state any, topic string) bool {
			return (state.(*chatterState).Heard+int(at))%2 == 1 && topic == "odd"
		}
		c.Awaits = func(_ spec.Timer, at spec.NodeID, state any, copy *spec.Message) bool {
			return copy.Body.Kind() == "Ping" && (copy.From == at || copy.To == at) && state.(*chatterState).Heard < 5
		}
	}
	return c
}
