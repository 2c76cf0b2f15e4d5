// Package rsdp brings the statements of the Replica State Discovery Protocol together: how an
// implementation state is read as a specification state (abstraction.go), the properties of states
// and of steps (properties.go, judge.go), those that must fail (witnesses.go), the monitor that judges
// runs by their events (monitor.go, span.go), and what campaigns draw (draw.go). The failover topologies
// on top of the engine are its second model (failover.go); their runs are registered in
// properties/failover. It is the only place where spec/rsdp and impl/rsdp meet.
//
// Start reading at [Protocol].
package rsdp

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// State is what the properties of the engine are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// Spec is the specification of the engine.
type Spec = scrutineer.Spec[implementation.State, specification.Local]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol is the engine, without the claims of its paper. Its second model is that of the failover topologies.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "rsdp", Lines: words.Lines(), Config: configs(nil), CrashAfter: stepped(),
		Corpus: corpus, TLA: tla.Of("rsdp"), Pinned: true,
		Contenders: contenders(), More: []scrutineer.Registration{Failover()},
	}
}

// configs are the configurations of the engine with reducers beside those of the house.
func configs(custom []Custom) scrutineer.Configs[words.Config, implementation.State] {
	own := namesOf(custom)
	return scrutineer.Configs[words.Config, implementation.State]{
		Default: words.Config{Nodes: 2, Reducers: own}.WithDefaults(), Reading: []string{"reducers", "interpretations"},
		Parse: func(data []byte) (words.Config, error) { return words.Parse(data, own...) },
		Apply: Applying(custom), DrawShape: draw, Shrink: Shrink(),
	}
}

// Applying returns a function that sets in a protocol what depends on a configuration of the engine with these reducers
// beside those of the house. The Spec that it sets is a [Spec].
func Applying(custom []Custom) func(words.Config, *scrutineer.Protocol[implementation.State]) error {
	reducers := implementations(custom)
	return func(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
		cfg.Injections = injections(cfg, custom)
		p.Nodes, p.Recovers, p.NoBoot, p.Ticks = cfg.Nodes, cfg.Failures, !cfg.Boots(), cfg.Clocks()
		p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg, reducers...) }
		p.Inputs = func(at spec.NodeID, s *implementation.State) []spec.Body { return Inputs(cfg, at, s) }
		p.Bound = func(_ spec.NodeID, s *implementation.State, topic string) bool {
			return topic == words.TopicReplicas && s.Listens(cfg)
		}
		p.Awaits = func(timer spec.Timer, at spec.NodeID, _ *implementation.State, copy *spec.Message) bool {
			return Awaits(timer, at, copy)
		}
		p.Monitor = &scrutineer.Monitor{
			New:        func() scrutineer.Judge { return newMonitor(cfg, differing(cfg, custom), reducers...) },
			Properties: monitored(), Witnesses: witnessed(), Assumptions: assumptions(),
		}
		if len(custom) > 0 { // where none of the house's may run, so that nobody is elected
			p.Monitor.Unreachable = unreachable
		}
		p.Spec = Spec{
			Module: "MCRsdp", Handlers: handlers(cfg, custom), Unspecified: !specified(custom),
			Abstraction: local(cfg), Actions: named(custom), Cannot: cannot(cfg),
			Properties: properties(cfg), Constants: constants(cfg),
			Fairness: map[string][]spec.Fairness{"MCFairSpec": fairness(cfg.Nodes)},
		}
		return nil
	}
}

// constants are the module's constants that are the engine's own.
func constants(cfg words.Config) map[string]any {
	orders := make([]spec.Sequence[spec.NodeID], cfg.Nodes)
	settled := make([]words.View, cfg.Nodes)
	links := make([]spec.Set, cfg.Nodes)
	for i := range orders {
		orders[i] = cfg.Order(spec.NodeID(i))
		settled[i] = cfg.Settled(spec.NodeID(i))
		links[i] = cfg.LinkedTo(spec.NodeID(i))
	}
	return map[string]any{
		"Reducers": spec.Sequence[string](cfg.Reducers), "Cold": cfg.Cold(), "Settled": settled, "Orders": orders,
		"Leavers": cfg.Leavers, "Rejoins": cfg.Rejoins, "Resyncers": cfg.Resyncers, "Resyncs": cfg.Resyncs,
		"Sessions": cfg.Sessions, "Syncs": cfg.SyncMS > 0, "Injections": sideChannel(cfg),
		"Interpretations": cfg.Interpretations, "Links": links,
	}
}

// sideChannel has the values of the side channel, as the module has them.
func sideChannel(cfg words.Config) spec.Sequence[injection] {
	var all spec.Sequence[injection]
	for _, x := range cfg.Injections {
		all = append(all, injection{Reducer: x.Reducer, Data: x.Data})
	}
	return all
}

// injection is a value of the side channel.
type injection struct {
	Reducer string
	Data    any
}

// Inputs are what a process may be told: to start, to leave, to begin another session, and what the side channel has
// next.
func Inputs(cfg words.Config, at spec.NodeID, s *implementation.State) (told []spec.Body) {
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
	if s.Injected < len(cfg.Injections) {
		told = append(told, cfg.Injections[s.Injected])
	}
	return told
}

// Awaits reports whether a timer of the engine awaits a copy: the STATUS window awaits the process's own HELLO and the
// answers to it, the SHARE window awaits SHAREs.
func Awaits(timer spec.Timer, at spec.NodeID, copy *spec.Message) bool {
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
	rules := func(out bool, those ...string) {
		if out {
			names = names.Union(spec.AndCrashIn(those...))
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
