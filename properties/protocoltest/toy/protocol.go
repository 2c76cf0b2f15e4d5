// Package toy is a protocol for tests that has all that a protocol may have: words, specification,
// implementation, modules, properties, monitor, draw, corpus and a claim of a paper that nobody has
// written. Guests knock at a door, and its host opens once
// it has heard enough knocks. It has two models: the door, and the host's tally alone.
//
// It is in no list of protocols. A test registers it with one line, and sees what that is
// enough for. Only tests import this package. Start reading at [Protocol].
package toy

import (
	"embed"
	"encoding/json"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec"
)

// own holds the modules, with the table of cases, and the corpus.
//
//go:embed tla testdata/corpus/*.json
var own embed.FS

// Protocol returns the protocol, with its second model and what its paper claims.
func Protocol() scrutineer.Protocol[State] {
	return scrutineer.Protocol[State]{
		Name: "knock", Lines: lines(),
		Config: scrutineer.Configs[config, State]{
			Default: config{Nodes: 2, Knocks: 1}, Parse: parse, Apply: apply, DrawShape: draw,
			Shrink: []func(*config){
				func(c *config) { c.Nodes-- },
				func(c *config) { c.Knocks-- },
				func(c *config) { c.Vanish = false },
				func(c *config) { c.Boots = false },
			},
		},
		CrashAfter: []string{"Visit", "DeliverKnock"},
		Corpus:     own, Pinned: true, TLA: own,
		More:   []scrutineer.Registration{tally()},
		Ledger: scrutineer.Ledger{Claims: []claims.Paper{paper()}, Experiments: experiments()},
	}
}

// apply says what depends on a configuration.
func apply(cfg config, p *scrutineer.Protocol[State]) error {
	p.Nodes, p.Recovers, p.NoBoot = cfg.Nodes, cfg.failures(), !cfg.Boots
	p.New = func(id spec.NodeID, _ int) impl.Node { return newNode(id, cfg) }
	p.Inputs = func(at spec.NodeID, s *State) []spec.Body { return cfg.visits(at, s.Guest) }
	p.Monitor = &scrutineer.Monitor{
		New: func() scrutineer.Judge { return &monitor{cfg: cfg} }, Properties: []string{opensLateName, allInsideName},
		Witnesses: []string{sawInside, sawIgnored}, Assumptions: []string{assumeHostUp},
	}
	p.Spec = scrutineer.Spec[State, Local]{
		Module: "MCKnock", Handlers: specify(cfg), Properties: properties(cfg),
		Abstraction: func(_ spec.NodeID, s *State) Local {
			return Local{Visiting: s.Guest, Inside: s.Inside, Heard: cfg.Knocks - s.Tally.Missing}
		},
		Fairness: fairness(cfg), Constants: map[string]any{"Knocks": cfg.Knocks},
	}
	return nil
}

// tally is the tally alone.
func tally() scrutineer.Protocol[Tally] {
	return scrutineer.Protocol[Tally]{
		Name: "tally", Nodes: 1, NoBoot: true, Lines: tallyLines(), CrashAfter: []string{}, TLA: own,
		Config: scrutineer.Configs[tallyConfig, Tally]{
			Default: tallyConfig{Knocks: 1}, Parse: parseTally,
			Apply: func(cfg tallyConfig, p *scrutineer.Protocol[Tally]) error {
				p.New = func(spec.NodeID, int) impl.Node { return &tallyNode{Tally{cfg.Knocks}} }
				p.Inputs = func(_ spec.NodeID, t *Tally) []spec.Body { return hears(cfg.Knocks-t.Missing, cfg) }
				p.Spec = scrutineer.Spec[Tally, TallyLocal]{
					Module: "MCTally", Handlers: specifyTally(cfg),
					Properties: tallyProperties(cfg), Constants: map[string]any{"Knocks": cfg.Knocks},
					Abstraction: func(_ spec.NodeID, t *Tally) TallyLocal { return TallyLocal{cfg.Knocks - t.Missing} },
				}
				return nil
			},
		},
	}
}

// draw draws a host with one to three guests, and now and then who recovers or boots.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := campaign.Given(fixed, "nodes", func() int { return 2 + c.Choose("nodes", 3) })
	knocks := campaign.Given(fixed, "knocks", func() int { return 1 + c.Choose("knocks", 3) })
	now := func(field string) bool {
		return campaign.Given(fixed, field, func() bool { return c.Choose(field, 8) == 7 })
	}
	drawn := config{Nodes: n, Knocks: knocks, Vanish: now("vanish"), Boots: now("boots")}
	all := spec.AllNodes(max(n, 1))
	return campaign.Merged(drawn, fixed), campaign.Shape{
		Nodes: n, Failures: drawn.failures(), MayCrash: all.Without(host), Crashes: len(all) - 1,
		Timeout: faults.Time(100 * time.Millisecond),
	}
}

// claimed is what a paper would claim if there were one.
//
//go:embed claims.json
var claimed []byte

// paper is what a paper would claim, and what decides it.
func paper() claims.Paper {
	return claims.Must("properties/protocoltest/toy/claims.json", claimed, nil)
}
