package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Election is one run of INITIATEELECTION (Algorithm 1, lines 1 to 16, or
// Algorithm 2, lines 1 to 18).
type Election struct {
	// Responders tells for each process whether its RESPONSE was counted.
	Responders []bool
	// Count is how many were counted.
	Count int
	// Candidates tells for each process whether some RESPONSE proposed it.
	Candidates []bool
	// ID is the process that was sent NOTIFYLEADER last, None before the first.
	// Base sends it once, after the loop (Algorithm 1, line 12); Optimistic
	// sends it inside the loop, whenever the lowest candidate is another one
	// (Algorithm 2, lines 10 to 12).
	ID spec.NodeID
	// Collected is set when c+1 RESPONSEs were counted: the loop is over, and
	// LEADER from ID is awaited (Algorithm 1, line 13; Algorithm 2, line 15).
	Collected bool
	// Confirmed is set when LEADER of this run came from ID inside the loop,
	// which only Optimistic sees. It counts when line 15 of Algorithm 2 is
	// reached, and is forgotten when ID changes (D8).
	Confirmed bool
	// Blocked is set where too few processes are known for a run to succeed.
	Blocked bool
}

// elect begins a run: from lines 2 and 3, and again from line 14 of Algorithm 1
// and line 16 of Algorithm 2. Nothing is kept of the run before (D10).
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

// count takes a RESPONSE into account (Algorithm 1, lines 8 to 10; Algorithm 2,
// lines 8 to 12) and ends the loop with the (c+1)-th (line 4). RESPONSEs of
// another run, repeated ones and those that come after the loop are refused.
func (n *Node) count(from spec.NodeID, r words.Response, out *impl.Effects) {
	e := n.state.Election
	if e == nil || e.Blocked || e.Collected || r.Run != n.state.Run || e.Responders[from] {
		return
	}
	e.Responders[from] = true
	e.Count++
	for _, id := range r.Candidates {
		e.Candidates[id] = true
	}
	if n.cfg.Protocol.Streams() {
		n.notify(out)
	}
	if e.Count < n.cfg.C+1 {
		out.SetTimer(words.TimerCollect, n.cfg.CollectTimeout())
		return
	}
	n.endLoop(out)
}

// notify sends NOTIFYLEADER to the lowest candidate (Algorithm 1, line 12;
// Algorithm 2, lines 10 to 12), unless it was the last to get one in this run. A
// run only gains candidates, so another one than before is a lower one.
func (n *Node) notify(out *impl.Effects) {
	e := n.state.Election
	lowest := e.lowestCandidate()
	if lowest == e.ID {
		return
	}
	e.ID, e.Confirmed = lowest, false
	out.Send(lowest, words.Notify{Run: n.state.Run})
}

// endLoop goes on to the wait for LEADER (Algorithm 1, line 13; Algorithm 2,
// line 15). What has come inside the loop is not waited for (D8).
func (n *Node) endLoop(out *impl.Effects) {
	e := n.state.Election
	e.Collected = true
	n.notify(out) // Base does so here; Optimistic did with the RESPONSE itself
	out.StopTimer(words.TimerCollect)
	if e.Confirmed {
		n.state.Election = nil
		return
	}
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
// present run (Algorithm 1, line 13; Algorithm 2, line 15). Inside the loop that
// is only remembered.
func (n *Node) confirm(from spec.NodeID, run int, out *impl.Effects) {
	e := n.state.Election
	if e == nil || e.ID != from || run != n.state.Run {
		return
	}
	if !e.Collected {
		e.Confirmed = true
		return
	}
	n.state.Election = nil
	out.StopTimer(words.TimerAwait)
}
