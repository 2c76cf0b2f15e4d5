package gossip

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/gossip"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/gossip"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// local reads a process of the implementation as the specification sees it: one to one.
func local(cfg words.Config) func(spec.NodeID, *implementation.State) specification.Local {
	return func(_ spec.NodeID, s *implementation.State) specification.Local {
		l := specification.Local{
			Records:   make([]specification.Known, cfg.Nodes),
			Seen:      make([]specification.Sighting, cfg.Nodes),
			Suspected: spec.Members(s.Suspected),
			Ranking:   s.Ranking,
			Settled:   s.Settled,
			Leader:    s.Leader,
			Epoch:     s.Epoch,
			Reign:     s.Reign,
			Rounds:    s.Rounds,
			Beats:     s.Beats,
			Pending:   make([]int, cfg.Nodes),
			Beating:   s.Beating,
			Measured:  specification.Metrics(s.Measured),
		}
		for j, r := range s.Records {
			l.Records[j] = specification.Known{Version: r.Version, Latency: r.Latency, Power: r.Power}
		}
		for j, seen := range s.Seen {
			l.Seen[j] = specification.Sighting(seen)
		}
		copy(l.Pending, s.Pending)
		return l
	}
}

// awaits: who waits for somebody waits for its Beat; every other timer waits for whatever is in flight
// where processes are told who is silent, and for nothing where they beat.
func awaits(cfg words.Config) func(spec.Timer, spec.NodeID, *implementation.State, *spec.Message) bool {
	return func(timer spec.Timer, at spec.NodeID, _ *implementation.State, copy *spec.Message) bool {
		peer := timer.Of()
		if peer == spec.None {
			return cfg.Detector == words.Told
		}
		_, beat := copy.Body.(words.Beat)
		return beat && copy.From == peer && copy.To == at
	}
}

// repeats: where processes are told who is silent, a master that is up beats on, though the beats after
// its first are left out.
func repeats(cfg words.Config) func(spec.Timer, spec.NodeID, *implementation.State) bool {
	if cfg.Detector != words.Told {
		return nil
	}
	return func(timer spec.Timer, _ spec.NodeID, peer *implementation.State) bool {
		return peer.Leader == timer.Of()
	}
}

// measured are the metrics that the environment may have a process measure.
func measured(cfg words.Config) func(spec.NodeID, *implementation.State) []spec.Body {
	return func(at spec.NodeID, s *implementation.State) []spec.Body {
		var may []spec.Body
		for _, m := range cfg.Measures {
			if m.Who == at && (m.Latency != s.Measured.Latency || m.Power != s.Measured.Power) {
				may = append(may, words.Measure{Latency: m.Latency, Power: m.Power})
			}
		}
		return may
	}
}

// told are the metrics that a process may measure, and what the environment may tell it of who is up.
func told(cfg words.Config) func(spec.NodeID, *implementation.State, spec.Set) []spec.Body {
	measured := measured(cfg)
	return func(at spec.NodeID, s *implementation.State, down spec.Set) []spec.Body {
		may := measured(at, s)
		for i := range s.Records {
			j := spec.NodeID(i)
			if j == at || s.Records[j].Version == 0 {
				continue
			}
			if s.Suspected[j] {
				if !down.Has(j) {
					may = append(may, words.Trust{Whom: j})
				}
				continue
			}
			if cfg.Interprets(words.DeadReturns) && s.Ranking[0] != j {
				continue
			}
			if cfg.Interprets(words.MasterBeats) && (!s.Beating || s.Leader != j) {
				continue
			}
			if down.Has(j) {
				may = append(may, words.Suspect{Whom: j})
			} else {
				may = append(may, words.Alarm{Whom: j})
			}
		}
		return may
	}
}
