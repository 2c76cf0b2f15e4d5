package vcube

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Node is one process of vCube.
type Node struct {
	self  Process
	state State
}

// State is all of a Node that changes.
type State struct {
	View
	// Testing is who is under test, None between two rounds, and Left the others of its
	// cluster who are still to be tested in this round, in that order.
	Testing spec.NodeID
	Left    []spec.NodeID
}

// InRound tells whether a round of tests is under way.
func (s *State) InRound() bool { return s.Testing != spec.None }

// New returns a process of a group with that configuration, which words.Config has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	n := &Node{state: State{View: Fresh(), Testing: spec.None}}
	n.self = Process{id, cfg, &n.state.View}
	return n
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		n.self.Boot(out)
	case impl.Recovered:
		n.self.Recover(ev.Disk, out)
	case impl.Fired:
		n.fired(ev.Timer, out)
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	}
}

func (n *Node) fired(timer spec.Timer, out *impl.Effects) {
	switch timer {
	case words.TimerInterval:
		out.SetTimer(words.TimerInterval, n.self.Config.IntervalTime())
		n.begin(out)
	case words.TimerTest:
		n.self.Suspect(n.state.Testing)
		n.next(out)
	}
}

// received answers tests, and ends the one that a reply answers (lines 16 to 25).
func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Request:
		n.self.Answer(from, body, out)
	case words.Reply:
		if from != n.state.Testing || !n.self.Answers(body) {
			n.self.TooLate(from, body)
			return
		}
		out.StopTimer(words.TimerTest)
		n.self.Learn(body)
		n.self.Trust(from)
		if n.self.Config.Interprets(words.Scan) {
			n.state.Left = nil // one of the cluster is enough
		}
		n.next(out)
	}
}
