// Package ring implements an election on a ring: the token of the highest process that is up goes all the way
// round, and those of others end at a higher one. A process watches its successor, skips it where it is
// silent, and takes it back where it is heard of.
//
// The package must not import spec/ring, which it is compared with. Start reading at [New].
package ring

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ring/words"
)

// Node is one process.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	state State
}

// State is all of a Node that changes.
type State struct {
	Gap      int         // how many processes before its successor it has skipped
	Watching bool        // it waits for an answer of its successor
	Probed   int         // how often it has probed, where the configuration bounds that
	Term     int         // the round of the latest election that it knows of
	Passed   bool        // it has sent a token in that round, and knows of no end
	Top      spec.NodeID // where it has, the highest for which it did; else None
	Master   spec.NodeID // who was elected in that round; None where it knows of nobody
	Elect    bool        // that is the process itself
}

// New returns a process of a group with that configuration.
func New(id spec.NodeID, cfg words.Config) *Node {
	return &Node{id: id, cfg: cfg, state: State{Top: spec.None, Master: spec.None}}
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Leader is whom the process follows, itself where it leads; None where nobody.
func (s *State) Leader() spec.NodeID { return s.Master }

// Acts tells whether the process acts as the leader.
func (s *State) Acts() bool { return s.Elect }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		if n.cfg.Detector == words.Beats {
			out.SetTimer(words.ClockProbe, spec.Milliseconds(n.cfg.ProbeMS))
		}
		if n.cfg.Initiators.Has(n.id) {
			n.stand(out)
		}
	case impl.Fired:
		switch ev.Timer {
		case words.ClockProbe:
			n.probe(out)
		case words.TimerFail:
			n.link(n.state.Gap+1, out)
		default:
			n.stand(out)
		}
	case impl.Input:
		if found, ok := ev.Body.(words.Found); ok {
			n.link(n.distance(found.Whom)-1, out)
			return
		}
		n.link(n.state.Gap+1, out)
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	}
}

func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Token:
		n.token(body.Round, body.Candidate, out)
	case words.Elected:
		n.elected(body.Round, body.Leader, out)
	case words.Probe:
		out.Send(from, words.Beat{})
		if body.Leader != spec.None {
			n.elected(body.Round, body.Leader, out)
		}
	case words.Beat:
		switch d := n.distance(from) - 1; {
		case d == n.state.Gap:
			n.state.Watching = false
			out.StopTimer(words.TimerFail)
		case d < n.state.Gap:
			n.link(d, out)
		}
	}
}

// distance is how many steps along the ring another process is away, all of them for the process itself.
func (n *Node) distance(to spec.NodeID) int {
	d := int(to - n.id)
	if n.cfg.Direction == words.Down {
		d = -d
	}
	if d <= 0 {
		d += n.cfg.Nodes
	}
	return d
}

// at is the process so many steps along the ring.
func (n *Node) at(steps int) spec.NodeID {
	if n.cfg.Direction == words.Down {
		steps = -steps
	}
	return spec.NodeID((int(n.id) + steps + n.cfg.Nodes) % n.cfg.Nodes)
}

func (n *Node) next() spec.NodeID { return n.at(n.state.Gap + 1) }

// link makes the process behind a gap the successor, and begins anew what may have been lost between the two.
func (n *Node) link(gap int, out *impl.Effects) {
	n.state.Gap, n.state.Watching = gap, false
	out.StopTimer(words.TimerFail)
	if n.state.Master == spec.None || n.misses(n.state.Master) {
		n.stand(out)
		return
	}
	n.announce(out)
}

// misses tells whether the process has skipped another.
func (n *Node) misses(other spec.NodeID) bool { return n.distance(other) <= n.state.Gap }

// stand has the process begin a round of its own.
func (n *Node) stand(out *impl.Effects) {
	if !n.cfg.Reads(words.NoRounds) {
		n.state.Term++
	}
	n.renew()
	n.forward(n.id, out)
}

// renew forgets what the process knew of another round.
func (n *Node) renew() {
	n.state.Passed, n.state.Top, n.state.Master, n.state.Elect = false, spec.None, spec.None, false
}

// forward sends a token to the successor.
func (n *Node) forward(candidate spec.NodeID, out *impl.Effects) {
	n.state.Passed, n.state.Top = true, max(n.state.Top, candidate)
	out.Send(n.next(), words.Token{Round: n.state.Term, Candidate: candidate})
	out.SetTimer(words.TimerRetry, spec.Milliseconds(n.cfg.RetryMS))
}

func (n *Node) token(round int, candidate spec.NodeID, out *impl.Effects) {
	unbounded := n.cfg.Reads(words.NoRounds)
	switch {
	case round < n.state.Term:
		return
	case round > n.state.Term, unbounded && n.state.Master != spec.None:
		n.state.Term = round
		n.renew()
	case n.state.Master != spec.None:
		return
	}
	switch {
	case candidate > n.id:
		if unbounded || candidate > n.state.Top { // else it comes round again, and its candidate is not there
			n.forward(candidate, out)
		}
	case candidate == n.id:
		if n.state.Top == n.id || unbounded {
			n.settle(n.id, out)
		}
	case !n.state.Passed:
		n.forward(n.id, out)
	}
}

// settle ends the round for the process.
func (n *Node) settle(leader spec.NodeID, out *impl.Effects) {
	n.renew()
	n.state.Master, n.state.Elect = leader, leader == n.id
	out.StopTimer(words.TimerRetry)
	n.announce(out)
}

// announce tells the successor, where there is one, who leads.
func (n *Node) announce(out *impl.Effects) {
	if n.next() != n.id {
		out.Send(n.next(), words.Elected{Round: n.state.Term, Leader: n.state.Master})
	}
}

// isNews tells whether a leader of a round is one that the process does not know of.
func (n *Node) isNews(round int, leader spec.NodeID) bool {
	if n.cfg.Reads(words.NoRounds) {
		return leader != n.id && leader != n.state.Master
	}
	if round == n.state.Term {
		return leader > n.state.Master
	}
	return round > n.state.Term
}

// elected follows who was elected, unless it should have been another.
func (n *Node) elected(round int, leader spec.NodeID, out *impl.Effects) {
	if !n.isNews(round, leader) {
		return
	}
	n.state.Term = round
	if n.misses(leader) || leader < n.id && !n.cfg.Reads(words.FollowsLower) {
		n.stand(out)
		return
	}
	n.settle(leader, out)
}

// probe asks all up to the successor whether they are there.
func (n *Node) probe(out *impl.Effects) {
	reach := min(n.state.Gap+1, n.cfg.Nodes-1)
	ask := words.Probe{Round: n.state.Term, Leader: n.state.Master}
	for id := range spec.NodeID(n.cfg.Nodes) {
		if n.distance(id) <= reach {
			out.Send(id, ask)
		}
	}
	if !n.state.Watching && n.next() != n.id {
		n.state.Watching = true
		out.SetTimer(words.TimerFail, spec.Milliseconds(n.cfg.FailMS))
	}
	if n.cfg.Most > 0 {
		n.state.Probed++
	}
	if n.cfg.Most == 0 || n.state.Probed < n.cfg.Most {
		out.SetTimer(words.ClockProbe, spec.Milliseconds(n.cfg.ProbeMS))
	}
}
