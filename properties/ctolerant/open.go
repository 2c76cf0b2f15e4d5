package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/verify"
)

// Definition is the one model of the elections.
func Definition() verify.Definition[words.Config, specification.Local, Ghost] {
	return verify.Definition[words.Config, specification.Local, Ghost]{
		Module: "MCElection", Actions: words.Actions(), Lines: words.Lines(), Parse: words.Parse, System: System,
		Monitor: func(cfg words.Config) campaign.Judge { return NewMonitor(cfg) }, Monitors: monitored(),
	}
}

// Protocol registers the c-tolerant elections, but for the claims of their paper.
func Protocol() verify.Protocol {
	d := Definition()
	return d.Bounded(verify.Protocol{
		Name:   "ctolerant",
		Models: []verify.Model{d.Model()},
		Runs: d.Runs(campaign.Protocol{
			Draw:        drawConfig,
			Simpler:     simpler,
			Steps:       []string{"DeliverQuery", "DeliverNotify", "DeliverLeader"},
			Companions:  Companions(),
			Assumptions: Assumptions(),
			OfStates:    ofStates,
			Feels:       faults.Kinds(),
			Corpus:      corpusFiles,
		}),
	})
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
		Cfg:        constants(cfg),
	}
}
