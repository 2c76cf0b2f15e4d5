package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Fired:
		n.fired(ev.Timer, out)
	case impl.Input:
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
	case words.Missed:
		n.state.Suspicions[in.Node]++
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
