package ctolerant

import (
	"slices"

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
	// Suspicions tells for each process how often it is suspected, nil while nobody
	// ever was. What it says of this process itself is ignored.
	Suspicions []int
	// Leader is whom this process follows, None before the first LEADER.
	Leader spec.NodeID
	// Tag is that of the LEADER that made Leader the leader, as far as the rule
	// looks at it; zero where it does not.
	Tag words.Tag
	// Run is the last run of the election that this process began.
	Run int
	// X and Y are what its QUERYs ask for: how many of the lowest and of the
	// unhealthiest processes. They change where a run leaves nobody to lead, and
	// are never set back.
	X, Y int
	// Election is the run while it goes on, nil before and after.
	Election *Election
}

// New returns process id of a group with that configuration, which words.Config
// has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	member := make([]bool, cfg.Nodes)
	for _, other := range cfg.Lists[id] {
		member[other] = true
	}
	var suspicions []int
	if cfg.Suspicions != nil {
		suspicions = slices.Clone(cfg.Suspicions[id]) // it changes, the configuration does not
	}
	return &Node{id: id, cfg: cfg, state: State{
		List: member, Suspicions: suspicions, Leader: spec.None, X: cfg.X, Y: cfg.Y,
	}}
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
	case words.Suspect:
		n.suspect(in)
	}
}

// received is RECVMESSAGE (Algorithm 1, lines 18 to 26; Algorithm 3, lines 26 to 37;
// Algorithm 2, line 20, and Algorithm 4, line 29, have the same).
func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch msg := body.(type) {
	case words.Query:
		out.Send(from, n.answer(msg))
	case words.Response:
		n.count(from, msg, out)
	case words.Notify:
		out.Multicast(words.Leader(msg))
	case words.Leader:
		n.follow(from, words.Tag(msg))
		n.confirm(from, words.Tag(msg), out)
	}
}

// follow adopts the sender of a LEADER as the rule says (Algorithm 1, line 24;
// section IV-B for Lowest). Under Run a leader of the same run gives way to a lower
// one, which Optimistic notified after it. Hybrid may notify a higher one after it,
// so under Tagged the NOTIFYLEADER that was sent later decides.
func (n *Node) follow(from spec.NodeID, tag words.Tag) {
	s := &n.state
	switch n.cfg.Rule {
	case words.Last:
		s.Leader = from
	case words.Lowest:
		if s.Leader == spec.None || from < s.Leader {
			s.Leader = from
		}
	case words.Run:
		if tag.Run > s.Tag.Run || tag.Run == s.Tag.Run && from < s.Leader {
			s.Leader, s.Tag = from, words.Tag{Run: tag.Run}
		}
	case words.Tagged:
		if tag.Run > s.Tag.Run || tag.Run == s.Tag.Run && tag.Seq > s.Tag.Seq {
			s.Leader, s.Tag = from, tag
		}
	}
}
