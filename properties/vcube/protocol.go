// Package vcube brings the three statements of vCube's leader election together: how an
// implementation state is read as a specification state (abstraction.go), the properties of
// states, of steps and of runs (properties.go, steps.go), those that must fail (witnesses.go),
// the monitor that judges runs by their events (monitor.go), and what campaigns draw (draw.go).
// It is the only place where spec/vcube and impl/vcube meet.
//
// Start reading at [System].
package vcube

import (
	"embed"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vcube"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// State is what the properties are judged on; those of messages need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus
var corpus embed.FS

// Definition is the model with messages.
func Definition() verify.Definition[words.Config, specification.Local, struct{}] {
	return verify.Definition[words.Config, specification.Local, struct{}]{
		Module: "MCVCube", Actions: words.Actions(), Lines: words.Lines(), Parse: words.Parse, System: System,
		Reading:  []string{"interpretations"},
		Monitor:  func(cfg words.Config) campaign.Judge { return NewMonitor(cfg, cfg.Dimension()) },
		Monitors: monitored(),
	}
}

// Subject is a configuration, ready to run in simulated worlds.
func Subject(cfg words.Config) campaign.Subject { return Definition().Subject(cfg) }

// Protocol registers vCube's election, but for the claims of its paper.
func Protocol() verify.Protocol {
	d := Definition()
	return verify.Protocol{
		Name:   "vcube",
		Models: []verify.Model{d.Model(), Rounds().Model()},

		Contenders: []compare.Contender{contender("vcube", Cluster)},
		Runs: d.Runs(campaign.Harness{
			Draw: draw, Simpler: simpler,
			OfStates:    []string{"TypeOK", "Parity"},
			Steps:       stepped(),
			Witnesses:   witnessed(),
			Assumptions: assumptions(),
			Feels:       append(faults.DrawnKinds(), new(faults.Flap).Name()),
			Corpus:      corpus,
		}),
	}
}

// System is the election under the configuration and the budget, in both columns.
func System(cfg words.Config, budget spec.Budget) verify.System[specification.Local, struct{}] {
	return verify.System[specification.Local, struct{}]{
		Model:      specification.Model(cfg),
		Cluster:    Cluster(cfg),
		Local:      local(cfg),
		Budget:     budget,
		Actions:    words.Actions(),
		Cannot:     cannot(cfg),
		Properties: properties(cfg),
		Fairness:   map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Cfg: map[string]any{
			"Size": cfg.Nodes, "Interval": cfg.Interval, "Nonces": cfg.Nonces, "Threshold": cfg.Threshold,
			"Incarnations": cfg.Incarnations, "Interpretations": cfg.Interpretations,
		},
	}
}

// Cluster are processes of vCube.
func Cluster(cfg words.Config) network.Cluster {
	c := clusterOf(cfg, func(id spec.NodeID) impl.Node { return implementation.New(id, cfg) })
	c.Awaits = awaits
	return c
}

// clusterOf are processes that test each other.
func clusterOf(cfg words.Config, process func(spec.NodeID) impl.Node) network.Cluster {
	return network.Cluster{
		Nodes:    cfg.Nodes,
		Failures: cfg.Failures,
		Boots:    true,
		Clocks:   cfg.Clocks(),
		New:      process,
		Inputs:   func(spec.NodeID, any, spec.Set) []spec.Body { return nil },

		InputsIgnoreDown: true,
	}
}

// stepped are the actions after which a crash is drawn.
func stepped() []string {
	return []string{
		spec.Boot, spec.Recover, spec.Tick(words.TimerInterval),
		spec.Deliver(words.KindRequest), spec.Deliver(words.KindReply), spec.Timeout(words.TimerTest),
	}
}

// cannot are the firings of the interval that there are not: of a clock, or of a timer.
func cannot(cfg words.Config) spec.SetOf[string] {
	firings := []string{spec.Timeout(words.TimerInterval), spec.Premature(words.TimerInterval)}
	if cfg.Interval == words.Long {
		firings = []string{spec.Tick(words.TimerInterval)}
	}
	var names spec.SetOf[string]
	for _, firing := range firings {
		names = names.With(firing).With(spec.CrashIn(firing))
	}
	return names
}

// fairness: nobody waits for its boot for ever, and each process's round goes on: its interval
// ends, its requests and the replies to it arrive, and its tests time out. Just one of these can
// happen at a time, but for old copies. A long interval ends when nothing is in flight, which
// others may end again and again: that is strongly fair.
func fairness(cfg words.Config) []spec.Fairness {
	all := []spec.Fairness{{Name: "boots", Of: func(a spec.Action) bool { return a.Name == spec.Boot }}}
	for i := range spec.NodeID(cfg.Nodes) {
		goesOn := func(a spec.Action) bool {
			switch a.Name {
			case spec.Tick(words.TimerInterval), spec.Timeout(words.TimerTest), spec.Deliver(words.KindReply):
				return a.At == i
			case spec.Deliver(words.KindRequest):
				return a.Msg.From == i
			}
			return false
		}
		all = append(all, spec.Fairness{Name: "the round of " + i.String() + " goes on", Of: goesOn})
		if cfg.Interval == words.Long {
			all = append(all, spec.Fairness{
				Name: "the interval of " + i.String() + " ends", Strong: true,
				Of: func(a spec.Action) bool { return a.At == i && a.Name == spec.Timeout(words.TimerInterval) },
			})
		}
	}
	return all
}
