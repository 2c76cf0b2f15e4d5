package ctolerant

import (
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
		Name:         "ctolerant",
		Actions:      words.Actions(),
		Open:         properties.Opener(words.Parse, words.Lines(), nodes, system),
		Explorations: explorations(),
		Claims:       paper(),
	}
}

// System is an election under the configuration and the budget, in both columns.
func System(cfg words.Config, budget spec.Budget) properties.System[specification.Local, Ghost] {
	model := specification.Election(cfg, specInputs(cfg))
	return properties.System[specification.Local, Ghost]{
		Variety: string(cfg.Protocol),
		Model:   model,
		Cluster: faults.Cluster{
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
		Cfg:        constants(cfg),
	}
}
