package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Node is one process of the group. Every process answers queries and follows
// leaders; those that are told to start run an election as well.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	plan  plan
	state State
}

// State is all of a Node that changes.
type State struct {
	// List tells for each process whether the membership list holds it.
	List []bool
	// Lost are those that List has held and does not hold now. It is kept in Optimistic and Hybrid
	// alone, whose RESPONSEs tell it (D23), and not under TrustConfirmed and NotifyOnce; else nil.
	Lost spec.Set
	// Suspicions tells for each process how often it is suspected, nil while nobody
	// ever was. What it says of this process itself is ignored.
	Suspicions []int
	// Leader is whom this process follows, None before the first LEADER.
	Leader spec.NodeID
	// Tag is that of the LEADER that made Leader the leader, as far as the rule
	// looks at it; zero where it does not.
	Tag words.Tag
	// Version is how many changes of the membership have happened at this process: what
	// it was told to forget and to learn, and its own coming or going. Whether it is in the
	// group follows from that (see outside).
	Version int
	// Announced is the latest tag with which this process has announced itself, for those
	// that join later (D20). It is kept only where some may join, under Run and Tagged, the
	// rules that compare tags, and not under JoinUnanswered; else it is zero.
	Announced words.Tag
	// ElectionNumber is that of the election that this process began last, 0 before the
	// first. All runs of an election have the same.
	ElectionNumber int
	// Rival is the election that this process has yielded to, as long as it waits for that
	// election's LEADER (D16); else zero. While there is one, Election is nil.
	Rival words.Election
	// Run is the last run that this process began, of whichever of its elections.
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
	return &Node{id: id, cfg: cfg, plan: planOf(id, cfg), state: State{
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

func (n *Node) fired(timer spec.Timer, out *impl.Effects) {
	switch timer {
	case words.TimerCollect:
		n.askAgain(out)
	case words.TimerAwait:
		n.elect(out)
	case words.TimerTakeover:
		n.initiate(out)
	}
}

func (n *Node) told(body spec.Body, out *impl.Effects) {
	switch in := body.(type) {
	case words.Start:
		n.initiate(out)
	case words.Purge:
		n.lose(in.Node)
	case words.Suspect:
		n.suspect(in)
	case words.Forget, words.Learn, words.Join, words.Leave:
		n.change(in, out)
	}
}

// received is RECVMESSAGE (Algorithm 1, lines 18 to 26; Algorithm 3, lines 26 to 37;
// Algorithm 2, line 20, and Algorithm 4, line 29, have the same). Where there are several
// initiators a message is heard before it is handled (D16).
func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	if n.ignores(body) {
		return
	}
	switch msg := body.(type) {
	case words.Query:
		asker := words.Election{Number: msg.Election, Initiator: from}
		n.hear(asker, out)
		out.Send(from, n.answer(asker, msg))
	case words.Response:
		n.hear(msg.Rival, out)
		n.count(from, msg, out)
	case words.Notify:
		if !n.cfg.Interprets(words.QueryOnly) {
			n.hear(msg.Election, out)
		}
		n.announce(words.Tag(msg), out)
	case words.Leader:
		n.follow(from, words.Tag(msg))
		n.settle(from, words.Tag(msg), out)
	case words.Joined:
		n.welcome(from, out)
	case words.Left:
		n.lose(from)
	}
}

// announce obeys NOTIFYLEADER (Algorithm 1, line 22).
func (n *Node) announce(tag words.Tag, out *impl.Effects) {
	if n.plan.keepsAnnounced && later(tag, n.state.Announced) {
		n.state.Announced = tag
	}
	out.Multicast(words.Leader(tag))
}

// follow adopts the sender of a LEADER as the rule says (Algorithm 1, line 24;
// section IV-B for Lowest). Under Run a leader of the same run gives way to a lower
// one, which Optimistic notified after it. Hybrid may notify a higher one after it,
// so under Tagged the NOTIFYLEADER that was sent later decides. Of LEADERs of two
// elections both have that of the one that goes before.
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
		tag.Seq = 0
		if later(tag, s.Tag) || tag == s.Tag && from < s.Leader {
			s.Leader, s.Tag = from, tag
		}
	case words.Tagged:
		if later(tag, s.Tag) {
			s.Leader, s.Tag = from, tag
		}
	}
}
