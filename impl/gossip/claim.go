package gossip

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Acts reports whether the process whose state it is, and whose number that is, acts as the master.
func (s *State) Acts(id spec.NodeID) bool { return s.Leader == id }

// settle has the process follow and claim from now on (c10).
func (n *Node) settle(out *impl.Effects) {
	n.state.Settled = true
	n.rerank(out)
}

// knowsEnough reports whether a process is settled by whom it knows, and not by time.
func (n *Node) knowsEnough() bool {
	if !n.reads.Has(words.ClaimWhenKnown) {
		return false
	}
	known := 0
	for j := range n.state.Records {
		if n.state.Records[j].Version > 0 {
			known++
		}
	}
	return known >= n.cfg.Quorum
}

// lead follows the first of the list.
func (n *Node) lead(out *impl.Effects) {
	s := &n.state
	if s.Settled = s.Settled || n.knowsEnough(); !s.Settled {
		s.Leader = spec.None
		return
	}
	first, old := s.Ranking[0], s.Leader
	if first == old || n.reads.Has(words.NoStepBack) && s.Acts(n.id) {
		return
	}
	if n.masterBeats() && old != spec.None && old != n.id {
		out.StopTimer(words.Wait(old))
	}
	s.Leader, s.Beating = first, false
	if first == n.id {
		n.claim(out)
		return
	}
	s.Reign = 0
	if n.times() || n.masterBeats() {
		n.await(first, out)
	}
}

// claim has the process act, under an epoch that is greater than all that it has heard of.
func (n *Node) claim(out *impl.Effects) {
	s := &n.state
	if !n.reads.Has(words.NoEpochs) {
		s.Epoch = n.next(s.Epoch, n.id)
		s.Reign = s.Epoch
	}
	if n.reads.Has(words.Announce) {
		n.tell(words.Claim{Epoch: s.Epoch}, out)
	}
	if n.masterBeats() {
		n.tell(words.Beat{Epoch: s.Epoch}, out)
	}
}

// next is the epoch of a claim after one: the least that is a process's own.
func (n *Node) next(epoch int, id spec.NodeID) int {
	switch {
	case n.reads.Has(words.NoEpochs):
		return 0
	case n.reads.Has(words.SharedEpochs):
		return epoch + 1
	}
	e := epoch - epoch%n.cfg.Nodes + int(id)
	if e <= epoch {
		e += n.cfg.Nodes
	}
	return e
}

// hearOf notes an epoch.
func (n *Node) hearOf(epoch int) {
	if !n.reads.Has(words.NoEpochs) {
		n.state.Epoch = max(n.state.Epoch, epoch)
	}
}

// claimed notes that another process says that it acts (step 5). Where that is later than all that was
// heard of, those who would come before it are silent, whoever noticed it.
func (n *Node) claimed(from spec.NodeID, c words.Claim, out *impl.Effects) {
	s := &n.state
	later := c.Epoch > s.Epoch
	n.hearOf(c.Epoch)
	if !later || !s.Settled || s.Records[from].Version == 0 || from == s.Leader || s.Acts(n.id) {
		return
	}
	if n.reads.Has(words.DeadReturns) {
		n.obey(from, out)
		return
	}
	if s.Suspected[from] {
		s.Suspected[from] = false
		n.watch(from, out)
	}
	ranking := slices.Clone(s.Ranking)
	n.rank()
	before := s.Ranking[:slices.Index(s.Ranking, from)]
	for _, j := range before {
		if j != n.id {
			n.evict(j, out)
		}
	}
	s.Ranking = ranking // equals stand in it as they did
	n.rerank(out)
}

// obey takes from the list, as printed, who stands before the one who claims.
func (n *Node) obey(claims spec.NodeID, out *impl.Effects) {
	s := &n.state
	at := slices.Index(s.Ranking, claims)
	before := slices.Clone(s.Ranking[:max(at, 0)])
	s.Ranking = slices.DeleteFunc(s.Ranking, func(j spec.NodeID) bool {
		return j != n.id && slices.Contains(before, j)
	})
	n.lead(out)
}

// rerank makes the list anew, and follows who is its first (step 3).
func (n *Node) rerank(out *impl.Effects) {
	n.rank()
	n.lead(out)
}
