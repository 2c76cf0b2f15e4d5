// Package ctolerant brings the three statements of the c-tolerant elections together: what the
// environment tells a process, and how an implementation state is read as a specification state
// (abstraction.go); the ghost and the properties (history.go, properties.go), those that must
// fail (witnesses.go); the monitor that judges runs by their events (monitor.go, books.go), and
// the assumptions that a run may break; what campaigns draw (draw.go) and the corpus. It is the
// only place where spec/ctolerant and impl/ctolerant meet.
//
// Start reading at [System].
package ctolerant

import (
	"embed"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// Definition is the one model of the elections.
func Definition() verify.Definition[words.Config, specification.Local, Ghost] {
	return verify.Definition[words.Config, specification.Local, Ghost]{
		Module: "MCElection", Actions: words.Actions(), Lines: words.Lines(), Parse: words.Parse, System: System,
		Reading: []string{"c", "f", "rule", "interpretations", "churn", "breaksC", "held"},
		Monitor: func(cfg words.Config) campaign.Judge { return NewMonitor(cfg) }, Monitors: monitored(),
	}
}

// Subject is a configuration, ready to run in simulated worlds. Who has it from here does
// not compile the definition's generic code again.
func Subject(cfg words.Config) campaign.Subject { return Definition().Subject(cfg) }

// Protocol registers the c-tolerant elections, but for the claims of their paper.
func Protocol() verify.Protocol {
	d := Definition()
	return d.Bounded(verify.Protocol{
		Name:   "ctolerant",
		Models: []verify.Model{d.Model()},

		Contenders: contenders(),

		Runs: d.Runs(campaign.Harness{
			Draw:        drawConfig,
			Simpler:     simpler,
			Steps:       []string{"DeliverQuery", "DeliverNotify", "DeliverLeader"},
			Witnesses:   Witnesses(),
			Unseeable:   unseeable,
			Assumptions: Assumptions(),
			OfStates:    ofStates,
			Feels:       faults.DrawnKinds(),
			Corpus:      corpusFiles,
		}),
	})
}

// System is an election under the configuration and the budget, in both columns.
func System(cfg words.Config, budget spec.Budget) verify.System[specification.Local, Ghost] {
	model := specification.Election(cfg, specInputs(cfg))
	isRun := len(budget.Lines) == 0 // nobody counts its states
	return verify.System[specification.Local, Ghost]{
		Variety: string(cfg.Protocol),
		Model:   model,
		Cluster: network.Cluster{
			Nodes:  cfg.Nodes,
			New:    func(id spec.NodeID) impl.Node { return implementation.New(id, cfg) },
			Inputs: implInputs(cfg),
		},
		Local:      local(cfg),
		Ghost:      ghost(cfg, cfg.Troubles || isRun),
		Budget:     budget,
		Excuses:    excuses,
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
	suspicions, churn := cfg.Suspicions, make([]spec.Sequence[words.Change], cfg.Nodes)
	if suspicions == nil {
		suspicions = make([][]int, cfg.Nodes) // nobody suspects
	}
	for i := range churn {
		churn[i] = cfg.ChurnAt(spec.NodeID(i))
	}
	return map[string]any{
		"Protocol": cfg.Protocol, "C": cfg.C, "F": cfg.F, "Rule": cfg.Rule, "Interpretations": cfg.Interpretations,
		"X": cfg.X, "Y": cfg.Y, "Suspicions": suspicions, "Rises": tlc.Elements[words.Rise](cfg.Rises),
		"Initiator": cfg.Initiator, "Rivals": cfg.Rivals,
		"Lists": cfg.Lists, "Churn": churn, "BreaksC": cfg.BreaksC,
		"HeldC": string(cfg.Held), "Troubles": cfg.Troubles,
	}
}
