package gossip

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// watchFirst has the silence of those be measured who are known at the boot.
func (n *Node) watchFirst(out *impl.Effects) {
	if !n.times() {
		return
	}
	n.setBeat(out)
	for j := range n.state.Records {
		n.watch(spec.NodeID(j), out)
	}
	if l := n.state.Leader; n.masterBeats() && l != spec.None && l != n.id {
		n.await(l, out)
	}
}

// setBeat has the next beat come, unless there were as many as there may be.
func (n *Node) setBeat(out *impl.Effects) {
	if n.cfg.Beats == 0 || n.state.Beats < n.cfg.Beats {
		out.SetTimer(words.ClockBeat, n.cfg.BeatTime())
	}
}

// tick beats (step 4): everybody does, or who acts.
func (n *Node) tick(out *impl.Effects) {
	if n.cfg.Beats > 0 {
		n.state.Beats++
	}
	n.setBeat(out)
	if !n.masterBeats() || n.state.Acts(n.id) {
		n.tell(words.Beat{Epoch: n.state.Reign}, out)
	}
}

// beat notes that a process is there.
func (n *Node) beat(from spec.NodeID, b words.Beat, out *impl.Effects) {
	n.hearOf(b.Epoch)
	if n.state.Records[from].Version == 0 {
		return
	}
	n.lift(from, out)
	n.watch(from, out)
	n.heard(from, out)
}

// lift has a process be ranked again.
func (n *Node) lift(j spec.NodeID, out *impl.Effects) {
	if n.state.Suspected[j] {
		n.state.Suspected[j] = false
		n.rerank(out)
	}
}

// heard notes, where nobody but the master beats, that the leader is there.
func (n *Node) heard(from spec.NodeID, out *impl.Effects) {
	if !n.masterBeats() || from != n.state.Leader {
		return
	}
	n.state.Beating = true
	if n.times() {
		n.await(from, out)
		return
	}
	out.StopTimer(words.Wait(from)) // from now on the environment tells it
}

// suspect notes that a process is silent: it is not ranked until there is news of it.
func (n *Node) suspect(j spec.NodeID, out *impl.Effects) {
	s := &n.state
	if !s.Ranks(j) {
		return
	}
	if n.reads.Has(words.DeadReturns) {
		if s.Ranking[0] == j {
			n.shift(out)
		}
		return
	}
	n.evict(j, out)
	n.rerank(out)
}

// shift takes the first from the list, as printed: at the next ranking it is back (C4.3).
func (n *Node) shift(out *impl.Effects) {
	n.state.Ranking = slices.Delete(n.state.Ranking, 0, 1)
	n.lead(out)
}

// trust notes that a process is heard that was suspected.
func (n *Node) trust(j spec.NodeID, out *impl.Effects) {
	if n.state.Suspected[j] {
		n.lift(j, out)
		n.watch(j, out)
		n.heard(j, out)
	}
}
