// Package bully brings the statements of the bully election together: how an implementation state is
// read as a specification state, what the environment tells a process, and what is drawn (bully.go); the
// properties (properties.go); the monitor that judges runs by their events (monitor.go).
//
// Start reading at [System].
package bully

import (
	"embed"
	"encoding/json"
	"errors"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/bully"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/bully"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

// State is what the properties are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus
var corpus embed.FS

// Definition is the one model of the election.
func Definition() verify.Definition[words.Config, specification.Local, struct{}] {
	return verify.Definition[words.Config, specification.Local, struct{}]{
		Module: "MCBully", Actions: words.Actions(), Lines: words.Lines(), Parse: words.Parse, System: System,
		Reading:  []string{"interpretations"},
		Monitor:  func(cfg words.Config) campaign.Judge { return newMonitor(cfg) },
		Monitors: monitored(),
	}
}

// Protocol registers the bully election.
func Protocol() verify.Protocol {
	d := Definition()
	return verify.Protocol{
		Name:   "bully",
		Models: []verify.Model{d.Model()},

		Contenders: contenders(),

		Runs: d.Runs(campaign.Harness{
			Draw: draw, Simpler: simpler,
			OfStates: []string{"TypeOK", "FollowsOrElects", "EpochNamesLeader"},
			Steps: []string{
				spec.Boot, spec.Deliver(words.KindElection), spec.Deliver(words.KindAnswer),
				spec.Deliver(words.KindCoordinator), spec.Timeout(words.TimerAnswer),
			},
			Witnesses:   witnessed(),
			Assumptions: assumptions(),
			Feels:       faults.DrawnKinds(),
			Corpus:      corpus,
		}),
	}
}

// System is the protocol under the configuration and the budget.
func System(cfg words.Config, budget spec.Budget) verify.System[specification.Local, struct{}] {
	return verify.System[specification.Local, struct{}]{
		Model: specification.Model(cfg),
		Cluster: network.Cluster{
			Nodes:    cfg.Nodes,
			Failures: cfg.Failures,
			Boots:    true,
			Clocks:   words.Clocks(),
			New:      func(id spec.NodeID) impl.Node { return implementation.New(id, cfg) },
			Inputs: func(at spec.NodeID, state any, down spec.Set) []spec.Body {
				return inputs(cfg, at, state.(*implementation.State), down)
			},
			InputsIgnoreDown: cfg.Detector == words.Beats,
			Awaits:           awaits,
		},
		Local:      local,
		Budget:     budget,
		Excuses:    func(State) error { return errors.New("nobody need be told a false alarm") },
		Actions:    words.Actions(),
		Cannot:     cfg.Cannot(),
		Properties: properties(cfg),
		Fairness:   map[string][]spec.Fairness{"MCFairSpec": fairness(cfg)},
		Cfg: map[string]any{
			"Detector": string(cfg.Detector), "Alarms": cfg.Alarms, "Start": string(cfg.Start), "Most": cfg.Most,
			"Interpretations": cfg.Interpretations,
		},
	}
}

// inputs: who follows another may be told that it is down, where it is; and where there are false alarms,
// also where it is not.
func inputs(cfg words.Config, at spec.NodeID, s *implementation.State, down spec.Set) []spec.Body {
	leader := s.Leader()
	switch {
	case cfg.Detector != words.Told || leader == spec.None || leader == at:
		return nil
	case down.Has(leader):
		return []spec.Body{words.Suspect{Whom: leader}}
	case cfg.Alarms:
		return []spec.Body{words.Alarm{Whom: leader}}
	}
	return nil
}

// local reads a process of the implementation as the specification sees it.
func local(_ spec.NodeID, state any) specification.Local {
	s, up := state.(*implementation.State)
	if !up {
		return specification.Fresh()
	}
	l := specification.Local{Phase: specification.Idle, Leader: s.Master, Epoch: s.Known, Beaten: s.Beaten}
	switch s.Role {
	case implementation.Asks:
		l.Phase = specification.Asking
	case implementation.Waits:
		l.Phase = specification.Waiting
	}
	return l
}

// awaits: an election goes on as long as there are questions and answers of its process or, once that was
// answered, of those above it; who follows hears of its leader.
func awaits(timer spec.Timer, at spec.NodeID, state any, copy *spec.Message) bool {
	waits := timer == words.TimerCoordinator
	switch copy.Body.(type) {
	case words.Election:
		return timer != words.TimerFail && (copy.From == at || waits && copy.From > at)
	case words.Answer:
		return timer != words.TimerFail && (copy.To == at || waits && copy.To > at)
	case words.Coordinator:
		return copy.To == at && (timer != words.TimerFail || copy.From == state.(*implementation.State).Leader())
	case words.Beat:
		return timer == words.TimerFail && copy.To == at && copy.From == state.(*implementation.State).Leader()
	}
	return false
}

// fairness: processes boot, are told who is down and who leads, and each election goes on.
func fairness(cfg words.Config) []spec.Fairness {
	var all []spec.Fairness
	for _, name := range []string{spec.Boot, words.KindSuspect, spec.Deliver(words.KindCoordinator)} {
		all = append(all, spec.Fairness{Name: name, Of: func(a spec.Action) bool { return a.Name == name }})
	}
	for i := range spec.NodeID(cfg.Nodes) {
		all = append(all, spec.Fairness{
			Name: "the election of " + i.String() + " goes on",
			Of: func(a spec.Action) bool {
				switch a.Name {
				case spec.Deliver(words.KindElection):
					return a.Msg.From == i
				case spec.Deliver(words.KindAnswer), spec.Timeout(words.TimerAnswer),
					spec.Timeout(words.TimerCoordinator):
					return a.At == i
				}
				return false
			},
		})
	}
	return all
}

// most is the largest group that is drawn.
const most = 64

// draw draws two to five processes, now and then up to sixty-four; three of four groups hear beats, the
// others are told who is down. Half of all lengths of timers are not the usual ones; in some groups beats end.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		switch c.Choose("large", 64) {
		case 63:
			return 13 + c.Choose("nodes", most-12)
		case 62, 61, 60:
			return 6 + c.Choose("nodes", 7)
		}
		return 2 + c.Choose("nodes", 4)
	}))
	drawn := map[string]any{"nodes": n}
	detector := campaign.Given(fixed, "detector", func() words.Detector {
		return []words.Detector{words.Beats, words.Beats, words.Beats, words.Told}[c.Choose("detector", 4)]
	})
	drawn["detector"] = detector
	drawn["start"] = campaign.Given(fixed, "start", func() words.Start {
		return []words.Start{words.Cold, words.Warm}[c.Choose("start", 2)]
	})
	failures := campaign.Given(fixed, "failures", func() spec.Failures {
		return []spec.Failures{spec.CopiesVanish, spec.CrashStop}[c.Choose("failures", 2)]
	})
	drawn["failures"] = failures
	of := func(field string, values ...int) int {
		v := campaign.Given(fixed, field, func() int { return values[c.Choose(field, len(values))] })
		drawn[field] = v
		return v
	}
	answer := of("answerMs", 500, 500, 500, 200, 1000, 2000)
	coordinator := of("coordinatorMs", 1500, 1500, 1500, 3*answer, 500, 3000)
	beat := of("beatMs", 1000, 1000, 1000, 500, 2000)
	fail := max(1, of("failMs", 3*beat, 2*beat+delays, 3*beat, 4*beat))
	of("most", 0, 0, 0, 0, 0, 0, words.MaxMost, 3+c.Choose("few", 12))
	return campaign.Merged(drawn, fixed), campaign.Shape{
		Nodes: n, Failures: failures, MayCrash: spec.AllNodes(n), Crashes: max(1, n-1),
		Timeout: faults.Time(spec.Milliseconds(delays)), Round: faults.Time(spec.Milliseconds(fail)), Rounds: 4,
		Settle: max(20, 12*(fail+answer+coordinator)/fail), // who is silent is missed, and elections follow
	}
}

// delays is the length of long delays in milliseconds: between two beats there may be one more.
const delays = 500

// simpler omits the last process, or what is not as where nothing is said.
func simpler(config json.RawMessage) []json.RawMessage {
	return campaign.Simplified(config, words.Parse, []func(*words.Config){
		func(c *words.Config) { c.Nodes-- },
		func(c *words.Config) { c.Failures = spec.CrashStop },
		func(c *words.Config) { c.Start = words.Warm },
		func(c *words.Config) { c.Most = 0 },
		func(c *words.Config) { c.AnswerMS, c.CoordinatorMS, c.BeatMS, c.FailMS = 500, 1500, 1000, 3000 },
	}, func(*words.Config) {})
}
