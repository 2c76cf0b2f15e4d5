package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Node is one process of the group. Every process answers queries and follows
// leaders; the one that is told to start runs an election as well.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	state State
}

// State is all of a Node that changes.
type State struct {
	// List tells for each process whether the membership list holds it.
	List []bool
	// Leader is whom this process follows, None before the first LEADER.
	Leader spec.NodeID
	// Tag is the run of the election that made Leader the leader; 0 where the
	// rule does not look at it.
	Tag int
	// Run is the last run of the election that this process began.
	Run int
	// Election is that run while it goes on, nil before and after.
	Election *Election
}

// New returns process id of a group with that configuration, which words.Config
// has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	member := make([]bool, cfg.Nodes)
	for _, other := range cfg.Lists[id] {
		member[other] = true
	}
	return &Node{id: id, cfg: cfg, state: State{List: member, Leader: spec.None}}
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Fired:
		n.fired(ev.Timer, out)
	case impl.Told:
		n.told(ev.Body, out)
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	}
}

func (n *Node) fired(timer string, out *impl.Effects) {
	switch timer {
	case words.TimerCollect:
		n.askAgain(out)
	case words.TimerAwait:
		n.elect(out)
	}
}

func (n *Node) told(body spec.Body, out *impl.Effects) {
	switch in := body.(type) {
	case words.Start:
		n.elect(out)
	case words.Purge:
		n.state.List[in.Node] = false
	}
}

// received is RECVMESSAGE (Algorithm 1, lines 18 to 26; Algorithm 2, line 20, has
// the same).
func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch msg := body.(type) {
	case words.Query:
		out.Send(from, words.Response{Run: msg.Run, Candidates: n.lowest(1)})
	case words.Response:
		n.count(from, msg, out)
	case words.Notify:
		out.Multicast(words.Leader(msg))
	case words.Leader:
		n.follow(from, msg.Run)
		n.confirm(from, msg.Run, out)
	}
}

// lowest returns the x lowest members of the list.
func (n *Node) lowest(x int) spec.Set {
	var found spec.Set
	for id, member := range n.state.List {
		if len(found) == x {
			break
		}
		if member {
			found = append(found, spec.NodeID(id))
		}
	}
	return found
}

// follow adopts the sender of a LEADER as the rule says (Algorithm 1, line 24;
// section IV-B for Lowest). Under Tagged a leader of the same run gives way to a
// lower one, which Optimistic notified after it.
func (n *Node) follow(from spec.NodeID, run int) {
	s := &n.state
	switch n.cfg.Rule {
	case words.Last:
		s.Leader = from
	case words.Lowest:
		if s.Leader == spec.None || from < s.Leader {
			s.Leader = from
		}
	case words.Tagged:
		if run > s.Tag || run == s.Tag && from < s.Leader {
			s.Leader, s.Tag = from, run
		}
	}
}
