package gossip

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// awaitBeats waits for the next heartbeat of a process, where everybody beats.
func (r *run) awaitBeats(j spec.NodeID) {
	if r.cfg.Detector == words.Beats && !r.cfg.Interprets(words.MasterBeats) {
		r.start(words.Wait(j))
	}
}

// suspect is told, or finds, that somebody is silent.
func (r *run) suspect(j spec.NodeID) {
	p := &r.p
	switch {
	case p.Records[j].Version == 0 || p.Suspected.Has(j):
	case !r.cfg.Interprets(words.DeadReturns):
		r.evict(j)
		r.rerank()
	case p.Ranking[0] == j:
		p.Ranking = slices.Clone(p.Ranking[1:])
		r.lead()
	}
}

// evict takes a process out of what is ranked.
func (r *run) evict(j spec.NodeID) {
	p := &r.p
	if r.cfg.Interprets(words.NoFloor) {
		p.Records = set(p.Records, j, Known{})
		p.Pending = set(p.Pending, j, 0)
	} else {
		p.Suspected = p.Suspected.With(j)
	}
	r.stop(words.Wait(j))
}

// lift has a process not be suspected any more, and tells whether it was.
func (r *run) lift(j spec.NodeID) bool {
	if !r.p.Suspected.Has(j) {
		return false
	}
	r.p.Suspected = r.p.Suspected.Without(j)
	r.awaitBeats(j)
	return true
}

// trust takes a process back, which has been heard.
func (r *run) trust(j spec.NodeID) {
	if r.lift(j) {
		r.rerank()
	}
	r.heard(j)
}

// heartbeat: who beats is up.
func (r *run) heartbeat(j spec.NodeID, m words.Beat) {
	r.learn(m.Epoch)
	if r.p.Records[j].Version == 0 {
		return
	}
	r.trust(j)
	r.awaitBeats(j)
}

// heard: where the master alone beats its process waits no longer, or for the next time.
func (r *run) heard(j spec.NodeID) {
	if !r.cfg.Interprets(words.MasterBeats) || j != r.p.Leader {
		return
	}
	r.p.Beating = true
	if r.cfg.Detector == words.Told {
		r.stop(words.Wait(j))
	} else {
		r.start(words.Wait(j))
	}
}

// learn takes a higher epoch, and tells whether it was one.
func (r *run) learn(epoch int) bool {
	if epoch <= r.p.Epoch || r.cfg.Interprets(words.NoEpochs) {
		return false
	}
	r.p.Epoch = epoch
	return true
}

// obey hears that somebody acts now: whoever is better must be dead, or it would not.
func (r *run) obey(j spec.NodeID, m words.Claim) {
	p := &r.p
	if !r.learn(m.Epoch) || !p.Settled || p.Records[j].Version == 0 || p.Leader == j || p.Leader == r.at {
		return
	}
	if r.cfg.Interprets(words.DeadReturns) {
		place := slices.Index(p.Ranking, j)
		var left spec.Sequence[spec.NodeID]
		for k, id := range p.Ranking {
			if k >= place || id == r.at {
				left = append(left, id)
			}
		}
		p.Ranking = left
		r.lead()
		return
	}
	r.lift(j)
	ranking := p.Ranked(r.cfg, r.at)
	for _, k := range ranking[:slices.Index(ranking, j)] {
		if k != r.at {
			r.evict(k)
		}
	}
	r.rerank()
}

// tick has the clock tick, and those beat who do.
func (r *run) tick() {
	p := &r.p
	if r.cfg.Beats > 0 {
		p.Beats++
	}
	if r.cfg.Beats == 0 || p.Beats < r.cfg.Beats {
		r.start(words.ClockBeat)
	}
	if r.cfg.Interprets(words.MasterBeats) && !p.Acts(r.at) {
		return
	}
	for _, j := range spec.AllNodes(r.cfg.Nodes).Without(r.at) {
		r.send(j, words.Beat{Epoch: p.Reign})
	}
}
