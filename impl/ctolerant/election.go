package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Election is one run of INITIATEELECTION (Algorithm 1, lines 1 to 16).
type Election struct {
	// Answered tells for each process whether its RESPONSE was counted.
	Answered []bool
	// Count is how many were counted.
	Count int
	// Candidate tells for each process whether some RESPONSE proposed it.
	Candidate []bool
	// Chosen is the process that was sent NOTIFYLEADER, None while RESPONSEs
	// are still awaited.
	Chosen spec.NodeID
	// Stuck is set where too few processes are known for a run to succeed.
	Stuck bool
}

// elect begins a run: from lines 2 and 3, and again from line 14.
func (n *Node) elect(out *impl.Effects) {
	n.state.Run++
	e := &Election{
		Answered:  make([]bool, n.cfg.Nodes),
		Candidate: make([]bool, n.cfg.Nodes),
		Chosen:    spec.None,
	}
	n.state.Election = e
	known := n.unanswered()
	if len(known) < n.cfg.C+1 {
		e.Stuck = true // until the list grows (D7)
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
	for id, member := range n.state.Member {
		if member && !n.state.Election.Answered[id] {
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
	if e == nil || e.Stuck || e.Chosen != spec.None || r.Run != n.state.Run || e.Answered[from] {
		return
	}
	e.Answered[from] = true
	e.Count++
	for _, id := range r.Candidates {
		e.Candidate[id] = true
	}
	if e.Count < n.cfg.C+1 {
		out.SetTimer(words.TimerCollect, n.cfg.CollectTimeout())
		return
	}
	e.Chosen = e.lowestCandidate()
	out.Send(e.Chosen, words.Notify{Run: n.state.Run})
	out.StopTimer(words.TimerCollect)
	out.SetTimer(words.TimerAwait, n.cfg.AwaitTimeout())
}

func (e *Election) lowestCandidate() spec.NodeID {
	for id, candidate := range e.Candidate {
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
	if e == nil || e.Chosen != from || run != n.state.Run {
		return
	}
	n.state.Election = nil
	out.StopTimer(words.TimerAwait)
}
