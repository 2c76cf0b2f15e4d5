package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Election is one run of INITIATEELECTION (Algorithm 1, lines 1 to 16).
type Election struct {
	// Responders tells for each process whether its RESPONSE was counted.
	Responders []bool
	// Count is how many were counted.
	Count int
	// Candidates tells for each process whether some RESPONSE proposed it.
	Candidates []bool
	// ID is the process that was sent NOTIFYLEADER, None while RESPONSEs
	// are still awaited.
	ID spec.NodeID
	// Blocked is set where too few processes are known for a run to succeed.
	Blocked bool
}

// elect begins a run: from lines 2 and 3, and again from line 14.
func (n *Node) elect(out *impl.Effects) {
	n.state.Run++
	e := &Election{
		Responders: make([]bool, n.cfg.Nodes),
		Candidates: make([]bool, n.cfg.Nodes),
		ID:         spec.None,
	}
	n.state.Election = e
	known := n.unanswered()
	if len(known) < n.cfg.C+1 {
		e.Blocked = true // until the list grows (D7)
		return
	}
	n.ask(known, out)
}

// askAgain sends QUERY once more, to processes that have not answered (lines 5
// and 6).
func (n *Node) askAgain(out *impl.Effects) { n.ask(n.unanswered(), out) }

// ask brings the number of processes asked or heard up to k = c+f+1.
func (n *Node) ask(targets spec.Set, out *impl.Effects) {
	wanted := n.cfg.Quorum() - n.state.Election.Count
	for _, to := range out.Pick(words.WhyQuery, targets, wanted) {
		out.Send(to, words.Query{Run: n.state.Run})
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

// count takes a RESPONSE into account (lines 7 to 9) and ends the loop with the
// (c+1)-th (lines 4 and 12). RESPONSEs of another run, repeated ones and those
// that come after the loop are refused.
func (n *Node) count(from spec.NodeID, r words.Response, out *impl.Effects) {
	e := n.state.Election
	if e == nil || e.Blocked || e.ID != spec.None || r.Run != n.state.Run || e.Responders[from] {
		return
	}
	e.Responders[from] = true
	e.Count++
	for _, id := range r.Candidates {
		e.Candidates[id] = true
	}
	if e.Count < n.cfg.C+1 {
		out.SetTimer(words.TimerCollect, n.cfg.CollectTimeout())
		return
	}
	e.ID = e.lowestCandidate()
	out.Send(e.ID, words.Notify{Run: n.state.Run})
	out.StopTimer(words.TimerCollect)
	out.SetTimer(words.TimerAwait, n.cfg.AwaitTimeout())
}

func (e *Election) lowestCandidate() spec.NodeID {
	for id, candidate := range e.Candidates {
		if candidate {
			return spec.NodeID(id)
		}
	}
	return spec.None
}

// confirm ends the election when the chosen process announces itself in the
// present run (line 13).
func (n *Node) confirm(from spec.NodeID, run int, out *impl.Effects) {
	e := n.state.Election
	if e == nil || e.ID != from || run != n.state.Run {
		return
	}
	n.state.Election = nil
	out.StopTimer(words.TimerAwait)
}
