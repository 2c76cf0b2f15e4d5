// Package vcube brings the three statements of vCube's leader election together: how an
// implementation state is read as a specification state (abstraction.go), the properties of
// states, of steps and of runs (properties.go, steps.go), those that must fail (witnesses.go),
// the monitor that judges runs by their events (monitor.go), and what campaigns draw (draw.go).
// It is the only place where spec/vcube and impl/vcube meet.
//
// Start reading at [Protocol].
package vcube

import (
	"embed"
	"io/fs"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vcube"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// State is what the properties are judged on; those of messages need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol is vCube's election, without the claims of its paper. Its model with messages is the first, that with
// atomic tests the second.
func Protocol() scrutineer.Registration {
	p := electionOn("vcube", corpus, detector[implementation.State]{
		process: func(id spec.NodeID, cfg words.Config) impl.Node { return implementation.New(id, cfg) },
		awaits:  awaits, latency: words.Config.Dimension,
		specify: func(cfg words.Config) scrutineer.Specification[implementation.State] { return specified(cfg) },
	})
	p.Lines, p.More, p.TLA = words.Lines(), []scrutineer.Registration{rounds()}, tla.Of("vcube")
	return p
}

// detector is what a protocol that tests has of its own: vCube, or one that vCube is compared with.
type detector[S any] struct {
	process func(spec.NodeID, words.Config) impl.Node
	awaits  func(spec.Timer, spec.NodeID, *S, *spec.Message) bool
	// latency is in how many rounds news spread.
	latency func(words.Config) int
	// specify returns the specification; nil if there is none.
	specify func(words.Config) scrutineer.Specification[S]
}

// electionOn is the election on top of a detector. Its runs are judged by vCube's monitor.
func electionOn[S any](name string, corpus fs.FS, d detector[S]) scrutineer.Protocol[S] {
	return scrutineer.Protocol[S]{
		Name: name,
		Config: scrutineer.Configs[words.Config, S]{
			Default: words.Config{Nodes: 2}, Reading: []string{"interpretations"},
			Parse: words.Parse, Apply: d.apply, DrawShape: draw(d.latency), Shrink: shrink(),
		},
		CrashAfter: []string{
			spec.Boot, spec.Recover, spec.Tick(words.TimerInterval),
			spec.Deliver(words.KindRequest), spec.Deliver(words.KindReply), spec.Timeout(words.TimerTest),
		},
		Beside: []string{new(faults.Flap).Name()},
		Corpus: corpus, Pinned: true,
		Contenders: []scrutineer.Contender{contender(name, func() scrutineer.Registration {
			return electionOn(name, corpus, d)
		})},
	}
}

// apply says what depends on a configuration.
func (d detector[S]) apply(cfg words.Config, p *scrutineer.Protocol[S]) error {
	p.Nodes, p.Recovers, p.Ticks = cfg.Nodes, cfg.Failures, cfg.Clocks()
	p.New = func(id spec.NodeID, _ int) impl.Node { return d.process(id, cfg) }
	p.Awaits = d.awaits
	p.Monitor = &scrutineer.Monitor{
		New: func() scrutineer.Judge { return newMonitor(cfg, d.latency(cfg)) }, Properties: monitored(),
		Witnesses: witnessed(), Assumptions: assumptions(),
	}
	if d.specify != nil {
		p.Spec = d.specify(cfg)
	}
	return nil
}

// specified is the specification with messages.
func specified(cfg words.Config) scrutineer.Spec[implementation.State, specification.Local] {
	return scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCVCube", Handlers: specification.Handlers(cfg), Abstraction: local(cfg),
		Cannot: cannot(cfg), Properties: properties(cfg),
		Fairness: map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Constants: map[string]any{
			"Size": cfg.Nodes, "Interval": cfg.Interval, "Nonces": cfg.Nonces, "Threshold": cfg.Threshold,
			"Incarnations": cfg.Incarnations, "Interpretations": cfg.Interpretations,
		},
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
