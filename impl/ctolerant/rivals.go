package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// initiate begins an election: the first one, or that of a process that takes over, because
// the LEADER of the rival that it yielded to has not come (D16). Its number is beyond that
// of the rival and that of the leader's election, so that it goes before both: otherwise
// nobody would adopt its leader.
func (n *Node) initiate(out *impl.Effects) {
	s := &n.state
	s.ElectionNumber = max(s.Rival.Number, s.Tag.Election.Number) + 1
	s.Rival = words.Election{}
	n.elect(out)
}

// hear makes the process yield to another election that goes before its own, or before the
// one that it has yielded to (D16). A run that is abandoned is forgotten. Because the rival
// may have failed, its LEADER is not waited for for ever, but under NoTakeover.
//
// The zero Election goes before none that is under way, so it need not be told apart.
func (n *Node) hear(other words.Election, out *impl.Effects) {
	s := &n.state
	switch {
	case s.Rival.Number > 0 && before(other, s.Rival):
	case n.givesWayTo(other):
		n.abandon(out)
	default:
		return
	}
	s.Rival = other
	if !n.cfg.Interprets(words.NoTakeover) {
		out.SetTimer(words.TimerTakeover, n.cfg.TakeoverTimeout())
	}
}

// givesWayTo reports whether this process runs an election that is to end for another one.
// NOTIFYLEADER binds nobody, so it ends even where that was sent (D17), but under
// NotifiedGoesOn.
func (n *Node) givesWayTo(other words.Election) bool {
	e := n.state.Election
	return e != nil && before(other, n.own()) && !n.cfg.Interprets(words.NobodyYields) &&
		(e.Seq == 0 || !n.cfg.Interprets(words.NotifiedGoesOn))
}

// abandon ends the run, and the timer that it waits with.
func (n *Node) abandon(out *impl.Effects) {
	switch e := n.state.Election; {
	case e.Blocked: // it waits for its list, without a timer
	case e.Collected:
		out.StopTimer(words.TimerAwait)
	default:
		out.StopTimer(words.TimerCollect)
	}
	n.state.Election = nil
}

// rivalOf is what a RESPONSE tells the asker of: the election that this process runs or has
// yielded to, if it goes before the asker's, which may never hear of it otherwise (D16).
func (n *Node) rivalOf(asker words.Election) words.Election {
	known := n.state.Rival
	if n.state.Election != nil {
		known = n.own()
	}
	if !before(known, asker) || n.cfg.Interprets(words.QueryOnly) || n.cfg.Interprets(words.NobodyYields) {
		return words.Election{}
	}
	return known
}

// settle does what a LEADER does to an initiator's election. One that has yielded was
// waiting for a LEADER of that rival, or of an election that goes before it. One that has
// not is done with its own, if the LEADER's goes before that: whom it led would not be
// followed (D16). Else the LEADER may be the one that its own election waits for.
func (n *Node) settle(from spec.NodeID, tag words.Tag, out *impl.Effects) {
	s := &n.state
	switch {
	case s.Rival.Number > 0:
		if before(s.Rival, tag.Election) {
			return
		}
		s.Rival = words.Election{}
		if !n.cfg.Interprets(words.NoTakeover) {
			out.StopTimer(words.TimerTakeover)
		}
	case !n.cfg.Interprets(words.QueryOnly) && n.givesWayTo(tag.Election):
		n.abandon(out)
	default:
		n.confirm(from, tag, out)
	}
}
