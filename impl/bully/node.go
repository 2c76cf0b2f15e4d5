// Package bully implements the bully election: a process that misses its leader asks the higher
// ones, and leads where none of them answers. Each who leads has epochs of its own, by which two who
// lead at the same time can be told apart.
//
// The package must not import spec/bully, which it is compared with. Start reading at [New].
package bully

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

// Role is what a process does.
type Role uint8

// The roles.
const (
	// Lost: it knows of no leader and looks for none, which is so before its first event alone.
	Lost Role = iota
	// Follows: it follows another process.
	Follows
	// Leads: it leads.
	Leads
	// Asks: it has asked the higher processes, and waits for the first answer.
	Asks
	// Waits: it was answered, and waits for who leads.
	Waits
)

// Node is one process.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	state State
}

// State is all of a Node that changes.
type State struct {
	Role   Role
	Master spec.NodeID // whom it follows, itself where it leads, else None
	Known  int         // the highest epoch that it knows of
	Beaten int         // how often it has beaten, where the configuration bounds that
}

// New returns a process of a group with that configuration.
func New(id spec.NodeID, cfg words.Config) *Node {
	return &Node{id: id, cfg: cfg, state: State{Master: spec.None, Known: words.NoEpoch}}
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Leader is whom the process follows, itself where it leads; None where nobody.
func (s *State) Leader() spec.NodeID { return s.Master }

// Acts tells whether the process acts as the leader.
func (s *State) Acts() bool { return s.Role == Leads }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		n.boot(out)
	case impl.Recovered:
		if saved, ok := ev.Disk.(words.Record); ok {
			n.state.Known = saved.Epoch
		}
		n.elect(out)
	case impl.Input:
		if suspect, is := ev.Body.(words.Suspect); !is || suspect.Whom == n.state.Master {
			n.elect(out)
		}
	case impl.Fired:
		n.fired(ev.Timer, out)
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	}
}

// boot begins an election, or follows the highest where that is agreed on.
func (n *Node) boot(out *impl.Effects) {
	if n.cfg.Start == words.Cold {
		n.elect(out)
		return
	}
	if n.fences() {
		n.state.Known = n.cfg.Nodes - 1
	}
	if n.isHighest() {
		if n.fences() {
			out.Save(words.Record{Epoch: n.state.Known})
		}
		n.reign(out)
		return
	}
	n.follow(spec.NodeID(n.cfg.Nodes-1), out)
}

func (n *Node) fired(timer spec.Timer, out *impl.Effects) {
	switch timer {
	case words.TimerAnswer:
		n.win(out)
	case words.ClockBeat:
		n.beat(out)
	default: // nobody leads that one hears of
		n.elect(out)
	}
}

func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Election:
		n.questioned(from, body.Epoch, out)
	case words.Answer:
		if n.state.Role == Asks {
			n.state.Role = Waits
			out.StopTimer(words.TimerAnswer)
			if !n.cfg.Reads(words.JobDone) {
				out.SetTimer(words.TimerCoordinator, spec.Milliseconds(n.cfg.CoordinatorMS))
			}
		}
	case words.Coordinator:
		n.claimed(from, body.Epoch, out)
	case words.Beat:
		n.claimed(from, body.Epoch, out)
	}
}

// questioned answers a lower process. It misses who led in an epoch: if that is not over yet, an election
// is held here, too; if it is, who leads now makes itself known.
func (n *Node) questioned(by spec.NodeID, epoch int, out *impl.Effects) {
	over := epoch < n.state.Known
	n.learn(epoch)
	switch {
	case over && n.state.Role == Leads:
		out.Send(by, words.Coordinator{Epoch: n.state.Known})
	case over || n.elects():
		out.Send(by, words.Answer{})
	default:
		out.Send(by, words.Answer{})
		n.elect(out)
	}
}

