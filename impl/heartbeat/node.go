// Package heartbeat implements the small failure detector on which clocks, timers for a peer
// and awaited answers are tried: detectors ping the others at each beat and suspect those
// who are silent.
//
// The package must not import spec/heartbeat, which it is compared with. Start reading at
// [New].
package heartbeat

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// Node is one process.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	state State
}

// State is all of a Node that changes.
type State struct {
	Round int    // of the last round, in a circle
	Open  int    // how many of its exchanges are not over
	Peers []Peer // by process; the process's own is not used
}

// Peer is what a process knows of another.
type Peer struct {
	Waiting, Suspected bool
}

// New returns a process of a group with that configuration.
func New(id spec.NodeID, cfg words.Config) *Node {
	return &Node{id: id, cfg: cfg, state: State{Peers: make([]Peer, cfg.Nodes)}}
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		n.start(out)
	case impl.Recovered:
		n.start(out)
		if n.cfg.Learns == words.LearnsWhenTold {
			out.Multicast(words.Here{})
		}
	case impl.Fired:
		if peer := ev.Timer.Of(); peer != spec.None {
			n.over(peer)
			n.state.Peers[peer].Suspected = true
			return
		}
		out.SetTimer(words.ClockBeat, words.Period)
		n.beat(out)
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	}
}

// start has a detector's clock run.
func (n *Node) start(out *impl.Effects) {
	if n.cfg.Detectors.Has(n.id) {
		out.SetTimer(words.ClockBeat, words.Period)
	}
}

func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Ask:
		out.Send(from, words.Answer(body))
	case words.Answer:
		if n.state.Peers[from].Waiting && body.Nonce == n.state.Round {
			n.lives(from, out)
		}
	case words.Here:
		n.lives(from, out)
	}
}

// lives notes that a peer is there.
func (n *Node) lives(peer spec.NodeID, out *impl.Effects) {
	out.StopTimer(words.Wait(peer))
	n.over(peer)
	n.state.Peers[peer].Suspected = false
}

// over ends the exchange with a peer, if there is one.
func (n *Node) over(peer spec.NodeID) {
	if n.state.Peers[peer].Waiting {
		n.state.Peers[peer].Waiting = false
		n.state.Open--
	}
}

// beat pings everybody when the last round is over.
func (n *Node) beat(out *impl.Effects) {
	if n.state.Open > 0 {
		return
	}
	if n.state.Round++; n.state.Round == n.cfg.Nonces {
		n.state.Round = 0
	}
	for i := range n.state.Peers {
		peer, p := spec.NodeID(i), &n.state.Peers[i]
		if peer == n.id || p.Suspected && n.cfg.Learns != words.LearnsByAsking {
			continue
		}
		p.Waiting = true
		n.state.Open++
		out.Send(peer, words.Ask{Nonce: n.state.Round})
		out.SetTimer(words.Wait(peer), words.Patience)
	}
}
