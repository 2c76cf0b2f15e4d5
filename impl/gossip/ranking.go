package gossip

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Ranks reports whether process j is ranked: a record of it is known, and it is not suspected.
func (s *State) Ranks(j spec.NodeID) bool { return s.Records[j].Version > 0 && !s.Suspected[j] }

// rank has the list be all who are ranked, the best first. It goes out from the list that there is:
// that is in order almost always, but for few, and equals that have no order of their own keep that
// which they have there.
func (n *Node) rank() {
	s := &n.state
	s.Ranking = slices.DeleteFunc(s.Ranking, func(j spec.NodeID) bool { return !s.Ranks(j) })
	n.admit()
	by := n.measure()
	for i := 1; i < len(s.Ranking); i++ {
		j, at := s.Ranking[i], i
		for ; at > 0 && by.better(&s.Records[j], &s.Records[s.Ranking[at-1]]); at-- {
			s.Ranking[at] = s.Ranking[at-1]
		}
		s.Ranking[at] = j
	}
}

// admit puts those who do not stand in the list yet at its end.
func (n *Node) admit() {
	s := &n.state
	listed := make([]bool, len(s.Records))
	for _, j := range s.Ranking {
		listed[j] = true
	}
	for j := range spec.NodeID(len(s.Records)) {
		if s.Ranks(j) && !listed[j] {
			s.Ranking = append(s.Ranking, j)
		}
	}
}

// measure is the scale by which the process ranks now. It is the same for all and for ever, but where
// criteria are divided by the largest among those who are ranked (c3).
func (n *Node) measure() scale {
	if !n.reads.Has(words.LocalNormalisers) {
		return n.scale
	}
	latency, power, id := 0, 0, 0
	for _, j := range n.state.Ranking {
		r := &n.state.Records[j]
		latency, power, id = max(latency, r.Latency), max(power, r.Power), max(id, number(j))
	}
	return scaleBy(&n.cfg, latency, power, id)
}

// evict has a process not be ranked any more.
func (n *Node) evict(j spec.NodeID, out *impl.Effects) {
	if n.reads.Has(words.NoFloor) {
		n.forget(j)
	} else {
		n.state.Suspected[j] = true
	}
	n.unwatch(j, out)
}

// forget has a process be unknown.
func (n *Node) forget(j spec.NodeID) {
	n.state.Records[j] = words.Record{}
	if n.state.Pending != nil {
		n.state.Pending[j] = 0
	}
}
