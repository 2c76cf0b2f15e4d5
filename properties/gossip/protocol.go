// Package gossip brings the three statements of the Gossip election together: how an implementation
// state is read as a specification state (abstraction.go), the properties of states, of steps and of
// runs (properties.go, steps.go), those that must fail (witnesses.go), the monitor that judges runs by
// their events (monitor.go), and what campaigns draw (draw.go). It is the only place where spec/gossip
// and impl/gossip meet.
//
// Start reading at [Protocol].
package gossip

import (
	"embed"
	"errors"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/gossip"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/gossip"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// State is what the properties are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol is the Gossip election, without the claims of its paper.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "gossip", Lines: words.Lines(),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 2}, Reading: []string{"interpretations"},
			Parse: words.Parse, Apply: apply, DrawShape: draw, Shrink: shrink(),
		},
		CrashAfter: []string{
			spec.Boot, spec.Tick(words.ClockBeat), spec.Timeout(words.TimerGossip), spec.Timeout(words.TimerSettle),
			spec.Timeout(words.TimerWait), spec.Deliver(words.KindGossip), spec.Deliver(words.KindBeat),
			spec.Deliver(words.KindClaim), spec.Deliver(words.KindDigest), spec.Deliver(words.KindMissing),
			spec.Deliver(words.KindView), words.KindMeasure,
		},
		// An early firing of a timer that awaits nothing in a run is in time for all that a process can tell.
		NeverEarly: []string{words.TimerGossip.Name(), words.TimerSettle.Name(), words.TimerRefresh.Name()},
		Corpus:     corpus, TLA: tla.Of("gossip"), Pinned: true, Contenders: contenders(),
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.Ticks = cfg.Nodes, cfg.Clocks()
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.Awaits, p.Repeats = awaits(cfg), repeats(cfg)
	if cfg.Detector == words.Told {
		p.InputsKnowing = told(cfg)
	} else {
		p.Inputs = measured(cfg)
	}
	p.Monitor = &scrutineer.Monitor{
		New: func() scrutineer.Judge { return newMonitor(cfg) }, Properties: monitored(),
		Witnesses: witnessed(), Assumptions: assumptions(),
	}
	p.Spec = scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCGossip", Handlers: specification.Handlers(cfg), Abstraction: local(cfg),
		Cannot: cannot(cfg), Properties: properties(cfg), Excuses: noExcuse,
		Fairness: map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Constants: map[string]any{
			"Edges": edges(cfg), "Fanout": cfg.Fanout, "TTL": cfg.TTL, "Technique": string(cfg.Technique),
			"Every": cfg.Every, "Start": string(cfg.Start), "Detector": string(cfg.Detector),
			"Origins": cfg.Origins, "Versions": cfg.Versions, "Beats": cfg.Beats,
			"Latencies": cfg.Latencies, "Powers": cfg.Powers, "Measures": tlc.Elements[words.Measurement](cfg.Measures),
			"Weights": lowestTerms(cfg.Weights), "LatencyScale": cfg.LatencyScale, "PowerScale": cfg.PowerScale,
			"Quorum": cfg.Quorum, "Interpretations": cfg.Interpretations,
		},
	}
	return nil
}

// noExcuse: alarms and measures, which a budget counts, need never happen.
func noExcuse(State) error { return errors.New("alarms and measures need not happen") }

// edges are the links as sets of two.
func edges(cfg words.Config) tlc.Elements[spec.Set] {
	var all tlc.Elements[spec.Set]
	for j := range spec.NodeID(cfg.Nodes) {
		for i := range j {
			if cfg.Linked(i, j) {
				all = append(all, spec.NewSet(i, j))
			}
		}
	}
	return all
}

// lowestTerms divides the weights by what they have in common: TLC has numbers of 32 bits.
func lowestTerms(weights []int) []int {
	d := 0
	for _, w := range weights {
		for w != 0 {
			d, w = w, d%w
		}
	}
	terms := make([]int, len(weights))
	for i, w := range weights {
		terms[i] = w / d
	}
	return terms
}

// cannot are the actions that the configuration rules out.
func cannot(cfg words.Config) spec.SetOf[string] {
	var names spec.SetOf[string]
	handlers := func(ruledOut bool, all ...string) {
		if ruledOut {
			names = names.Union(spec.AndCrashIn(all...))
		}
	}
	timer := func(ruledOut bool, t spec.Timer) { handlers(ruledOut, spec.Timeout(t), spec.Premature(t)) }
	kind := func(ruledOut bool, k string) {
		handlers(ruledOut, spec.Deliver(k), spec.Drop(k), spec.Duplicate(k))
	}
	told := cfg.Detector == words.Told
	keeps := cfg.Interprets(words.DeadReturns) || cfg.Interprets(words.NoFloor) // nobody is suspected
	silent := told && !cfg.Interprets(words.MasterBeats)
	views := cfg.Technique == words.Push || cfg.Technique == words.PushPull
	settles := cfg.Start == words.Cold && !cfg.Interprets(words.ClaimAtStart) && !cfg.Interprets(words.ClaimWhenKnown)

	handlers(told, spec.Tick(words.ClockBeat))
	handlers(!told, words.KindSuspect, words.KindAlarm)
	handlers(!told || keeps, words.KindTrust)
	handlers(len(cfg.Measures) == 0, words.KindMeasure)
	for _, t := range []spec.Timer{words.TimerGossip, words.TimerSettle, words.TimerRefresh} {
		handlers(!told, spec.Premature(t)) // it awaits nothing
	}
	timer(silent, words.TimerWait)
	timer(!settles, words.TimerSettle)
	timer(!cfg.Interprets(words.DeadReturns), words.TimerRefresh)
	timer(cfg.Technique == words.Forward && (cfg.Versions == 1 || len(cfg.Origins) == 0), words.TimerGossip)
	kind(silent, words.KindBeat)
	kind(!cfg.Interprets(words.Announce), words.KindClaim)
	kind(views || len(cfg.Origins) == 0 || cfg.Start == words.Warm && cfg.Versions == 1, words.KindGossip)
	kind(!views, words.KindView)
	kind(cfg.Technique != words.AntiEntropy, words.KindDigest)
	kind(cfg.Technique != words.AntiEntropy, words.KindMissing)
	return names
}

// fairness: boots, and deliveries, happen at last; deliveries end, or wait for each other between two
// rounds. So do at each process what it is told of who is up, its rounds, its other timers and its
// clock. A timer that awaits everything is enabled again and again where others send again and again:
// that is strongly fair.
func fairness(cfg words.Config) []spec.Fairness {
	all := []spec.Fairness{
		{Name: "boots", Of: func(a spec.Action) bool { return a.Name == spec.Boot }},
		{Name: "deliveries", Of: func(a spec.Action) bool { return a.Class() == spec.ClassDelivery }},
	}
	for i := range spec.NodeID(cfg.Nodes) {
		at := func(what string, strong bool, names ...string) {
			all = append(all, spec.Fairness{
				Name: what + " at " + i.String(), Strong: strong,
				Of: func(a spec.Action) bool { return a.At == i && spec.NewSet(names...).Has(a.Name) },
			})
		}
		if cfg.Detector == words.Told {
			at("what it is told", false, words.KindSuspect, words.KindTrust)
		} else {
			at("ticks", false, spec.Tick(words.ClockBeat))
		}
		at("rounds", true, spec.Timeout(words.TimerGossip))
		at("settling", true, spec.Timeout(words.TimerSettle))
		at("refreshing", true, spec.Timeout(words.TimerRefresh))
		at("silence", false, spec.Timeout(words.TimerWait))
	}
	return all
}
