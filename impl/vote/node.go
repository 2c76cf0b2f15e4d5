// Package vote implements the small voting protocol on which disks, recovery and
// crashes inside a handler are tried: candidates ask voters, a voter votes once,
// and the candidate that a majority voted for makes itself known.
//
// The package must not import spec/vote, which it is compared with. Start
// reading at [New].
package vote

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
)

// retryAfter is how long a candidate waits before it asks again.
const retryAfter = 100 * time.Millisecond

// Node is one process, candidate, voter or both.
type Node struct {
	cfg   words.Config
	state State
}

// State is all of a Node that changes.
type State struct {
	Choice words.Ballot         // whom this voter chose
	Asked  bool                 // this candidate has begun
	Votes  map[spec.NodeID]bool // whose votes it has
	Winner *spec.NodeID         // who made itself known, nil while nobody did
}

// New returns a process of a group with that configuration.
func New(cfg words.Config) *Node {
	return &Node{cfg: cfg, state: State{
		Choice: words.Ballot{For: spec.None},
		Votes:  map[spec.NodeID]bool{},
	}}
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Recovered:
		if saved, ok := ev.Disk.(words.Ballot); ok {
			n.state.Choice = saved
			out.Send(saved.For, words.Vote{})
		}
	case impl.Input:
		n.state.Asked = true
		n.ask(out)
	case impl.Fired:
		n.ask(out)
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	}
}

func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body.(type) {
	case words.Ask:
		n.vote(from, out)
	case words.Vote:
		if n.state.Asked && len(n.state.Votes) < n.cfg.Ask {
			n.state.Votes[from] = true
			n.declare(out)
		}
	case words.Won:
		n.state.Winner = &from
	}
}

// declare ends the asking once there are votes enough, and tells the group.
func (n *Node) declare(out *impl.Effects) {
	if len(n.state.Votes) < n.cfg.Ask {
		return
	}
	out.StopTimer(words.TimerRetry)
	out.Multicast(words.Won{})
}

// vote answers a candidate. A new choice is saved before it is told.
func (n *Node) vote(candidate spec.NodeID, out *impl.Effects) {
	if n.state.Choice.For == spec.None {
		n.state.Choice.For = candidate
		out.Save(n.state.Choice)
	}
	if n.state.Choice.For == candidate {
		out.Send(candidate, words.Vote{})
	}
}

// ask sends Ask to as many of the silent voters as are still needed.
func (n *Node) ask(out *impl.Effects) {
	silent := slices.DeleteFunc(slices.Clone(n.cfg.Voters), func(id spec.NodeID) bool { return n.state.Votes[id] })
	for _, voter := range out.Pick(words.WhyAsk, silent, n.cfg.Ask-len(n.state.Votes)) {
		out.Send(voter, words.Ask{})
	}
	out.SetTimer(words.TimerRetry, retryAfter)
}
