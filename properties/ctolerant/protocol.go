// Package ctolerant brings the three statements of the c-tolerant elections together: what the
// environment tells a process, and how an implementation state is read as a specification state
// (abstraction.go); the ghost and the properties (history.go, properties.go), those that must
// fail (witnesses.go); the monitor that judges runs by their events (monitor.go, books.go), and
// the assumptions that a run may break; what campaigns draw (draw.go) and the corpus. It is the
// only place where spec/ctolerant and impl/ctolerant meet.
//
// Start reading at [Election].
package ctolerant

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// Protocol registers the c-tolerant elections, but for the claims of their paper.
func Protocol() verify.Protocol { return Election().Registered() }

// Change changes the elections in a configuration, such as their processes or their specification.
type Change = func(words.Config, *scrutineer.Protocol[implementation.State])

// Election returns the c-tolerant elections, but for the claims of their paper. The changes are made in every
// configuration and under every budget.
func Election(changes ...Change) scrutineer.Protocol[implementation.State] {
	return scrutineer.Protocol[implementation.State]{
		Name: "ctolerant", Lines: words.Lines(),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 2}, Parse: words.Parse, DrawShape: drawConfig, SimplerOf: simpler, Mend: compact,
			Apply:   func(cfg words.Config, p *protocol) error { apply(cfg, p, changes); return nil },
			Reading: []string{"c", "f", "rule", "interpretations", "churn", "breaksC", "held"},
		},
		Steps:  []string{deliverQuery, deliverNotify, deliverLeader},
		Corpus: corpusFiles, Pinned: true, Contenders: contenders(),
	}
}

// protocol is what a configuration, a budget and a change complete.
type protocol = scrutineer.Protocol[implementation.State]

// apply says what depends on a configuration.
func apply(cfg words.Config, p *protocol, changes []Change) {
	p.Nodes, p.NoBoot = cfg.Nodes, true
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.InputsKnowing = implInputs(cfg)
	p.Monitor = &scrutineer.Monitor{
		New: func() scrutineer.Judge { return NewMonitor(cfg) }, Properties: monitored(),
		Witnesses: Witnesses(), Unseeable: unseeable, Assumptions: Assumptions(),
	}
	p.Budgeted = func(b spec.Budget, p *protocol) {
		p.Spec = specified(cfg, b)
		for _, change := range changes {
			change(cfg, p)
		}
	}
}

// Group returns the processes of a configuration and their environment as [Election] has them, for computations that
// run many thousands of groups: no configuration is written and read.
func Group(cfg words.Config) network.Cluster {
	var p protocol
	apply(cfg, &p, nil)
	return grouped(p)
}

// grouped returns the processes of elections and their environment.
func grouped(p protocol) network.Cluster {
	return network.Cluster{
		Nodes: p.Nodes, New: func(id spec.NodeID) impl.Node { return p.New(id, p.Nodes) },
		Inputs: func(at spec.NodeID, state any, down spec.Set) []spec.Body {
			return p.InputsKnowing(at, state.(*implementation.State), down)
		},
	}
}

// Specification is the specification of the elections with its ghost.
type Specification = scrutineer.GhostSpec[implementation.State, specification.Local, Ghost]

// actions are the same in each configuration: they are put together once.
var actions = words.Actions()

// specified returns the specification under a configuration and a budget; the budget of runs has no lines.
func specified(cfg words.Config, budget spec.Budget) Specification {
	model := specification.Election(cfg, specInputs(cfg))
	isRun := len(budget.Lines) == 0 // nobody counts its states
	return Specification{
		Variety: string(cfg.Protocol), Module: "MCElection", Constants: constants(cfg),
		Model: model, Abstraction: local(cfg), Ghost: ghost(cfg, cfg.Troubles || isRun),
		Actions: actions, Cannot: cfg.Cannot(), Excuses: excuses, Fairness: fairness(),
		Properties: append(Properties(cfg), bounded(cfg, model, budget)...),
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
