// Package rsdp brings the statements of the Replica State Discovery Protocol together: how an
// implementation state is read as a specification state (abstraction.go), the properties of states
// and of steps (properties.go, judge.go), those that must fail (witnesses.go), the monitor that judges
// runs by their events (monitor.go, span.go), and what campaigns draw (draw.go). The failover topologies
// on top of the engine are its second model (failover.go); their runs are registered in
// properties/failover. It is the only place where spec/rsdp and impl/rsdp meet.
//
// Start reading at [System].
package rsdp

import (
	"embed"
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// State is what the properties of the engine are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus
var corpus embed.FS

// Definition is the model of the engine, with reducers beside those of the house.
func Definition(custom ...Custom) verify.Definition[words.Config, specification.Local, struct{}] {
	return verify.Definition[words.Config, specification.Local, struct{}]{
		Module: "MCRsdp", Actions: words.Actions(), Lines: words.Lines(), Unspecified: !specified(custom),
		Parse:   func(data []byte) (words.Config, error) { return words.Parse(data, namesOf(custom)...) },
		Reading: []string{"reducers", "interpretations"},
		System: func(cfg words.Config, b spec.Budget) verify.System[specification.Local, struct{}] {
			return System(cfg, b, custom...)
		},
		Monitor:  func(cfg words.Config) campaign.Judge { return NewMonitor(cfg) },
		Monitors: monitored(),
	}
}

// Subject is a configuration, ready to run in simulated worlds.
func Subject(cfg words.Config, custom ...Custom) campaign.Subject {
	return Definition(custom...).Subject(cfg)
}

// Protocol registers the engine, but for the claims of its paper.
func Protocol() verify.Protocol {
	d := Definition()
	return verify.Protocol{
		Name:   "rsdp",
		Models: []verify.Model{d.Model(), Failover().Model()},

		Contenders: contenders(),

		Runs: d.Runs(campaign.Harness{
			Draw:        draw,
			Simpler:     func(config json.RawMessage) []json.RawMessage { return simpler(config) },
			OfStates:    []string{"TypeOK"},
			Steps:       stepped(),
			Witnesses:   witnessed(),
			Assumptions: assumptions(),
			Feels:       faults.DrawnKinds(),
			Corpus:      corpus,
		}),
	}
}

// System is the engine under the configuration and the budget, in both columns; without a
// specification where a custom reducer has none.
func System(
	cfg words.Config, budget spec.Budget, custom ...Custom,
) verify.System[specification.Local, struct{}] {
	return verify.System[specification.Local, struct{}]{
		Model:      model(cfg, custom),
		Cluster:    Cluster(cfg, custom...),
		Local:      local(cfg, custom),
		Budget:     budget,
		Actions:    words.Actions(),
		Cannot:     cannot(cfg),
		Properties: properties(cfg),
		Fairness:   map[string][]spec.Fairness{"MCFairSpec": fairness(cfg.Nodes)},
		Cfg:        constants(cfg),
	}
}

// constants are the module's constants that are the engine's own.
func constants(cfg words.Config) map[string]any {
	orders := make([]spec.Sequence[spec.NodeID], cfg.Nodes)
	settled := make([]words.View, cfg.Nodes)
	for i := range orders {
		orders[i] = cfg.Order(spec.NodeID(i))
		settled[i] = cfg.Settled(spec.NodeID(i))
	}
	return map[string]any{
		"Reducers": spec.Sequence[string](cfg.Reducers), "Cold": cfg.Cold(), "Settled": settled, "Orders": orders,
		"Leavers": cfg.Leavers, "Rejoins": cfg.Rejoins, "Resyncers": cfg.Resyncers, "Resyncs": cfg.Resyncs,
		"Sessions": cfg.Sessions, "Syncs": cfg.SyncMS > 0, "Interpretations": cfg.Interpretations,
	}
}

// Cluster are processes of the engine.
func Cluster(cfg words.Config, custom ...Custom) network.Cluster {
	reducers := implementations(custom)
	return network.Cluster{
		Nodes:    cfg.Nodes,
		Failures: cfg.Failures,
		Boots:    cfg.Boots(),
		Clocks:   cfg.Clocks(),
		New:      func(id spec.NodeID) impl.Node { return implementation.New(id, cfg, reducers...) },
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			return inputs(cfg, at, state.(*implementation.State))
		},
		InputsIgnoreDown: true,
		Bound: func(_ spec.NodeID, state any, topic string) bool {
			return topic == words.TopicReplicas && state.(*implementation.State).Listens(cfg)
		},
		Awaits: func(timer spec.Timer, at spec.NodeID, _ any, copy *spec.Message) bool {
			return awaits(timer, at, copy)
		},
	}
}

