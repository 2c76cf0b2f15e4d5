package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// elect begins a run of the election with the present X and Y: from lines 2 and 3, and
// again where LEADER did not come (Algorithm 1, line 14; Algorithm 2, line 16; Algorithm
// 3, line 22; Algorithm 4, line 25) or nobody is left to lead.
func (n *Node) elect(out *impl.Effects) {
	n.state.Run++
	n.state.Election = n.freshElection(n.state.Election)
	known := n.unanswered()
	if len(known) < n.fewest() {
		n.state.Election.Blocked = true // until the list grows (D7)
		return
	}
	n.ask(known, out)
}

// fewest is how many must be known for a run to ask anybody (D7).
func (n *Node) fewest() int {
	least := n.cfg.C + 1
	if n.cfg.Interprets(words.BlockBelowK) {
		least = n.cfg.Quorum()
	}
	return least
}

// unblock lets a run that waits for the list to grow go on, if it has grown enough (D7).
func (n *Node) unblock(out *impl.Effects) {
	e := n.state.Election
	if e == nil || !e.Blocked {
		return
	}
	known := n.unanswered() // the whole list: no RESPONSE is counted while the run is blocked
	if len(known) < n.fewest() {
		return
	}
	e.Blocked = false
	n.ask(known, out)
}

// freshElection returns an election in which nobody has answered. Nothing is kept of
// the run before (D10), but what it was told under KeepAnswers.
func (n *Node) freshElection(before *Election) *Election {
	e := &Election{Responders: make([]bool, n.cfg.Nodes), ID: spec.None}
	if before != nil && n.cfg.Interprets(words.KeepAnswers) {
		e.Candidates, e.Unhealthy = before.Candidates, before.Unhealthy
	} else {
		e.Candidates, e.Unhealthy = make([]bool, n.cfg.Nodes), make([]bool, n.cfg.Nodes)
	}
	if n.cfg.Interprets(words.NotifyOnce) {
		e.Notified = make([]bool, n.cfg.Nodes)
	}
	return e
}

// electAgain begins a run that asks for more of the lowest processes and fewer of
// the unhealthy, because the present one leaves nobody (Algorithm 3, lines 14 to 17,
// 39 and 40; Algorithm 4, lines 13 to 16).
func (n *Node) electAgain(out *impl.Effects) {
	n.state.X = min(n.cfg.Nodes, n.state.X+1)
	n.state.Y = max(0, n.state.Y-1)
	n.elect(out)
	if n.state.Election.Blocked {
		out.StopTimer(words.TimerCollect)
	}
}

// askAgain sends QUERY once more, to processes that have not answered (lines 5
// and 6).
func (n *Node) askAgain(out *impl.Effects) { n.ask(n.unanswered(), out) }

// ask brings the number of processes asked or heard up to k = c+f+1.
func (n *Node) ask(targets spec.Set, out *impl.Effects) {
	wanted := n.cfg.Quorum() - n.state.Election.Count
	for _, to := range out.Pick(words.WhyQuery, targets, wanted) {
		out.Send(to, words.Query{Run: n.state.Run, X: n.state.X, Y: n.state.Y, Election: n.state.ElectionNumber})
	}
	out.SetTimer(words.TimerCollect, n.cfg.CollectTimeout())
}

// unanswered returns the members of the list that have not answered.
func (n *Node) unanswered() spec.Set {
	var ids spec.Set
	for id, member := range n.state.List {
		if member && !n.state.Election.Responders[id] {
			ids = append(ids, spec.NodeID(id))
		}
	}
	return ids
}

// count takes a RESPONSE into account (lines 8 to 10 of Algorithm 1, 8 to 12 of
// Algorithm 2, 8 to 11 of Algorithm 3, 8 to 22 of Algorithm 4) and ends the loop with
// the (c+1)-th (line 4). RESPONSEs of another run (D4), repeated ones and those that
// come after the loop are refused.
func (n *Node) count(from spec.NodeID, r words.Response, out *impl.Effects) {
	e := n.state.Election
	if e == nil || e.Blocked || e.Collected || e.Responders[from] {
		return
	}
	if r.Run != n.state.Run && !n.cfg.Interprets(words.AcceptOld) {
		return
	}
	e.add(from, r)
	last := e.Count > n.cfg.C
	if last || n.cfg.Protocol.Streams() {
		switch best := n.lowestLeader(); {
		case best != spec.None:
			n.choose(best, out)
		case last || !n.cfg.Interprets(words.WaitWhenEmpty): // inside the loop too, as printed (D9)
			n.electAgain(out)
			return
		}
	}
	if !last {
		out.SetTimer(words.TimerCollect, n.cfg.CollectTimeout())
		return
	}
	n.endLoop(out)
}

