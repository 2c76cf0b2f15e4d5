// Package swim brings the statements of SWIM (Das, Gupta and Motivala, DSN 2002) together. See [Protocol] for what it
// registers.
package swim

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the protocol.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "swim", Ticks: []string{words.ClockPeriod.Name()}, Awaits: awaits,
		Lines: spec.FaultLines("crash", "crashIn", "duplicate", "loss", "premature"),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 3, Helpers: 1}.WithDefaults(),
			Reading: []string{
				"atOnce", "joiners", "keepsPinging", "leavers", "newsMost", "picks", "refreshes", "returns",
				"times",
			},
			Parse: words.Parse, Apply: apply, DrawShape: draw, Shrink: Shrink(),
		},
		CrashAfter: []string{
			"TickPeriod", "TimeoutReply", "DeliverPing", "DeliverPingReq", "DeliverIndirectPing", "Enter",
		},
		Corpus: corpus, TLA: tla.Of("swim"), Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.Recovers = cfg.Nodes, cfg.Failures
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	if len(cfg.Joiners) > 0 || len(cfg.Leavers) > 0 {
		p.Inputs = func(at spec.NodeID, s *implementation.State) []spec.Body {
			return implementation.Inputs(cfg, at, s)
		}
	}
	p.Eventually = scrutineer.Properties[implementation.State]{}
	p.Spec = scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCSwim", Handlers: specification.Handlers(cfg),
		Abstraction: func(_ spec.NodeID, s *implementation.State) specification.Local { return abstraction(cfg, s) },
		Always:      always(cfg), Steps: steps(cfg), Eventually: eventually(cfg), Sometimes: sometimes(cfg),
		Properties: properties(cfg), Constants: constants(cfg), Cannot: cannot(cfg),
		Fairness: map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
	}
	return nil
}

// abstraction reads a process of the implementation as the specification sees it.
func abstraction(cfg words.Config, s *implementation.State) specification.Local {
	l := specification.Local{Table: s.Known, Number: s.Probe.Number, Target: spec.None, Bag: s.Bag}
	if s.Probe.Going {
		l.Target = s.Probe.Target
	}
	if cfg.Bounded() {
		l.Buffer = make([]int, cfg.Nodes)
		for _, r := range s.Buffer {
			l.Buffer[r.About] = cfg.NewsSends - r.Sent
		}
	}
	return l
}

// fairness is what is fair: each link, each clock and each timer by itself.
func fairness(cfg words.Config) []spec.Fairness {
	return spec.Each{
		Nodes: cfg.Nodes, Kinds: words.Kinds(), Clocks: []spec.Timer{words.ClockPeriod},
		Timers: []spec.Timer{words.TimerReply, words.TimerEnd, words.TimerJoin},
		Waits:  []string{words.NameSuspicion}, Boots: true,
	}.Weak()
}

func constants(cfg words.Config) map[string]any {
	return map[string]any{
		"Probers": cfg.Probers, "Helpers": cfg.Helpers, "Numbers": cfg.Numbers, "AtOnce": cfg.AtOnce,
		"Returns": cfg.Returns, "Bags": specification.Bags(cfg), "KeepsPinging": cfg.KeepsPinging,
		"Refreshes": cfg.Refreshes, "NewsMost": cfg.NewsMost, "NewsSends": cfg.NewsSends, "Joiners": cfg.Joiners,
		"Leavers": cfg.Leavers, "Times": cfg.Times, "Patience": cfg.Patience,
	}
}

// awaits reports whether a copy in flight may still answer what a timer waits for: Reply awaits the exchange with the
// target, End all that the probe may lead to, and a suspicion a refutation.
func awaits(timer spec.Timer, at spec.NodeID, s *implementation.State, m *spec.Message) bool {
	if member := timer.Of(); member != spec.None {
		e, _ := words.NewsOf(m.Body).Of(member)
		return m.To == at && e.Status == words.Alive && e.Incarnation > s.Known[member].Incarnation
	}
	number, own, direct := 0, m.From == at, false // own: the message belongs to a probe of the process
	switch body := m.Body.(type) {
	case words.Ping:
		number, direct = body.Number, true
	case words.Ack:
		number, own, direct = body.Number, m.To == at, true
	case words.PingReq:
		number = body.Number
	case words.IndirectPing:
		number, own = body.Number, body.Origin == at
	case words.IndirectAck:
		number, own = body.Number, body.Origin == at
	case words.Join:
		return own && timer == words.TimerJoin
	case words.Joined:
		return m.To == at && timer == words.TimerJoin
	}
	return own && number == s.Probe.Number && (timer == words.TimerEnd || timer == words.TimerReply && direct)
}

// cannot are the actions that the configuration rules out.
func cannot(cfg words.Config) (names spec.SetOf[string]) {
	rules := func(out bool, those ...string) {
		if out {
			names = names.Union(spec.AndCrashIn(those...))
		}
	}
	rules(cfg.Failures == spec.CrashStop, spec.Recover)
	rules(len(cfg.Joiners) == 0, words.KindEnter, spec.Timeout(words.TimerJoin), spec.Premature(words.TimerJoin))
	absent := func(out bool, kinds ...string) {
		for _, kind := range kinds {
			rules(out, spec.Deliver(kind), spec.Drop(kind), spec.Duplicate(kind))
		}
	}
	absent(len(cfg.Joiners) == 0, words.KindJoin, words.KindJoined)
	rules(len(cfg.Leavers) == 0, words.KindLeave)
	absent(len(cfg.Leavers) == 0, words.KindLeft)
	rules(cfg.AtOnce, spec.Timeout(words.NameSuspicion), spec.Premature(words.NameSuspicion))
	if cfg.Helpers == 0 || cfg.Nodes < 3 {
		absent(true, words.KindPingReq, words.KindIndirectPing, words.KindIndirectAck)
		names = names.Union(spec.NewSet(
			spec.CrashIn(spec.Timeout(words.TimerReply)), spec.CrashIn(spec.Premature(words.TimerReply)),
		))
	}
	return names
}
