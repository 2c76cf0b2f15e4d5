package campaign_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A periodic protocol: each round, every process sends a beat to all others, and suspects
// whom it has not heard of in the last rounds. It never rests.
const (
	round    = 100 * time.Millisecond
	patience = 3 // how many rounds in a row without a beat it takes to suspect somebody
	ms       = faults.Time(time.Millisecond)
	rounds   = faults.Time(round) // as in 2*rounds
)

// The properties. All are claimed of every run; Calm fails where beats are lost.
const (
	detects = "Detects" // in the end exactly those that are down are suspected
	calm    = "Calm"    // nobody is suspected who has never been down
	few     = "Few"     // not as many come up again as the configuration says
)

type beat struct{}

func (beat) Kind() string { return "Beat" }

func init() { codec.Register(beat{}) }

// beatConfig is its configuration.
type beatConfig struct {
	Nodes int `json:"nodes"`
	// Crowd is a bug: who is heard of again is trusted only if nobody else is suspected.
	Crowd bool `json:"crowd,omitempty"`
	// Lives is how many must not come up again, 0 for any number.
	Lives int `json:"lives,omitempty"`
	// Ends is after how many rounds in which the goal holds a run ends, 0 for never.
	Ends int `json:"ends,omitempty"`
}

func parseBeat(text []byte) (beatConfig, error) {
	var cfg beatConfig
	err := input.Decode(text, &cfg)
	if err == nil && cfg.Nodes < 2 {
		err = input.Errorf("config.nodes", "%d, it must be 2 or more", cfg.Nodes)
	}
	return cfg, err
}

// beater is one process.
type beater struct {
	id    spec.NodeID
	cfg   beatConfig
	state beats
}

type beats struct {
	Missed   []int // how many rounds in a row nothing was heard of each one
	Suspects spec.Set
}

func (n *beater) State() any { return &n.state }

func (n *beater) Step(ev impl.Event, out *impl.Effects) {
	s := &n.state
	if ev.Kind == impl.Delivered {
		s.Missed[ev.From] = 0
		if !n.cfg.Crowd || len(s.Suspects) == 1 {
			s.Suspects = s.Suspects.Without(ev.From)
		}
		return
	}
	for i := range s.Missed {
		id := spec.NodeID(i)
		if id == n.id {
			continue
		}
		if s.Missed[i]++; s.Missed[i] > patience {
			s.Suspects = s.Suspects.With(id)
		}
		out.Send(id, beat{})
	}
	out.SetTimer("Round", round)
}

// beatJudge judges a run.
type beatJudge struct {
	campaign.Book
	cfg   beatConfig
	died  spec.Set
	lives int
	over  campaign.Goal
}

func (j *beatJudge) Observe(w *world.World, e *world.Event) {
	j.over.Watch(w, func() bool { return j.goal(w) })
	if world.IsStutter(e.Action.Name) {
		return
	}
	cameUp, wentDown := world.Lives(&e.Action)
	if cameUp {
		if j.lives++; j.lives == j.cfg.Lives {
			j.Fail(few, fmt.Sprintf("%s is the %dth that comes up", e.Action.At, j.lives), e.N, nil)
		}
	}
	if wentDown {
		j.died = j.died.With(e.Action.At)
	}
	s, up := w.State(e.Action.At).(*beats)
	if !up {
		return
	}
	if wrong := s.Suspects.Minus(j.died); len(wrong) > 0 {
		j.Fail(calm, fmt.Sprintf("%s suspects %s", e.Action.At, wrong), e.N, nil)
	}
}

func (j *beatJudge) End(w *world.World) campaign.Finding {
	if !j.goal(w) {
		j.Fail(detects, fmt.Sprintf("somebody is wrong %s after the faults stopped", w.Settle()), w.Events(), nil)
	}
	return j.Finding(nil, campaign.Ends(w, j.Says))
}

func (j *beatJudge) goal(w *world.World) bool {
	return !slices.ContainsFunc(w.Living(), func(id spec.NodeID) bool {
		return !w.State(id).(*beats).Suspects.Equal(w.Down())
	})
}

// beatHarness registers it.
func beatHarness() campaign.Harness {
	return campaign.Harness{
		Name: "beat", Properties: []string{detects, calm, few}, FaultKinds: faults.DrawnKinds(), Draw: drawBeat,
		Open: func(config json.RawMessage) (campaign.Subject, error) {
			cfg, err := parseBeat(config)
			if err != nil {
				return campaign.Subject{}, err
			}
			return campaign.Subject{
				Config: cfg,
				Cluster: network.Cluster{
					Nodes: cfg.Nodes, Failures: spec.MessagesVanish, Boots: true,
					New: func(id spec.NodeID) impl.Node {
						return &beater{id: id, cfg: cfg, state: beats{Missed: make([]int, cfg.Nodes)}}
					},
					Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
				},
				NewJudge: func(bool) campaign.Judge {
					return &beatJudge{cfg: cfg, over: campaign.Goal{For: faults.Time(cfg.Ends) * rounds}}
				},
			}, nil
		},
		Shrink: func(config json.RawMessage) []json.RawMessage {
			less := func(c *beatConfig) { c.Nodes-- }
			return campaign.Shrunken(config, parseBeat, []func(*beatConfig){less}, func(*beatConfig) {})
		},
	}
}

// drawBeat draws three to eight processes, of which two may crash.
func drawBeat(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := campaign.Given(fixed, "nodes", func() int { return 3 + c.Choose("nodes", 6) })
	return campaign.Merged(beatConfig{Nodes: n}, fixed), campaign.Shape{
		Nodes: n, Failures: spec.MessagesVanish, MayCrash: spec.AllNodes(n), Crashes: 2,
		Timeout: rounds, Round: rounds, Rounds: 50, Settle: 10,
	}
}

// beatPlan is a plan of so many processes whose faults stop after so many rounds.
func beatPlan(config beatConfig, stop int, named ...faults.Kind) faults.Plan {
	plan := faults.Plan{
		Version: faults.PlanVersion, Protocol: "beat", Config: campaign.JSON(config), Seed: 1,
		Delay: faults.Delay{Min: ms, Max: 20 * ms}, Inputs: faults.Delay{Min: ms, Max: 50 * ms},
		Stop: faults.Time(stop) * rounds, Settle: 10 * rounds,
	}
	for _, k := range named {
		plan.Faults = append(plan.Faults, faults.Fault{Kind: k})
	}
	return plan
}

// crash takes a process down at a time for a while.
func crash(node spec.NodeID, at, down faults.Time) faults.Kind {
	return &faults.Crash{Node: node, At: &at, Down: &down}
}