// add unites what a RESPONSE says with what is known (Algorithm 3, lines 9 to 11), and notes
// whether it makes the present choice doubtful.
func (e *Election) add(from spec.NodeID, r words.Response) {
	e.Responders[from] = true
	e.Count++
	for _, id := range r.Candidates {
		e.Candidates[id] = true
	}
	for _, id := range r.Unhealthy {
		e.Unhealthy[id] = true
	}
	if spec.Lowest(r.Lost) < e.ID && len(r.Lost) > 0 {
		e.Doubted = true
	}
}

// lowestLeader is the lowest candidate that nobody reports as unhealthy, None where
// there is none (Algorithm 3, lines 13 and 19). It need not be known here, since c lists
// may lack a process; under NotifyKnown it must be (D18).
func (n *Node) lowestLeader() spec.NodeID {
	e, known := n.state.Election, n.cfg.Interprets(words.NotifyKnown)
	for id, candidate := range e.Candidates {
		if candidate && !e.Unhealthy[id] && (!known || n.state.List[id]) {
			return spec.NodeID(id)
		}
	}
	return spec.None
}

// choose sends NOTIFYLEADER to the lowest leader (Algorithm 1, line 12; Algorithm 2,
// lines 10 to 12; Algorithm 3, line 20; Algorithm 4, lines 19 to 22), unless it is the
// one that was chosen last. Hybrid may come back to one that it left: those that
// follow another since then need a new LEADER, so it is notified again (D13).
func (n *Node) choose(best spec.NodeID, out *impl.Effects) {
	e := n.state.Election
	if best == e.ID {
		return
	}
	e.ID, e.Confirmed = best, false
	e.Doubted = false // those who have answered so far did so before it is notified
	if n.cfg.Interprets(words.NotifyOnce) {
		if e.Notified[best] {
			return
		}
		e.Notified[best] = true
	}
	n.notify(out)
}

// notify sends NOTIFYLEADER to the process that was chosen last.
func (n *Node) notify(out *impl.Effects) {
	e := n.state.Election
	e.Seq++
	out.Send(e.ID, words.Notify{Run: n.state.Run, Seq: e.Seq, Election: n.own()})
}

// asksTwice reports whether one that was notified inside the loop is notified once more at its end,
// where an answer casts doubt on it (D23).
func (n *Node) asksTwice() bool {
	return n.cfg.Protocol.Streams() &&
		!n.cfg.Interprets(words.TrustConfirmed) && !n.cfg.Interprets(words.NotifyOnce)
}

// endLoop goes on to the wait for LEADER (Algorithm 1, line 13; Algorithm 2, line 15;
// Algorithm 3, line 21; Algorithm 4, line 24). What has come inside the loop is not
// waited for (D8), unless it is in doubt.
func (n *Node) endLoop(out *impl.Effects) {
	e := n.state.Election
	if e.Doubted {
		e.Doubted, e.Confirmed = false, false
		n.notify(out)
	}
	out.StopTimer(words.TimerCollect)
	if e.Confirmed {
		n.state.Election = nil
		return
	}
	e.Collected = true
	out.SetTimer(words.TimerAwait, n.cfg.AwaitTimeout())
}

// answersLast reports whether a LEADER with that tag answers the last NOTIFYLEADER, or
// counts as if it did.
func (n *Node) answersLast(tag words.Tag) bool {
	switch {
	case n.cfg.Interprets(words.AnyLeader):
		return true
	case tag.Election != n.own():
		return false
	case tag.Run != n.state.Run:
		return false
	}
	return tag.Seq == n.state.Election.Seq || n.cfg.Interprets(words.NotifyOnce)
}

// confirm ends the election when the chosen process announces itself in the present
// run, as the last NOTIFYLEADER told it to. Inside the loop that is only remembered,
// and under AwaitAfterLoop not even that.
func (n *Node) confirm(from spec.NodeID, tag words.Tag, out *impl.Effects) {
	e := n.state.Election
	if e == nil || e.ID != from || !n.answersLast(tag) {
		return
	}
	if !e.Collected {
		e.Confirmed = !n.cfg.Interprets(words.AwaitAfterLoop)
		return
	}
	n.state.Election = nil
	out.StopTimer(words.TimerAwait)
}

// own is the election that this process began last.
func (n *Node) own() words.Election {
	return words.Election{Number: n.state.ElectionNumber, Initiator: n.id}
}
