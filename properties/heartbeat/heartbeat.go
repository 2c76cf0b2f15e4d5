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
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the heartbeat protocol. Its second model is the same protocol in discrete time.
func Protocol() scrutineer.Registration {
	inTime := words.Config{
		Nodes: 2, Detectors: spec.AllNodes(2), Nonces: 2, Learns: words.LearnsByAsking,
		Time: &spec.ConfiguredTime{Unit: 25, Span: 1, Delay: 1},
	}
	p := protocol(words.Config{Nodes: 2, Detectors: spec.AllNodes(2), Nonces: 1000, Learns: words.LearnsByAsking})
	p.More = []scrutineer.Registration{protocol(inTime)}
	return p
}

// protocol returns the protocol with the model of a configuration.
func protocol(first words.Config) scrutineer.Protocol[implementation.State] {
	return scrutineer.Protocol[implementation.State]{
		Name: "heartbeat", Awaits: awaits, Ticks: words.Clocks(), Lines: words.Lines(),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: first, Parse: words.Parse, Apply: apply, DrawShape: draw, Shrink: shrink(),
		},
		Beside:     []string{new(faults.Flap).Name()},
		CrashAfter: []string{"TickBeat", "DeliverAsk", "DeliverAnswer"},
		Corpus:     corpus, TLA: tla.Of("heartbeat"), Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.Recovers, p.Discrete = cfg.Nodes, cfg.Failures, cfg.Time.Discrete()
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	if p.Spec = untimed(cfg); cfg.Time != nil {
		p.Spec = timed(cfg)
	}
	p.Monitor = &scrutineer.Monitor{
		New:        func() scrutineer.Judge { return newMonitor(cfg) },
		Properties: []string{rightName, doubtsName}, Witnesses: []string{sawSuspected, sawTrustedAgain},
		Assumptions: assumptions(),
	}
	return nil
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
		Timeout: faults.Time(words.Patience),
		Round:   faults.Time(words.Period), Rounds: []int{8, 64}[c.Choose("long", 16)/15], Settle: 6,
	}
}

// shrink omits a process, or a detector.
func shrink() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			c.Detectors = c.Detectors.Without(spec.NodeID(c.Nodes))
		},
		func(c *words.Config) { c.Detectors = c.Detectors[:len(c.Detectors)-1] },
	}
}