// claimed weighs that another process says that it leads.
func (n *Node) claimed(by spec.NodeID, epoch int, out *impl.Effects) {
	isLower := by < n.id
	if epoch < n.state.Known {
		if !isLower && by != n.state.Master { // it ought to lead, and does not know that its epoch is over
			out.Send(by, words.Election{Epoch: n.state.Known})
		}
		return
	}
	if isLower && n.cfg.Reads(words.IgnoresLower) {
		return
	}
	n.learn(epoch)
	switch {
	case !isLower:
		n.follow(by, out)
	case !n.elects():
		n.elect(out)
	}
}

func (n *Node) fences() bool    { return !n.cfg.Reads(words.NoEpochs) }
func (n *Node) isHighest() bool { return int(n.id) == n.cfg.Nodes-1 }
func (n *Node) elects() bool    { return n.state.Role == Asks || n.state.Role == Waits }

func (n *Node) learn(epoch int) { n.state.Known = max(n.state.Known, epoch) }

// elect holds an election: the process follows nobody, and asks all who come before it.
func (n *Node) elect(out *impl.Effects) {
	n.resign(out)
	if n.isHighest() {
		n.win(out)
		return
	}
	n.state.Role = Asks
	out.StopTimer(words.TimerCoordinator)
	out.SetTimer(words.TimerAnswer, spec.Milliseconds(n.cfg.AnswerMS))
	for peer := int(n.id) + 1; peer < n.cfg.Nodes; peer++ {
		out.Send(spec.NodeID(peer), words.Election{Epoch: n.state.Known})
	}
}

// resign ends that the process leads or follows.
func (n *Node) resign(out *impl.Effects) {
	switch n.state.Role {
	case Leads:
		out.StopTimer(words.ClockBeat)
	case Follows:
		out.StopTimer(words.TimerFail)
	}
	n.state.Role, n.state.Master = Lost, spec.None
}

// win makes the process the leader, in an epoch that it alone can have.
func (n *Node) win(out *impl.Effects) {
	if n.fences() {
		ahead := (int(n.id) - n.state.Known - 1) % n.cfg.Nodes
		if ahead < 0 {
			ahead += n.cfg.Nodes
		}
		n.state.Known += 1 + ahead
		out.Save(words.Record{Epoch: n.state.Known})
	}
	n.tell(words.Coordinator{Epoch: n.state.Known}, out)
	n.reign(out)
}

// reign has the process lead.
func (n *Node) reign(out *impl.Effects) {
	n.state.Role, n.state.Master = Leads, n.id
	n.rest(out)
	n.windUp(out)
}

// follow has the process follow another.
func (n *Node) follow(leader spec.NodeID, out *impl.Effects) {
	n.resign(out)
	n.rest(out)
	n.state.Role, n.state.Master = Follows, leader
	if n.cfg.Detector == words.Beats {
		out.SetTimer(words.TimerFail, spec.Milliseconds(n.cfg.FailMS))
	}
}

// rest stops the timers of an election.
func (n *Node) rest(out *impl.Effects) {
	out.StopTimer(words.TimerAnswer)
	out.StopTimer(words.TimerCoordinator)
}

// tell sends to all others.
func (n *Node) tell(body spec.Body, out *impl.Effects) {
	for peer := range n.cfg.Nodes {
		if spec.NodeID(peer) != n.id {
			out.Send(spec.NodeID(peer), body)
		}
	}
}

// beat says that the process still leads.
func (n *Node) beat(out *impl.Effects) {
	if n.cfg.Most > 0 {
		n.state.Beaten++
	}
	n.tell(words.Beat{Epoch: n.state.Known}, out)
	n.windUp(out)
}

// windUp sets the clock for the next beat, if there is to be one.
func (n *Node) windUp(out *impl.Effects) {
	if n.cfg.Detector == words.Beats && (n.cfg.Most == 0 || n.state.Beaten < n.cfg.Most) {
		out.SetTimer(words.ClockBeat, spec.Milliseconds(n.cfg.BeatMS))
	}
}
