package gossip

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Scale is what the criteria and the number are divided by.
type Scale struct{ Latency, Power, ID int }

// ScaleOf is the scale for these candidates: the configured one, or their own maxima.
func (p Local) ScaleOf(cfg words.Config, candidates spec.Set) Scale {
	s := Scale{cfg.LatencyScale, cfg.PowerScale, cfg.Nodes}
	if cfg.Interprets(words.LocalNormalisers) {
		s = Scale{}
		for _, j := range candidates {
			s = Scale{
				max(s.Latency, p.Records[j].Latency), max(s.Power, p.Records[j].Power), max(s.ID, int(j)+1),
			}
		}
	}
	switch {
	case cfg.Interprets(words.RawMilliseconds):
		s.Latency = 1_000 // microseconds
	case cfg.Interprets(words.RawSeconds):
		s.Latency = 1_000_000
	}
	return Scale{max(s.Latency, 1), max(s.Power, 1), max(s.ID, 1)} // 0/0 is 0
}

// Score is formula (1) times all that is divided by in it: smaller is better.
func (p Local) Score(cfg words.Config, s Scale, j spec.NodeID) int64 {
	times := func(factors ...int) int64 {
		product := int64(1)
		for _, f := range factors {
			product *= int64(f)
		}
		return product
	}
	k, w := p.Records[j], cfg.Weights
	return times(w[0], k.Latency, s.Power, s.ID) + times(w[1], k.Power, s.Latency, s.ID) +
		times(w[2], int(j)+1, s.Latency, s.Power)
}

// Ranked is the ranking of the candidates of process i, the best first. Equals stand in the order of
// their numbers, or where the number is a summand as they did before, and behind these who did not.
func (p Local) Ranked(cfg words.Config, i spec.NodeID) spec.Sequence[spec.NodeID] {
	candidates := p.Candidates(i)
	scale := p.ScaleOf(cfg, candidates)
	var order []spec.NodeID
	if cfg.Interprets(words.IDSummand) {
		for _, j := range p.Ranking {
			if candidates.Has(j) {
				order = append(order, j)
			}
		}
	}
	for _, j := range candidates {
		if !slices.Contains(order, j) {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(a, b spec.NodeID) int {
		return cmp.Compare(p.Score(cfg, scale, a), p.Score(cfg, scale, b))
	})
	return order
}

// rerank ranks anew, and leads or follows.
func (r *run) rerank() {
	r.p.Ranking = r.p.Ranked(r.cfg, r.at)
	r.lead()
}

// lead has the process follow the first of its ranking, if it is settled.
func (r *run) lead() {
	p := &r.p
	if r.cfg.Interprets(words.ClaimWhenKnown) && r.known() >= r.cfg.Quorum {
		p.Settled = true
	}
	if !p.Settled {
		p.Leader = spec.None
		return
	}
	first, old := p.Ranking[0], p.Leader
	if first == old || old == r.at && r.cfg.Interprets(words.NoStepBack) {
		return
	}
	p.Leader = first
	masterBeats := r.cfg.Interprets(words.MasterBeats)
	if masterBeats && old != spec.None {
		r.stop(words.Wait(old))
	}
	p.Beating = false
	if first == r.at {
		r.claim()
		return
	}
	p.Reign = 0
	if masterBeats || r.cfg.Detector == words.Beats {
		r.start(words.Wait(first))
	}
}

// known is how many the process has a record of.
func (r *run) known() int {
	n := 0
	for _, k := range r.p.Records {
		if k.Version > 0 {
			n++
		}
	}
	return n
}

// claim has the process act, and say so where that is said.
func (r *run) claim() {
	p := &r.p
	p.Reign = nextEpoch(r.cfg, r.at, p.Epoch)
	p.Epoch = p.Reign
	others := spec.AllNodes(r.cfg.Nodes).Without(r.at)
	if r.cfg.Interprets(words.Announce) {
		for _, j := range others {
			r.send(j, words.Claim{Epoch: p.Epoch})
		}
	}
	if r.cfg.Interprets(words.MasterBeats) {
		for _, j := range others {
			r.send(j, words.Beat{Epoch: p.Epoch})
		}
	}
}
