package heartbeat

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/heartbeat"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/heartbeat"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// untimed returns the specification without time.
func untimed(cfg words.Config) scrutineer.Spec[implementation.State, specification.Local] {
	return scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCHeartbeat", Handlers: specification.Handlers(cfg), Abstraction: local,
		Cannot: cannot(cfg), Properties: properties(cfg),
		Fairness:  map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Constants: map[string]any{"Detectors": cfg.Detectors, "Nonces": cfg.Nonces, "Learns": cfg.Learns},
	}
}

// cannot are the actions on a Here where nobody tells anything.
func cannot(cfg words.Config) spec.SetOf[string] {
	if cfg.Learns == words.LearnsWhenTold {
		return nil
	}
	here := words.KindHere
	return spec.NewSet(spec.Deliver(here), spec.Duplicate(here), spec.Lose(here), spec.CrashIn(spec.Recover))
}

// local reads a process of the implementation as the specification sees it.
func local(_ spec.NodeID, s *implementation.State) specification.Local {
	l := specification.Local{Nonce: s.Round}
	for i, peer := range s.Peers {
		if peer.Waiting {
			l.Asked = l.Asked.With(spec.NodeID(i))
		}
		if peer.Suspected {
			l.Suspects = l.Suspects.With(spec.NodeID(i))
		}
	}
	return l
}

// fairness is what is fair: each link, each clock and each wait by itself.
func fairness(cfg words.Config) []spec.Fairness {
	return spec.Each{
		Nodes: cfg.Nodes, Kinds: []string{words.KindAsk, words.KindAnswer, words.KindHere},
		Clocks: []spec.Timer{words.ClockBeat}, Waits: []string{words.NameWait}, Boots: true,
	}.Weak()
}
