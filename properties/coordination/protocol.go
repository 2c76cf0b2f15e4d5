package coordination

import (
	"embed"
	"maps"

	"github.com/scrutineer-go/scrutineer"
	machine "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
	engine "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol is a cluster that runs the paper's reducers. Its model has those of the rate limit alone.
func Protocol() scrutineer.Registration {
	p := rsdp.With(all(words.Config{}.WithDefaults())...)
	p.Name, p.TLA, p.Corpus, p.Pinned = "coordination", tla.Of("coordination"), corpus, true
	p.Config = scrutineer.Configs[words.ClusterConfig, machine.State]{
		Default: words.ClusterConfig{Engine: words.Engine{Nodes: 2}}.WithDefaults(),
		Reading: []string{"reducers", "interpretations", "set", "overwrites", "tiesStay"},
		Parse:   words.ParseCluster, Apply: apply, DrawShape: draw, Shrink: shrink(), Explored: true,
	}
	p.CrashAfter = append(p.CrashAfter, engine.KindInject)
	return p
}

// all are the reducers under a configuration.
func all(cfg words.Config) []rsdp.Custom {
	return []rsdp.Custom{Directory(cfg), Timeframes(cfg), Newest(cfg), Voted(cfg)}
}

// apply says what depends on a configuration.
func apply(cfg words.ClusterConfig, p *scrutineer.Protocol[machine.State]) error {
	if err := rsdp.Applying(all(cfg.Config))(cfg.Engine, p); err != nil {
		return err
	}
	s := p.Spec.(rsdp.Spec)
	s.Module = "MCCoordination"
	s.Properties = append(s.Properties, properties(cfg)...)
	s.Constants = maps.Clone(s.Constants)
	maps.Copy(s.Constants, constants(cfg))
	s.Actions = spec.SetOf[string](s.Actions).With(engine.KindInject)
	s.Cannot = cannot(cfg, s.Cannot)
	s.Fairness = map[string][]spec.Fairness{"MCFairInjectedSpec": fairness(cfg, s.Fairness["MCFairSpec"])}
	p.Spec = s
	monitor := *p.Monitor
	judge := monitor.New
	monitor.New = func() scrutineer.Judge { return newJudge(cfg, judge()) }
	monitor.Properties = append(monitored(), monitor.Properties...)
	monitor.Witnesses = append(witnessed(), monitor.Witnesses...)
	monitor.Assumptions = append([]string{assumeHonest}, monitor.Assumptions...)
	p.Monitor = &monitor
	return nil
}

// constants are those of the module Reducers.
func constants(cfg words.ClusterConfig) map[string]any {
	limits := make([]words.Limit, cfg.Nodes)
	for i := range limits {
		limits[i] = cfg.Limit(spec.NodeID(i))
	}
	return map[string]any{
		"Limits": limits, "Set": cfg.Set, "Overwrites": cfg.Overwrites, "TiesStay": cfg.TiesStay,
	}
}

// cannot are the actions that the configuration rules out.
func cannot(cfg words.ClusterConfig, engines spec.SetOf[string]) spec.SetOf[string] {
	if len(cfg.Injected) == 0 {
		return engines.With(engine.KindInject)
	}
	return engines
}

// fairness: each process goes on, and the side channel reaches it.
func fairness(cfg words.ClusterConfig, goesOn []spec.Fairness) []spec.Fairness {
	fair := append([]spec.Fairness{}, goesOn...)
	for i := range spec.NodeID(cfg.Nodes) {
		fair = append(fair, spec.Fairness{
			Name: "the side channel reaches " + i.String(),
			Of:   func(a spec.Action) bool { return a.At == i && a.Name == engine.KindInject },
		})
	}
	return fair
}
