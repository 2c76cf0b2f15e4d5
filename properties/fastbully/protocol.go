// Package fastbully brings the statements of Fast Bully with substitutes together: how its
// implementation is read and its inputs (protocol.go), its properties (properties.go), the
// monitor that judges runs by their events (monitor.go), and what campaigns draw (draw.go). It is the
// only place where spec/fastbully and impl/fastbully meet.
//
// Start reading at [System].
package fastbully

import (
	"embed"
	"errors"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/fastbully"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/fastbully"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

// State is what the properties are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus
var corpus embed.FS

// Definition is the one model.
func Definition() verify.Definition[words.Config, specification.Local, struct{}] {
	return verify.Definition[words.Config, specification.Local, struct{}]{
		Module: "MCFastBully", Actions: words.Actions(), Lines: words.Lines(), Parse: words.Parse, System: System,
		Reading: []string{"ordered", "interpretations"},
		Monitor: func(cfg words.Config) campaign.Judge { return newMonitor(cfg) }, Monitors: monitored(),
	}
}

// Protocol registers Fast Bully.
func Protocol() verify.Protocol {
	d := Definition()
	return verify.Protocol{
		Name:   "fastbully",
		Models: []verify.Model{d.Model()},

		Contenders: contenders(),

		Runs: runs(d.Runs(campaign.Harness{
			Draw: draw, Simpler: simpler,
			OfStates: []string{"TypeOK", sameHeirsName},
			Steps: []string{
				spec.Boot, spec.Timeout(words.TimerGather), spec.Timeout(words.TimerWait),
				spec.Deliver(words.KindCoordinator), spec.Deliver(words.KindBeat),
			},
			Witnesses:   witnesses(),
			Assumptions: assumptions(),
			Feels:       faults.DrawnKinds(),
			Corpus:      corpus,
		})),
	}
}

// runs has no early beat be demanded: as it awaits nothing it is never early.
func runs(of campaign.Harness) campaign.Harness {
	of.Strikes = slices.DeleteFunc(of.Strikes, func(s world.Strike) bool {
		return s == world.Strike{Fault: "premature", On: words.TimerBeat.Name()}
	})
	return of
}

// System is the protocol under the configuration and the budget. In runs, of which nobody counts the
// states, nobody is suspected who is up: there is no line that would bound it.
func System(cfg words.Config, budget spec.Budget) verify.System[specification.Local, struct{}] {
	alarms := len(budget.Lines) > 0
	return verify.System[specification.Local, struct{}]{
		Model: specification.Model(cfg, alarms),
		Cluster: network.Cluster{
			Nodes:   cfg.Nodes,
			Boots:   cfg.Boots(),
			Ordered: cfg.Ordered,
			New:     func(id spec.NodeID) impl.Node { return implementation.New(id, cfg) },
			Inputs:  inputs(cfg, alarms),
			Awaits:  awaits(cfg),

			InputsIgnoreDown: cfg.Detector != words.Told,
		},
		Local:      local(cfg),
		Budget:     budget,
		Excuses:    excuses,
		Actions:    words.Actions(),
		Cannot:     cfg.Cannot(),
		Properties: properties(cfg),
		Fairness:   map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Cfg: map[string]any{
			"Scores": cfg.Scores, "Start": string(cfg.Start), "Detector": string(cfg.Detector),
			"Interpretations": cfg.Interpretations,
		},
	}
}

// excuses: a false alarm need never come, so that a budget that forbids one excuses nothing.
func excuses(State) error { return errors.New("nothing that must happen is beyond the budget") }

// inputs: where beats do not tell it the environment does, each of those ahead once.
func inputs(cfg words.Config, alarms bool) func(spec.NodeID, any, spec.Set) []spec.Body {
	return func(at spec.NodeID, state any, down spec.Set) []spec.Body {
		s := state.(*implementation.State)
		if cfg.Detector != words.Told || s.Gathers {
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
func awaits(cfg words.Config) func(spec.Timer, spec.NodeID, any, *spec.Message) bool {
	calm := cfg.Detector == words.Calm
	return func(timer spec.Timer, at spec.NodeID, _ any, copy *spec.Message) bool {
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
func local(cfg words.Config) func(spec.NodeID, any) specification.Local {
	return func(at spec.NodeID, state any) specification.Local {
		s, up := state.(*implementation.State)
		if !up {
			return specification.Fresh(at, cfg)
		}
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
