// Package ctolerant brings the three statements of the c-tolerant elections
// together: what the environment tells a process (inputs.go), how an
// implementation state is read as a specification state (abstraction.go), the
// ghost and the properties (properties.go, preference.go, and nevers.go, which must
// fail), the monitor that judges runs by their events (monitor.go, answers.go, tally.go),
// what campaigns draw, the corpus, and the sabotage that must be refused. It is the
// only place where spec/ctolerant and impl/ctolerant meet.
//
// Start reading at [System].
package ctolerant

import (
	"embed"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
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
	return verify.Protocol{
		Name:   "ctolerant",
		Models: []verify.Model{d.Model()},
		Runs: d.Bounded("ctolerant", d.Runs(campaign.Protocol{
			Draw:        drawConfig,
			Simpler:     simpler,
			Steps:       []string{"DeliverQuery", "DeliverNotify", "DeliverLeader"},
			Companions:  Companions(),
			Assumptions: Assumptions(),
			OfStates:    ofStates,
			Feels:       faults.Kinds(),
			Corpus:      corpusFiles,
		})),
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
		Cfg:        constants(cfg),
	}
}

// corpusFiles holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus
var corpusFiles embed.FS

// constants are those of CTolerant.tla, which says what each means.
func constants(cfg words.Config) map[string]any {
	suspicions, churn := make([]any, cfg.Nodes), make([]tlc.Value, cfg.Nodes)
	for i := range cfg.Nodes {
		suspicions[i] = tlc.Seq() // nobody suspects
		if cfg.Suspicions != nil {
			suspicions[i] = cfg.Suspicions[i]
		}
		churn[i] = changes(cfg.ChurnAt(spec.NodeID(i)))
	}
	return map[string]any{
		"Protocol": cfg.Protocol, "C": cfg.C, "F": cfg.F, "Rule": cfg.Rule, "Readings": cfg.Readings,
		"X": cfg.X, "Y": cfg.Y, "Suspicions": suspicions, "Rises": rises(cfg.Rises),
		"Initiator": cfg.Initiator, "Rivals": cfg.Rivals,
		"Lists": cfg.Lists, "Churn": churn, "BreaksC": cfg.BreaksC,
	}
}

// changes are the sequence of what happens to the membership of one process.
func changes(all []words.Change) tlc.Value {
	records := make([]tlc.Value, len(all))
	for k, change := range all {
		node := change.Node
		if change.Does == words.Joins || change.Does == words.Leaves {
			node = spec.None
		}
		records[k] = tlc.Record(map[string]tlc.Value{
			"does": tlc.Str(string(change.Does)), "node": tlc.Int(int(node)),
		})
	}
	return tlc.Seq(records...)
}

// rises are the set of what failure detectors may find.
func rises(all []words.Rise) tlc.Value {
	records := make([]tlc.Value, len(all))
	for k, r := range all {
		records[k] = tlc.Record(map[string]tlc.Value{
			"at": tlc.Int(int(r.At)), "of": tlc.Int(int(r.Of)), "count": tlc.Int(r.Count),
		})
	}
	return tlc.Set(records...)
}
