package baseline

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Ring is a process that tests its successors one after another until one answers. It merges what
// that one knows, as vCube does; so news needs up to N rounds to go round.
type Ring struct {
	self  vcube.Process
	state RingState
}

// RingState is all of a Ring that changes.
type RingState struct {
	vcube.View
	// Testing is who is under test, None between two rounds.
	Testing spec.NodeID
}

// InRound tells whether a round of tests is under way.
func (s *RingState) InRound() bool { return s.Testing != spec.None }

// NewRing returns a process of a group with that configuration, which words.Config has checked.
func NewRing(id spec.NodeID, cfg words.Config) *Ring {
	n := &Ring{state: RingState{View: vcube.Fresh(), Testing: spec.None}}
	n.self = vcube.Process{ID: id, Config: cfg, View: &n.state.View}
	return n
}

// State returns the process's state.
func (n *Ring) State() any { return &n.state }

// Step handles one event.
func (n *Ring) Step(ev impl.Event, out *impl.Effects) {
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

func (n *Ring) fired(timer spec.Timer, out *impl.Effects) {
	switch timer {
	case words.TimerInterval:
		out.SetTimer(words.TimerInterval, n.self.Config.IntervalTime())
		if n.state.Testing == spec.None {
			n.self.Freeze()
			n.testAfter(n.self.ID, out)
		}
	case words.TimerTest:
		n.self.Suspect(n.state.Testing)
		n.testAfter(n.state.Testing, out)
	}
}

// testAfter tests the successor of a process. Where that is the tester itself it has tested
// everybody, and elects.
func (n *Ring) testAfter(j spec.NodeID, out *impl.Effects) {
	if j++; int(j) == n.self.Config.Nodes {
		j = 0
	}
	if j == n.self.ID {
		n.elect(out)
		return
	}
	n.state.Testing = j
	n.self.NextTest()
	n.self.Ask(j, out)
	out.SetTimer(words.TimerTest, n.self.Timeout())
}

func (n *Ring) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
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
		n.elect(out)
	}
}

// elect ends the round.
func (n *Ring) elect(out *impl.Effects) {
	n.state.Testing = spec.None
	n.self.Elect(out)
}
