package ctolerant

import (
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Protocol registers the c-tolerant elections.
func Protocol() properties.Protocol {
	nodes := func(cfg words.Config) int { return cfg.Nodes }
	system := func(cfg words.Config, b spec.Budget) properties.Subject { return System(cfg, b) }
	return properties.Protocol{
		Name:    "ctolerant",
		Actions: words.Actions(),
		Open:    properties.Opener(words.Parse, words.Lines(), nodes, system),
		Explorations: []properties.Exploration{{
			ID:            "base-tagged-four-faults",
			Why:           "a crash, a premature timeout, a loss and a duplicate in one run, in any order",
			Config:        `{"nodes": 3, "c": 0, "f": 1, "rule": "tagged", "initiator": 2}`,
			Budget:        map[string]int{"crash": 1, "premature": 1, "loss": 1, "duplicate": 1, "restart": 1},
			MayCrash:      []int{0, 1},
			Properties:    []string{"TypeOK", "Agreement", "LowestLately", "CT1", everybodyLed, runEnds},
			Specification: "MCFairSpec",
			States:        1_011_854, Edges: 6_781_716, // TLC counts the same, see BenchmarkBesideTLC
		}},
	}
}

// System is an election under the configuration and the budget, in both columns.
func System(cfg words.Config, budget spec.Budget) properties.System[specification.Local, Ghost] {
	model := specification.Election(cfg, specInputs(cfg))
	return properties.System[specification.Local, Ghost]{
		Model: model,
		Cluster: faults.Cluster{
			Nodes:  cfg.Nodes,
			New:    func(id spec.NodeID) impl.Node { return implementation.New(id, cfg) },
			Inputs: implInputs(cfg),
		},
		Local:      local(cfg),
		Ghost:      ghost(),
		Budget:     budget,
		Actions:    words.Actions(),
		Properties: append(Properties(cfg), temporal(cfg, model, budget)...),
		Fairness:   fairness(),
		Cfg: map[string]string{
			"Protocol": strconv.Quote(string(cfg.Protocol)),
			"C":        strconv.Itoa(cfg.C), "F": strconv.Itoa(cfg.F), "Rule": strconv.Quote(string(cfg.Rule)),
			"Initiator": cfg.Initiator.String(), "Lists": "*",
			"BreaksC": strings.ToUpper(strconv.FormatBool(cfg.BreaksC)),
		},
	}
}
