package ctolerant

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Change changes the elections in a configuration, such as their processes or their specification.
type Change = func(words.Config, *scrutineer.Protocol[implementation.State])

// apply says what depends on a configuration.
func apply(cfg words.Config, p *protocol, changes []Change) {
	p.Nodes, p.NoBoot = cfg.Nodes, true
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.InputsKnowing = implInputs(cfg)
	p.Monitor = &scrutineer.Monitor{
		New: func() scrutineer.Judge { return NewMonitor(cfg) }, Properties: monitored(),
		Witnesses: Witnesses(), Unreachable: unreachable, Assumptions: Assumptions(),
	}
	p.Budgeted = func(b spec.Budget, p *protocol) {
		p.Spec = specified(cfg, b)
		for _, change := range changes {
			change(cfg, p)
		}
	}
}

// Group returns the processes of a configuration and their environment as [Elections] has them, for computations that
// run many thousands of groups: no configuration is written and read.
func Group(cfg words.Config) network.Cluster {
	var p protocol
	apply(cfg, &p, nil)
	return grouped(p)
}

// Specification is the specification of the elections with its ghost.
type Specification = scrutineer.GhostSpec[implementation.State, specification.Local, Ghost]

// specified returns the specification under a configuration and a budget; the budget of runs has no lines.
func specified(cfg words.Config, budget spec.Budget) Specification {
	handlers := specification.Handlers(cfg, specInputs(cfg))
	model := spec.Of(spec.Cluster{Nodes: cfg.Nodes}, handlers)
	isRun := len(budget.Lines) == 0 // nobody counts its states
	return Specification{
		Variety: string(cfg.Protocol), Module: "MCElection", Constants: constants(cfg),
		Handlers: handlers, Abstraction: local(cfg), Ghost: ghost(cfg, cfg.Troubles || isRun),
		Cannot: cfg.Cannot(), Excuses: excuses, Fairness: fairness(),
		Properties: append(Properties(cfg), bounded(cfg, model, budget)...),
	}
}

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
