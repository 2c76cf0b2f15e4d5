package baseline

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// All is a process that tests all others at once. It goes by what it sees itself: of what a reply
// tells only the sender's own incarnation counts.
type All struct {
	self  vcube.Process
	state AllState
}

// AllState is all of an All that changes.
type AllState struct {
	vcube.View
	// Waiting tells for each process whether its answer is awaited, Open of how many it is.
	Waiting []bool
	Open    int
}

// InRound tells whether a round of tests is under way.
func (s *AllState) InRound() bool { return s.Open > 0 }

// NewAll returns a process of a group with that configuration, which words.Config has checked.
func NewAll(id spec.NodeID, cfg words.Config) *All {
	n := &All{state: AllState{View: vcube.Fresh(), Waiting: make([]bool, cfg.Nodes)}}
	n.self = vcube.Process{ID: id, Config: cfg, View: &n.state.View}
	return n
}

// State returns the process's state.
func (n *All) State() any { return &n.state }

// Step handles one event.
func (n *All) Step(ev impl.Event, out *impl.Effects) {
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

func (n *All) fired(timer spec.Timer, out *impl.Effects) {
	if peer := timer.Of(); peer != spec.None {
		n.self.Suspect(peer)
		n.over(peer, out)
		return
	}
	out.SetTimer(words.TimerInterval, n.self.Config.IntervalTime())
	if n.state.Open == 0 {
		n.begin(out)
	}
}

// begin begins a round.
func (n *All) begin(out *impl.Effects) {
	n.self.Freeze()
	n.self.NextTest()
	for i := range n.state.Waiting {
		if peer := spec.NodeID(i); peer != n.self.ID {
			n.state.Waiting[peer] = true
			n.state.Open++
			n.self.Ask(peer, out)
			out.SetTimer(words.TimerTestOf(peer), n.self.Timeout())
		}
	}
	if n.state.Open == 0 {
		n.self.Elect(out)
	}
}

func (n *All) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Request:
		n.self.Answer(from, body, out)
	case words.Reply:
		if !n.state.Waiting[from] || !n.self.Answers(body) {
			n.self.TooLate(from, body)
			return
		}
		out.StopTimer(words.TimerTestOf(from))
		n.self.Hear(from, body.Incarnations[from])
		n.self.Trust(from)
		n.over(from, out)
	}
}

// over ends the test of a process, and the round with the last one.
func (n *All) over(peer spec.NodeID, out *impl.Effects) {
	n.state.Waiting[peer] = false
	if n.state.Open--; n.state.Open == 0 {
		n.self.Elect(out)
	}
}
