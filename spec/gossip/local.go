package gossip

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Local is what a process knows while it is up.
type Local struct {
	// Records are what it knows of each process, itself included.
	Records []Known
	// Seen is the duplicate cache: for each origin the newest version of which a Gossip came.
	Seen []Sighting
	// Suspected are those whom it holds for dead. The versions of their records are the floor.
	Suspected spec.Set
	// Ranking has the master first, and then the substitutes.
	Ranking spec.Sequence[spec.NodeID]
	// Settled tells that it may claim, and follow.
	Settled bool
	// Leader is whom it follows, None until it is settled.
	Leader spec.NodeID
	// Epoch is the highest that it has heard of, Reign that under which it acts, 0 where it does not.
	Epoch, Reign int
	// Rounds counts those since the last Digest, Beats the ticks of the clock where these have an end.
	Rounds, Beats int
	// Pending are, by origin, the TTLs of what it is to pass on in its next round.
	Pending []int
	// Beating tells, where the master alone beats, that this one has beaten since it is followed.
	Beating bool
	// Measured is what it has measured of itself last.
	Measured Metrics
}

// Known is what is known of a process; Version 0 is nothing.
type Known struct{ Version, Latency, Power int }

// Sighting is the newest version of a process that came by Gossip, and the largest TTL with which it did.
type Sighting struct{ Version, TTL int }

// Metrics are what a process measures of itself.
type Metrics struct{ Latency, Power int }

// State is a global state of the election.
type State = spec.State[Local]

// fresh is what a process knows before its first event, and while it is down.
func fresh(at spec.NodeID, cfg words.Config) Local {
	p := Local{
		Records:  make([]Known, cfg.Nodes),
		Seen:     make([]Sighting, cfg.Nodes),
		Ranking:  spec.Sequence[spec.NodeID]{at},
		Leader:   spec.None,
		Pending:  make([]int, cfg.Nodes),
		Measured: Metrics{cfg.Latencies[at], cfg.Powers[at]},
	}
	p.Records[at] = Known{1, p.Measured.Latency, p.Measured.Power}
	if cfg.Start == words.Cold {
		return p
	}
	for j := range p.Records {
		p.Records[j] = Known{1, cfg.Latencies[j], cfg.Powers[j]}
		if spec.NodeID(j) != at && !cfg.Interprets(words.NoCache) {
			p.Seen[j] = Sighting{1, cfg.TTL}
		}
	}
	p.Ranking = nil
	p.Ranking = p.Ranked(cfg, at)
	p.Settled = true
	p.Leader = p.Ranking[0]
	p.Epoch = nextEpoch(cfg, p.Leader, 0)
	if p.Leader == at {
		p.Reign = p.Epoch
	} else {
		p.Beating = cfg.Interprets(words.MasterBeats)
	}
	return p
}

// Acts tells whether process i acts as the master.
func (p Local) Acts(i spec.NodeID) bool { return p.Leader == i }

// Candidates are those whom process i may rank: whom it knows and does not suspect.
func (p Local) Candidates(i spec.NodeID) spec.Set {
	var set spec.Set
	for j, known := range p.Records {
		if id := spec.NodeID(j); id == i || known.Version > 0 && !p.Suspected.Has(id) {
			set = append(set, id)
		}
	}
	return set
}

// mayPublish tells whether process i has a version of its own still to publish.
func (p Local) mayPublish(cfg words.Config, i spec.NodeID) bool {
	return cfg.Origins.Has(i) && (cfg.Versions == 0 || p.Records[i].Version < cfg.Versions)
}

// roundsGoOn tells whether process i has another round.
func (p Local) roundsGoOn(cfg words.Config, i spec.NodeID) bool {
	return cfg.Technique != words.Forward || p.mayPublish(cfg, i)
}

// record is what process j tells of itself, as it is known.
func (p Local) record(j spec.NodeID) words.Record {
	return words.Record{
		Origin: j, Version: p.Records[j].Version, Latency: p.Records[j].Latency, Power: p.Records[j].Power,
	}
}

// nextEpoch is the first epoch above another under which process i may act.
func nextEpoch(cfg words.Config, i spec.NodeID, above int) int {
	switch {
	case cfg.Interprets(words.NoEpochs):
		return 0
	case cfg.Interprets(words.SharedEpochs):
		return above + 1
	}
	e := above + 1
	for e%cfg.Nodes != int(i) {
		e++
	}
	return e
}

// set is the list with another element there.
func set[T any](list []T, at spec.NodeID, x T) []T {
	list = slices.Clone(list)
	list[at] = x
	return list
}
