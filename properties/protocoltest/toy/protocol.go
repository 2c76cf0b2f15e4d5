// Package toy is a protocol for tests, as small as one can be and have all that a protocol
// has: words, specification, implementation, modules, properties, monitor, draw, corpus and a
// claim of a paper that nobody has written. Guests knock at a door, and its host opens once
// it has heard enough knocks. It has two models: the door, and the host's tally alone.
//
// It is in no list of protocols. A test registers it with one line, and sees what that is
// enough for. Only tests import this package. Start reading at [Protocol].
package toy

import (
	"embed"
	"encoding/json"
	"io/fs"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// own holds the modules, with the table of cases, and the corpus.
//
//go:embed tla testdata/corpus
var own embed.FS

// Protocol registers the protocol.
func Protocol() verify.Protocol {
	door := verify.Definition[config, Local, struct{}]{
		Module: "MCKnock", Actions: actions(), Lines: lines(), Parse: parse, System: system,
		Monitor:  func(cfg config) campaign.Judge { return &monitor{cfg: cfg} },
		Monitors: []string{opensLateName, allInsideName},
	}
	tally := verify.Definition[tallyConfig, TallyLocal, struct{}]{
		Module: "MCTally", Actions: tallyActions(), Lines: tallyLines(), Parse: parseTally, System: tallySystem,
	}
	modules, err := fs.Sub(own, "tla")
	if err != nil {
		panic(err) // the name is no path
	}
	return door.Bounded(verify.Protocol{
		Name:    "knock",
		Modules: modules,
		Models:  []verify.Model{door.Model(), tally.Model()},
		Runs: door.Runs(campaign.Harness{
			Draw: draw, Simpler: simpler,
			OfStates:    []string{"TypeOK", "HeardGrows", "StepsChange", "GuestsKnock"},
			Steps:       []string{"Visit", "DeliverKnock"},
			Witnesses:   []string{sawInside, sawIgnored},
			Assumptions: []string{assumeHostUp},
			Feels:       faults.DrawnKinds(), Corpus: own,
		}),
		Claims: []claims.Paper{paper()}, Experiments: experiments(),
	})
}

// system is the door under the configuration and the budget.
func system(cfg config, budget spec.Budget) verify.System[Local, struct{}] {
	return verify.System[Local, struct{}]{
		Model: specify(cfg),
		Cluster: network.Cluster{
			Nodes:    cfg.Nodes,
			Failures: cfg.failures(),
			Boots:    cfg.Boots,
			New:      func(id spec.NodeID) impl.Node { return newNode(id, cfg) },
			Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
				return cfg.visits(at, state.(*State).Guest)
			},
		},
		Local: func(_ spec.NodeID, state any) Local {
			s, up := state.(*State)
			if !up {
				return Local{}
			}
			return Local{Visiting: s.Guest, Inside: s.Inside, Heard: cfg.Knocks - s.Tally.Missing}
		},
		Budget: budget, Actions: actions(), Properties: properties(cfg),
		Fairness: fairness(cfg),
		Cfg:      map[string]any{"Knocks": cfg.Knocks},
	}
}

// tallySystem is the tally alone.
func tallySystem(cfg tallyConfig, budget spec.Budget) verify.System[TallyLocal, struct{}] {
	return verify.System[TallyLocal, struct{}]{
		Model: specifyTally(cfg),
		Cluster: network.Cluster{
			Nodes: 1,
			New:   func(spec.NodeID) impl.Node { return &tallyNode{Tally{cfg.Knocks}} },
			Inputs: func(_ spec.NodeID, state any, _ spec.Set) []spec.Body {
				return hears(cfg.Knocks-state.(*Tally).Missing, cfg)
			},
		},
		Local: func(_ spec.NodeID, state any) TallyLocal {
			if t, up := state.(*Tally); up {
				return TallyLocal{cfg.Knocks - t.Missing}
			}
			return TallyLocal{}
		},
		Budget: budget, Actions: tallyActions(), Properties: tallyProperties(cfg),
		Cfg: map[string]any{"Knocks": cfg.Knocks},
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

// simpler omits a guest, a knock, that who crashes recovers, or that processes boot.
func simpler(text json.RawMessage) []json.RawMessage {
	return campaign.Simplified(text, parse, []func(*config){
		func(c *config) { c.Nodes-- },
		func(c *config) { c.Knocks-- },
		func(c *config) { c.Vanish = false },
		func(c *config) { c.Boots = false },
	}, func(*config) {})
}

// paper is what the paper would claim if there were one.
func paper() claims.Paper {
	return claims.Paper{
		Title: "A made-up paper on doors",
		Claims: []claims.Claim{{
			ID: "K-1", Where: "nowhere, for tests", Says: "Nobody is inside before the host has heard enough knocks.",
		}},
		Checks: []claims.Check{{
			Claim: "K-1", Verdict: claims.Verified,
			Found: "It holds with two guests and every fault that the door can feel.",
			For: claims.All(
				claims.Holds("OpensLate", "knock-crash", "knock-network"),
				claims.One(claims.Exploration{ID: "knock-three-guests", Property: "OpensLate"}),
				claims.One(claims.Campaign{Property: opensLateName}),
			),
		}},
	}
}
