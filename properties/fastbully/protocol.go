// Package fastbully brings the statements of Fast Bully with substitutes together: how its
// implementation is read and its inputs (protocol.go), its properties (properties.go), the
// monitor that judges runs by their events (monitor.go), and what campaigns draw (draw.go). It is the
// only place where spec/fastbully and impl/fastbully meet.
//
// Start reading at [Protocol].
package fastbully

import (
	"embed"
	"errors"
	"slices"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/fastbully"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/fastbully"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// State is what the properties are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns Fast Bully.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "fastbully", Lines: words.Lines(),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 2}, Reading: []string{"ordered", "interpretations"},
			Parse: words.Parse, Apply: apply, DrawShape: draw, Shrink: shrink(),
		},
		CrashAfter: []string{
			spec.Boot, spec.Timeout(words.TimerGather), spec.Timeout(words.TimerWait),
			spec.Deliver(words.KindCoordinator), spec.Deliver(words.KindBeat),
		},
		NeverEarly: []string{words.TimerBeat.Name()},
		Corpus:     corpus, TLA: tla.Of("fastbully"), Pinned: true, Contenders: contenders(),
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.NoBoot, p.Ordered = cfg.Nodes, !cfg.Boots(), cfg.Ordered
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.Awaits = awaits(cfg)
	p.Budgeted = func(b spec.Budget, p *scrutineer.Protocol[implementation.State]) { budgeted(cfg, b, p) }
	p.Monitor = &scrutineer.Monitor{
		New: func() scrutineer.Judge { return newMonitor(cfg) }, Properties: monitored(),
		Witnesses: witnesses(), Assumptions: assumptions(),
	}
	return nil
}

// budgeted says what depends on the budget. In runs, of which nobody counts the states, nobody is suspected who is
// up: there is no line that would bound it.
func budgeted(cfg words.Config, b spec.Budget, p *scrutineer.Protocol[implementation.State]) {
	alarms := len(b.Lines) > 0
	if cfg.Detector == words.Told {
		p.InputsKnowing = inputs(alarms)
	}
	p.Spec = scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCFastBully", Handlers: specification.Handlers(cfg, alarms), Abstraction: local(cfg),
		Cannot: cfg.Cannot(), Properties: properties(cfg), Excuses: excuses,
		Fairness: map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Constants: map[string]any{
			"Scores": cfg.Scores, "Start": string(cfg.Start), "Detector": string(cfg.Detector),
			"Interpretations": cfg.Interpretations,
		},
	}
}

// excuses: a false alarm need never come, so that a budget that forbids one excuses nothing.
func excuses(State) error { return errors.New("nothing that must happen is beyond the budget") }

// inputs: where beats do not tell it the environment does, each of those ahead once.
func inputs(alarms bool) func(spec.NodeID, *implementation.State, spec.Set) []spec.Body {
	return func(at spec.NodeID, s *implementation.State, down spec.Set) []spec.Body {
		if s.Gathers {
			return nil
		}
		var told []spec.Body
		for _, peer := range s.Ahead(at) {
			switch isDown := down.Has(peer); {
			case s.Silent.Has(peer):
			case isDown:
				told = append(told, words.Suspect{Whom: peer})
			case alarms:
				told = append(told, words.Alarm{Whom: peer})
			}
		}
		return told
	}
}

// awaits: Gather waits for scores that come or are asked for, Wait for word of a coordinator; a beat for
// nothing, but under Calm for everything.
func awaits(cfg words.Config) func(spec.Timer, spec.NodeID, *implementation.State, *spec.Message) bool {
	calm := cfg.Detector == words.Calm
	return func(timer spec.Timer, at spec.NodeID, _ *implementation.State, copy *spec.Message) bool {
		var of spec.Timer
		switch copy.Body.(type) {
		case words.Score:
			of = words.TimerGather
		case words.Beat, words.Coordinator:
			of = words.TimerWait
		case words.Collect:
			return timer == words.TimerGather && copy.From == at || timer == words.TimerBeat && calm
		}
		return timer == of && copy.To == at || timer == words.TimerBeat && calm
	}
}

// local reads a process of the implementation as the specification sees it.
func local(cfg words.Config) func(spec.NodeID, *implementation.State) specification.Local {
	return func(_ spec.NodeID, s *implementation.State) specification.Local {
		l := specification.Local{
			Gathering: s.Gathers, Keys: slices.Repeat([]int{words.Unknown}, cfg.Nodes),
			Line: s.Heirs, Leader: s.Leader, Epoch: s.Epoch, Suspected: s.Silent,
			Ignored: s.Outdated,
		}
		for i := range l.Keys {
			if score, heard := s.Scores[spec.NodeID(i)]; heard {
				l.Keys[i] = score
			}
		}
		return l
	}
}

// fairness: nobody waits for its boot for ever, and everybody hears what was sent to it, ends its
// gathering and is told who is down.
func fairness(cfg words.Config) []spec.Fairness {
	all := spec.Each{
		Nodes: cfg.Nodes, Kinds: []string{words.KindCoordinator}, Timers: []spec.Timer{words.TimerGather},
	}.Weak()
	for _, name := range []string{
		spec.Boot, spec.Deliver(words.KindScore), spec.Deliver(words.KindCollect), spec.Deliver(words.KindNewer),
	} {
		all = append(all, spec.Fairness{Name: name, Of: func(a spec.Action) bool { return a.Name == name }})
	}
	for i := range spec.NodeID(cfg.Nodes) {
		all = append(all, spec.Fairness{
			Name: "Suspect at " + i.String(),
			Of:   func(a spec.Action) bool { return a.At == i && a.Name == words.KindSuspect },
		})
	}
	return all
}
