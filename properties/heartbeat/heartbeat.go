// Package heartbeat brings the statements of the heartbeat protocol together. It is the
// shortest example of a protocol that never rests: see [Protocol] for what it registers, and
// package vote for one that does.
package heartbeat

import (
	"embed"
	"encoding/json"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/heartbeat"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/heartbeat"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// State is what the properties are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus
var corpus embed.FS

// Protocol returns the heartbeat protocol.
func Protocol() scrutineer.Protocol[implementation.State] {
	return scrutineer.Protocol[implementation.State]{
		Name: "heartbeat", Awaits: awaits, Ticks: words.Clocks(), Lines: words.Lines(),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 2, Detectors: spec.AllNodes(2), Nonces: 1000, Learns: words.LearnsByAsking},
			Parse:   words.Parse, Apply: apply, DrawShape: draw, Simpler: simpler(),
		},
		Beside:     []string{new(faults.Flap).Name()},
		CrashAfter: []string{"TickBeat", "DeliverAsk", "DeliverAnswer"},
		Corpus:     corpus, TLA: tla.Of("heartbeat"), Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.Recovers = cfg.Nodes, cfg.Failures
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.Spec = scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCHeartbeat", Handlers: specification.Handlers(cfg), Abstraction: local,
		Cannot: cannot(cfg), Properties: properties(cfg),
		Fairness:  map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Constants: map[string]any{"Detectors": cfg.Detectors, "Nonces": cfg.Nonces, "Learns": cfg.Learns},
	}
	p.Monitor = &scrutineer.Monitor{
		New:        func() scrutineer.Judge { return newMonitor(cfg) },
		Properties: []string{rightName, doubtsName}, Witnesses: []string{sawSuspected, sawTrustedAgain},
		Assumptions: assumptions(),
	}
	return nil
}

// cannot are the actions on a Here where nobody tells anything.
func cannot(cfg words.Config) spec.SetOf[string] {
	if cfg.Learns == words.LearnsWhenTold {
		return nil
	}
	here := words.KindHere
	return spec.NewSet(spec.Deliver(here), spec.Duplicate(here), spec.Lose(here), spec.CrashIn(spec.Recover))
}

// awaits: the exchange of a round is an Ask and its Answer, between the two of the timer.
func awaits(timer spec.Timer, at spec.NodeID, s *implementation.State, copy *spec.Message) bool {
	switch body := copy.Body.(type) {
	case words.Ask:
		return copy.From == at && body.Nonce == s.Round && copy.To == timer.Of()
	case words.Answer:
		return copy.To == at && body.Nonce == s.Round && copy.From == timer.Of()
	}
	return false
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

// draw draws two to four processes, now and then up to twelve, some of which are detectors, under any failure model.
// Faults last up to 8 rounds, now and then up to 64.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		if c.Choose("large", 32) == 31 {
			return 5 + c.Choose("nodes", 8)
		}
		return 2 + c.Choose("nodes", 3)
	}))
	failures := campaign.Given(fixed, "failures", func() spec.Failures {
		return spec.Failures(c.Choose("failures", 3))
	})
	detectors := campaign.Given(fixed, "detectors", func() spec.Set {
		return spec.AllNodes(1 + c.Choose("detectors", n))
	})
	drawn := words.Config{
		Nodes: n, Detectors: detectors, Failures: failures, Nonces: 1000, Learns: words.LearnsByAsking,
	}
	return campaign.Merged(drawn, fixed), campaign.Shape{
		Nodes: n, Failures: failures, MayCrash: spec.AllNodes(n), Crashes: n, MayFlap: spec.AllNodes(n),
		Timeout: faults.Time(implementation.Patience),
		Round:   faults.Time(implementation.Period), Rounds: []int{8, 64}[c.Choose("long", 16)/15], Settle: 6,
	}
}

// simpler omits a process, or a detector.
func simpler() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			c.Detectors = c.Detectors.Without(spec.NodeID(c.Nodes))
		},
		func(c *words.Config) { c.Detectors = c.Detectors[:len(c.Detectors)-1] },
	}
}
