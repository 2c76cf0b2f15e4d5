package gossip

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// neighbours are those with whom a process is linked.
func (r *run) neighbours() spec.Set {
	var set spec.Set
	for j := range spec.NodeID(r.cfg.Nodes) {
		if r.cfg.Linked(r.at, j) {
			set = append(set, j)
		}
	}
	return set
}

// boot: who begins cold publishes its first version, where records are passed on.
func (r *run) boot() {
	cfg := r.cfg
	if cfg.Start == words.Cold {
		r.p.Settled = cfg.Interprets(words.ClaimAtStart)
		r.rerank()
		if cfg.Origins.Has(r.at) && cfg.Technique != words.Push && cfg.Technique != words.PushPull {
			r.spread(r.neighbours(), words.Gossip{Record: r.p.record(r.at), TTL: cfg.TTL})
		}
		if !cfg.Interprets(words.ClaimAtStart) && !cfg.Interprets(words.ClaimWhenKnown) {
			r.start(words.TimerSettle)
		}
	}
	if r.p.roundsGoOn(cfg, r.at) {
		r.start(words.TimerGossip)
	}
	if cfg.Interprets(words.DeadReturns) {
		r.start(words.TimerRefresh)
	}
	if cfg.Detector == words.Beats {
		r.start(words.ClockBeat)
		for _, j := range r.p.Candidates(r.at).Without(r.at) {
			if !cfg.Interprets(words.MasterBeats) || j == r.p.Leader {
				r.start(words.Wait(j))
			}
		}
	}
}

// round publishes a version if one is left, and sends what this technique sends.
func (r *run) round() {
	p, cfg := &r.p, r.cfg
	var bodies []spec.Body
	if p.mayPublish(cfg, r.at) {
		was := p.Records[r.at]
		p.Records = set(p.Records, r.at, Known{was.Version + 1, p.Measured.Latency, p.Measured.Power})
		if p.Measured != (Metrics{was.Latency, was.Power}) {
			r.rerank()
		}
		bodies = append(bodies, words.Gossip{Record: p.record(r.at), TTL: cfg.TTL})
	}
	switch cfg.Technique {
	case words.Rounds:
		for j, ttl := range p.Pending {
			if ttl > 0 {
				bodies = append(bodies, words.Gossip{Record: p.record(spec.NodeID(j)), TTL: ttl})
			}
		}
		p.Pending = make([]int, cfg.Nodes)
	case words.Push, words.PushPull:
		bodies = []spec.Body{words.View{Records: r.view(), Answer: cfg.Technique == words.PushPull}}
	case words.AntiEntropy:
		p.Rounds = (p.Rounds + 1) % cfg.Every
		if p.Rounds == 0 {
			versions := make([]int, cfg.Nodes)
			for j, k := range p.Records {
				versions[j] = k.Version
			}
			bodies = append(bodies, words.Digest{Versions: versions})
		}
	}
	r.spread(r.neighbours(), bodies...)
	if p.roundsGoOn(cfg, r.at) {
		r.start(words.TimerGossip)
	}
}

// view has the records of all candidates.
func (r *run) view() []words.Record {
	var records []words.Record
	for _, j := range r.p.Candidates(r.at) {
		records = append(records, r.p.record(j))
	}
	return records
}

// hear takes a record that is passed on, and passes it on, unless it is a duplicate.
func (r *run) hear(from spec.NodeID, m words.Gossip) {
	p, o := &r.p, m.Record.Origin
	if o == r.at {
		return
	}
	if !r.cfg.Interprets(words.NoCache) {
		seen := p.Seen[o]
		if m.Record.Version < seen.Version {
			return
		}
		if m.Record.Version == seen.Version && (r.cfg.Interprets(words.DedupDrops) || m.TTL <= seen.TTL) {
			return
		}
		p.Seen = set(p.Seen, o, Sighting{m.Record.Version, m.TTL})
	}
	newer := r.store(m.Record)
	if newer {
		r.rerank()
	}
	left := m.TTL - 1
	if r.cfg.Technique == words.Rounds {
		if !newer {
			left = max(left, p.Pending[o])
		}
		p.Pending = set(p.Pending, o, left)
		return
	}
	if left > 0 {
		r.spread(r.neighbours().Without(from).Without(o), words.Gossip{Record: m.Record, TTL: left})
	}
}

// store keeps a record if it is newer than what is known, and tells whether it was.
func (r *run) store(m words.Record) bool {
	p := &r.p
	if m.Origin == r.at || m.Version <= p.Records[m.Origin].Version {
		return false
	}
	if p.Records[m.Origin].Version == 0 {
		r.awaitBeats(m.Origin)
	}
	p.Records = set(p.Records, m.Origin, Known{m.Version, m.Latency, m.Power})
	r.lift(m.Origin)
	return true
}

// storeAll keeps those that are newer, and ranks once.
func (r *run) storeAll(records []words.Record) {
	newer := false
	for _, m := range records {
		if r.store(m) {
			newer = true
		}
	}
	if newer {
		r.rerank()
	}
}

// answer sends what somebody lacks who has these versions.
func (r *run) answer(to spec.NodeID, d words.Digest) {
	var lacks []words.Record
	for _, m := range r.view() {
		if m.Origin != to && m.Version > d.Versions[m.Origin] {
			lacks = append(lacks, m)
		}
	}
	if len(lacks) > 0 {
		r.send(to, words.Missing{Records: lacks})
	}
}

// exchange takes a view, and gives its own where that is asked for.
func (r *run) exchange(from spec.NodeID, v words.View) {
	r.storeAll(v.Records)
	if v.Answer {
		r.send(from, words.View{Records: r.view()})
	}
}
