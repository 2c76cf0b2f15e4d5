package ctolerant

import (
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/verify"
)

// Protocol registers the c-tolerant elections.
func Protocol() verify.Protocol {
	nodes := func(cfg words.Config) int { return cfg.Nodes }
	system := func(cfg words.Config, b spec.Budget) verify.Subject { return System(cfg, b).Subject() }
	return verify.Protocol{
		Name:         "ctolerant",
		Actions:      words.Actions(),
		Open:         verify.Opener(words.Parse, words.Lines(), nodes, system),
		Explorations: explorations(),
		Claims:       paper(),
	}
}

// System is an election under the configuration and the budget, in both columns.
func System(cfg words.Config, budget spec.Budget) verify.System[specification.Local, Ghost] {
	model := specification.Election(cfg, specInputs(cfg))
	return verify.System[specification.Local, Ghost]{
		Variety: string(cfg.Protocol),
		Model:   model,
		Cluster: network.Cluster{
			Nodes:  cfg.Nodes,
			New:    func(id spec.NodeID) impl.Node { return implementation.New(id, cfg) },
			Inputs: implInputs(cfg),
		},
		Local:      local(cfg),
		Ghost:      ghost(cfg),
		Budget:     budget,
		Actions:    words.Actions(),
		Cannot:     cfg.Cannot(),
		Properties: append(Properties(cfg), bounded(cfg, model, budget)...),
		Fairness:   fairness(),
		Cfg: map[string]string{
			"Protocol": strconv.Quote(string(cfg.Protocol)),
			"C":        strconv.Itoa(cfg.C), "F": strconv.Itoa(cfg.F), "Rule": strconv.Quote(string(cfg.Rule)),
			"Initiator": cfg.Initiator.String(), "Lists": "*",
			"BreaksC": strings.ToUpper(strconv.FormatBool(cfg.BreaksC)),
			"X":       strconv.Itoa(cfg.X), "Y": strconv.Itoa(cfg.Y), "Readings": readings(cfg),
			"Suspicions": "*", "Rises": "*", "Rivals": verify.CfgSet(cfg.Rivals), "Churn": "*",
		},
	}
}

// readings returns the readings as they stand in a cfg.
func readings(cfg words.Config) string {
	quoted := make([]string, len(cfg.Readings))
	for i, r := range cfg.Readings {
		quoted[i] = strconv.Quote(string(r))
	}
	return "{" + strings.Join(quoted, ", ") + "}"
}
