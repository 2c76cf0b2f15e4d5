// Package watchdog brings the statements of an election over a failure detector together: vCube below, and the bully
// election above it. A process holds both machines. Runs compare each step with the specifications of both; no model
// has the two together, so there is no exploration.
//
// Start reading at [Protocol].
package watchdog

import (
	"embed"
	"encoding/json"
	"fmt"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/watchdog"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/properties/bully"
	"github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/bully/words"
	detector "github.com/scrutineer-go/scrutineer/spec/vcube/words"
	"github.com/scrutineer-go/scrutineer/spec/watchdog/words"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the protocol.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[state]{
		Name: "watchdog", Ticks: []string{detector.TimerInterval.Name()},
		Config: scrutineer.Configs[words.Config, state]{
			Default: words.Config{Nodes: 3}, Parse: words.Parse, Explored: true, Apply: apply, DrawShape: draw,
			Shrink: []func(*words.Config){
				func(c *words.Config) { c.Nodes-- },
				func(c *words.Config) { c.Failures = spec.CrashStop },
				func(c *words.Config) { c.Start, c.AnswerMS, c.CoordinatorMS = "", 0, 0 },
			},
		},
		CrashAfter: []string{
			spec.Boot, "TimeoutAnswer", "DeliverElection", "DeliverCoordinator", "TickInterval", "TimeoutTest",
			"DeliverReply",
		},
		Corpus: corpus, Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[state]) error {
	p.Nodes, p.Recovers, p.Enough = cfg.Nodes, cfg.Failures, -1
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	elects, exchanged := spec.NewSet(words.ElectionTimers()...), spec.NewSet(words.ElectionKinds()...)
	p.Awaits = func(timer spec.Timer, at spec.NodeID, s *state, m *spec.Message) bool {
		if elects.Has(timer.Name()) {
			return bully.Awaits(timer, at, &s.Upper, m)
		}
		return !exchanged.Has(m.Body.Kind()) && vcube.Awaits(timer, at, &s.Lower, m)
	}
	p.Halves = []scrutineer.Half[state]{lower(cfg), upper(cfg)}
	p.Watch, p.Watched = watch(cfg), []string{"Replaced"}
	p.Assumptions = []scrutineer.Assumption[state]{
		{Name: assumeArrives, Final: true}, {Name: assumeInTime, Final: true},
	}
	p.Needs = map[string][]string{"HighestLeads": {assumeArrives, assumeInTime}}
	p.Eventually = scrutineer.Properties[state]{
		"Detected": detected,
		"HighestLeads": func(v view) error {
			return bully.FollowHighest(v, func(s *state) spec.NodeID { return s.Upper.Leader() })
		},
	}
	return nil
}

// detected: a process that is up suspects those that are down, and no other.
func detected(v view) error {
	for at, s := range v.All() {
		for id, stamp := range s.Lower.Timestamps {
			of := spec.NodeID(id)
			if suspects := stamp%2 == 1; of != at && suspects == v.Up(of) {
				return fmt.Errorf("%s suspects %s: %t, which is up: %t", at, of, suspects, v.Up(of))
			}
		}
	}
	return nil
}

// draw draws two to eight processes, now and then up to 24, under both failure models.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		if c.Choose("large", 32) == 31 {
			return 9 + c.Choose("nodes", 16)
		}
		return 2 + c.Choose("nodes", 7)
	}))
	cfg := words.Config{
		Nodes: n, Failures: []spec.Failures{spec.MessagesVanish, spec.CrashStop}[c.Choose("failures", 2)],
		IntervalMS: []int{20_000, 5_000, 100_000}[c.Choose("interval", 3)],
		TimeoutMS:  []int{1_000, 4_000}[c.Choose("timeout", 2)],
		Start:      []election.Start{election.Cold, election.Warm}[c.Choose("start", 2)],
		AnswerMS:   []int{500, 200, 2000}[c.Choose("answer", 3)], CoordinatorMS: 1500,
	}
	config := campaign.Merged(cfg, fixed)
	if checked, err := words.Parse(config); err == nil {
		cfg = checked
	}
	d := cfg.Detector()
	var without []string
	if c.Choose("loses", 4) > 0 { // else most runs are outside NothingLost
		without = []string{"loss", "partition", "oneWay"}
	}
	return config, campaign.Shape{
		Nodes: n, Failures: cfg.Failures, MayCrash: spec.AllNodes(n), Crashes: n - 1, Without: without, Maps: true,
		Timeout: faults.Time(d.TimeoutTime()), Round: faults.Time(d.IntervalTime()), Rounds: 6,
		Settle: vcube.Settles(d) + 1,
	}
}
