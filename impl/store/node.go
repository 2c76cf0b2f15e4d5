// Package store implements a register and a lock that the leader of an election guards. The
// processes elect by ctolerant, whose node is inside this one, unchanged. One more process is
// the storage, which holds the value. Who leads serves the calls of the client beside it: it
// gets the value, computes, and puts another one where there is one.
//
// A leader that was deposed does not know it yet. So requests carry the tag by which their
// sender leads, the fencing token, and the storage refuses one that is earlier than any that it
// has heard, in a Get too: between a Get and the Put of the same token it has taken no other's.
// Since no two processes lead by one tag, and each does one thing at a time, every call then
// takes effect at one instant: with its Put, or its Get where it has none.
//
// Copies are late, doubled and out of order. So each process numbers its requests, and the
// storage hears each number at most once and none after a later one. Without that, a Fenced
// that answers the second copy of a Put would say that what the first one did was not done, and
// a Put that its leader has given up could come between a Get and a Put that it has not. A
// process looks at the answer to its last request alone.
//
// A call whose Get is refused, or not answered in time, has had no effect: there will be no
// Put. So is one whose Put is refused. Where a Put is not answered nobody knows.
//
// The package imports impl, spec, the words, the election, and of linearizability what clients
// call. Start reading at [New].
package store

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/store/words"
)

// Node is one process: it elects and serves, or it is the storage.
type Node struct {
	id      spec.NodeID
	cfg     words.Config
	elector *ctolerant.Node
	state   State
}

// State is all of a Node that changes.
type State struct {
	// Election is the state of the node inside, which has it while it is stepped and at no other
	// time: so it is all here, and who restores this state restores that.
	Election ctolerant.State
	// Call is what is being served, nil while nothing is.
	Call *Call
	// Asked is the number of its last request to the storage.
	Asked int
	// Fenced is the last tag with which the storage has refused it. By that it leads no more.
	Fenced election.Tag
	// Answers is how many calls were answered; Outcome and Answer are of the last one.
	Answers int
	Outcome Outcome
	Answer  any
	// Cell is what the storage holds, nil elsewhere.
	Cell *Cell
}

// Call is a call that is being served.
type Call struct {
	In spec.Body
	// Token is the tag by which the process led when it was called.
	Token election.Tag
	// Puts is set from when a Put was sent. Answer is what it then waits to say.
	Puts   bool
	Answer any
}

// Outcome tells whether a call has taken effect.
type Outcome int

// The outcomes.
const (
	None    Outcome = iota // nothing was called yet
	Done                   // it has, with an Answer
	Refused                // it has not, nor will
	Unknown                // nobody knows
)

// New returns a process of a group with that configuration, which words.Config has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	n := &Node{id: id, cfg: cfg}
	if id == cfg.Storage() {
		n.state.Cell = &Cell{Value: linearizability.Nil, Heard: make([]int, cfg.Nodes)}
		return n
	}
	n.elector = ctolerant.New(id, cfg.Election())
	n.state.Election = n.withdraw()
	return n
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Leads tells whether a process takes itself for the leader.
func (s *State) Leads(id spec.NodeID) bool {
	return s.Cell == nil && s.Election.Leader == id && s.Election.Tag != s.Fenced
}

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch body := ev.Body.(type) {
	case words.Get:
		n.state.Cell.get(ev.From, body, n.cfg.Fenced, out)
	case words.Put:
		n.state.Cell.put(ev.From, body, n.cfg.Fenced, out)
	case words.Got:
		if n.awaits(body.Nth) {
			n.compute(body.Value, out)
		}
	case words.Kept:
		if n.awaits(body.Nth) {
			n.answer(Done, n.state.Call.Answer, out)
		}
	case words.Fenced:
		if n.awaits(body.Nth) {
			n.state.Fenced = n.state.Call.Token
			n.answer(Refused, nil, out)
		}
	case linearizability.Read, linearizability.Write, linearizability.CompareAndSwap,
		linearizability.Acquire, linearizability.Release:
		n.serve(ev.Body, out)
	default:
		n.elect(ev, out)
	}
}

// elect has the node inside handle an event, unless it is the timer of the one outside, or one
// that would begin a run after so many. The storage hears the election too, which tells all
// processes who leads, and does not listen.
func (n *Node) elect(ev impl.Event, out *impl.Effects) {
	switch {
	case ev.Timer == words.TimerAnswer:
		n.giveUp(out)
	case n.state.Election.Run >= n.cfg.Runs && (ev.Timer == election.TimerAwait || ev.Timer == election.TimerTakeover):
	case n.elector != nil:
		*n.inside() = n.state.Election
		n.elector.Step(ev, out)
		n.state.Election = n.withdraw()
	}
}

// inside is where the node inside has its state.
func (n *Node) inside() *ctolerant.State { return n.elector.State().(*ctolerant.State) }

// withdraw takes the state from the node inside.
func (n *Node) withdraw() ctolerant.State {
	s := *n.inside()
	*n.inside() = ctolerant.State{}
	return s
}