// inputs are what a process may be told: to start, to leave, and to begin another session.
func inputs(cfg words.Config, at spec.NodeID, s *implementation.State) (told []spec.Body) {
	switch {
	case !s.On && s.Life < cfg.Rejoins && !cfg.Outside.Has(at):
		return []spec.Body{words.Start{}}
	case !s.On:
		return nil
	}
	if cfg.MayLeave(at, s.Life) {
		told = append(told, words.Leave{})
	}
	if cfg.Resyncers.Has(at) && s.Number < cfg.Resyncs {
		told = append(told, words.Resync{})
	}
	return told
}

// awaits: the STATUS window waits for one's own HELLO and for the answers to it, the SHARE window for
// SHAREs.
func awaits(timer spec.Timer, at spec.NodeID, copy *spec.Message) bool {
	switch copy.Body.(type) {
	case words.Hello:
		return timer == words.TimerStatus && copy.From == at
	case words.Status:
		return timer == words.TimerStatus && copy.To == at
	case words.Share:
		return timer == words.TimerShare && copy.To == at
	}
	return false
}

// stepped are the actions after which a crash is drawn.
func stepped() []string {
	return []string{
		spec.Boot, words.KindStart, spec.Recover, words.KindResync, spec.Tick(words.TimerSync),
		spec.Timeout(words.TimerStatus), spec.Timeout(words.TimerShare),
		spec.Deliver(words.KindHello), spec.Deliver(words.KindShare), spec.Deliver(words.KindClose),
	}
}

// cannot are the actions that the configuration rules out.
func cannot(cfg words.Config) (names spec.SetOf[string]) {
	all := words.Actions()
	rules := func(out bool, those ...string) {
		for _, name := range those {
			if !out {
				continue
			}
			names = names.With(name)
			if cut := spec.CrashIn(name); all.Has(cut) {
				names = names.With(cut)
			}
		}
	}
	starts := cfg.Rejoins > 0 && len(cfg.Leavers) > 0
	for i := range cfg.Views {
		starts = starts || len(cfg.Views[i].Members) == 0
	}
	rules(!starts, words.KindStart)
	rules(len(cfg.Leavers) == 0, words.KindLeave, spec.Deliver(words.KindClose),
		spec.Drop(words.KindClose), spec.Duplicate(words.KindClose))
	rules(cfg.Resyncs == 0 || len(cfg.Resyncers) == 0, words.KindResync)
	rules(cfg.SyncMS == 0, spec.Tick(words.TimerSync))
	rules(!cfg.Boots(), spec.Boot)
	rules(cfg.Failures == spec.CrashStop, spec.Recover)
	return names
}

// fairness: everybody boots, every copy is delivered, and windows and clocks end. Nobody needs to start,
// to leave, to come up again or to begin another session.
func fairness(nodes int) (all []spec.Fairness) {
	for i := range spec.NodeID(nodes) {
		all = append(all, spec.Fairness{Name: i.String() + " goes on", Of: func(a spec.Action) bool {
			switch a.Class() {
			case spec.ClassBoot, spec.ClassDelivery, spec.ClassTimeout, spec.ClassTick:
				return a.At == i
			}
			return false
		}})
	}
	return all
}
