// Package swim brings the statements of SWIM (Das, Gupta and Motivala, DSN 2002) together. See [Protocol] for what it
// registers.
package swim

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// Protocol returns the protocol.
func Protocol() scrutineer.Protocol[implementation.State] {
	return scrutineer.Protocol[implementation.State]{
		Name: "swim", Ticks: []string{words.ClockPeriod.Name()}, Awaits: awaits,
		Lines: spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature"),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 3, Helpers: 1}.WithDefaults(), Reading: []string{"atOnce", "returns"},
			Parse: words.Parse, Apply: apply, DrawShape: draw, Simpler: simpler(),
		},
		CrashAfter: []string{"TickPeriod", "TimeoutReply", "DeliverPing", "DeliverPingReq", "DeliverIndirectPing"},
		TLA:        tla.Of("swim"), Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.Recovers = cfg.Nodes, cfg.Failures
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.Eventually = scrutineer.Properties[implementation.State]{}
	p.Spec = scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCSwim", Handlers: specification.Handlers(cfg), Abstraction: abstraction,
		Always: always(), Steps: steps(cfg), Eventually: eventually(cfg), Sometimes: sometimes(cfg),
		Properties: properties(), Constants: constants(cfg), Cannot: cannot(cfg),
		Fairness: map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
	}
	return nil
}

// abstraction reads a process of the implementation as the specification sees it.
func abstraction(_ spec.NodeID, s *implementation.State) specification.Local {
	l := specification.Local{Table: s.Known, Number: s.Probe.Number, Target: spec.None}
	if s.Probe.Going {
		l.Target = s.Probe.Target
	}
	return l
}

// fairness is what is fair: each link, each clock and each timer by itself.
func fairness(cfg words.Config) []spec.Fairness {
	return spec.Each{
		Nodes: cfg.Nodes, Kinds: words.Kinds(), Clocks: []spec.Timer{words.ClockPeriod},
		Timers: []spec.Timer{words.TimerReply, words.TimerEnd}, Waits: []string{words.NameSuspicion}, Boots: true,
	}.Weak()
}

func constants(cfg words.Config) map[string]any {
	return map[string]any{
		"Probers": cfg.Probers, "Helpers": cfg.Helpers, "Numbers": cfg.Numbers, "Suspecting": !cfg.AtOnce,
		"Returns": cfg.Returns,
	}
}
