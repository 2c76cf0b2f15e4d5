package paper

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/ctolerant/baseline"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// alternative constructs the processes of an alternative to Base.
type alternative func(id spec.NodeID, cfg words.Config) impl.Node

func selfCount(id spec.NodeID, cfg words.Config) impl.Node { return baseline.NewSelfCount(id, cfg) }

func adaptive(id spec.NodeID, cfg words.Config) impl.Node { return baseline.NewAdaptive(id, cfg) }

func localHash(id spec.NodeID, cfg words.Config) impl.Node { return baseline.NewLocalHash(id, cfg) }

// groups are the groups of an alternative, which are explored without a specification. They are told the same as
// processes of the elections.
func (r alternative) groups() verify.Protocol {
	return scrutineer.Protocol[baseline.State]{
		Name: "ctolerant-alternative", Lines: words.Lines(), CrashAfter: []string{spec.Deliver(words.KindQuery)},
		Eventually: scrutineer.Properties[baseline.State]{"AllFollow": allFollow},
		Config: scrutineer.Configs[words.Config, baseline.State]{
			Default: words.Config{Nodes: 2}, Parse: words.Parse,
			Apply: func(cfg words.Config, p *scrutineer.Protocol[baseline.State]) error {
				in := elections.NewInputs(cfg)
				p.Nodes, p.NoBoot = cfg.Nodes, true
				p.New = func(id spec.NodeID, _ int) impl.Node { return r(id, cfg) }
				p.InputsKnowing = func(at spec.NodeID, s *baseline.State, down spec.Set) []spec.Body {
					return in.Of(elections.Told{At: at, MayStart: s.Run == 0, Down: down, Lists: s.List.Has})
				}
				return nil
			},
		},
		Spec: scrutineer.GhostSpec[baseline.State, spec.NodeID, spec.Set]{
			Unspecified: true, Handlers: spec.Handlers[spec.NodeID]{Fresh: nobody},
			Abstraction: leader, Ghost: spec.Ghost[spec.Set]{Step: lately},
			Properties: alternativeProperties(),
		},
	}.Registered()
}

// cluster is a group of alternatives. Processes of LocalHash wait for nothing, and are told nothing.
func (r alternative) cluster(cfg words.Config) network.Cluster {
	if _, local := r(0, cfg).State().(*baseline.LocalState); local {
		return network.Cluster{
			Nodes: cfg.Nodes, New: func(id spec.NodeID) impl.Node { return r(id, cfg) }, InputsIgnoreDown: true,
			Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
		}
	}
	return r.groups().Subject(cfg).Cluster
}

// alternativeState is a state of alternatives: whom each follows, and who was the lowest alive at some
// instant since the last run began, nobody before the first.
type alternativeState = verify.Judged[spec.NodeID, spec.Set]

// The two properties of alternatives. The second is the witness of the first.
const (
	electsLowest = "ElectsLowest"
	elected      = "Elected"
)

func alternativeProperties() []spec.Property[alternativeState] {
	return []spec.Property[alternativeState]{
		{Name: electsLowest, Check: func(s alternativeState) error {
			if !isSettled(s) {
				return nil
			}
			return agreed(s)
		}},
		{Name: elected, Kind: spec.Reachable, Check: func(s alternativeState) error {
			if !isSettled(s) {
				return fmt.Errorf("the election is not over")
			}
			return agreed(s)
		}},
	}
}

// nobody is whom a process follows before its first event, and while it is down.
func nobody(spec.NodeID) spec.NodeID { return spec.None }

// leader is whom a process follows.
func leader(_ spec.NodeID, s *baseline.State) spec.NodeID { return s.Leader }

// lately is who was the lowest alive at some instant since the last run began.
func lately(before spec.Set, a spec.Action, up spec.Set) spec.Set {
	switch {
	case a.Name == words.KindStart || a.Timer == words.TimerAwait:
		return spec.NewSet(spec.Lowest(up))
	case len(before) > 0:
		return before.With(spec.Lowest(up))
	}
	return nil
}

// allFollow: at last all live processes follow somebody.
func allFollow(v scrutineer.View[baseline.State]) error {
	for id, s := range v.All() {
		if s.Leader == spec.None {
			return fmt.Errorf("%s follows nobody", id)
		}
	}
	return nil
}

// isSettled reports whether an election was begun and nothing goes on any more.
func isSettled(s alternativeState) bool { return len(s.State.Ghost) > 0 && s.State.State.Quiescent() }

// agreed: all live processes follow the same, who was the lowest alive at some instant since
// the last run began. Where nobody crashes that is the lowest.
func agreed(s alternativeState) error {
	nodes, alive := s.State.State.Nodes, s.State.State.Alive
	for _, id := range alive {
		if leader := nodes[id]; leader != nodes[alive[0]] || !s.State.Ghost.Has(leader) {
			return fmt.Errorf("%s follows %s and %s follows %s, and since the last run began the lowest alive was in "+
				"%s", alive[0], nodes[alive[0]], id, leader, s.State.Ghost)
		}
	}
	return nil
}

// explored is what came of exploring one group of alternatives.
type explored struct {
	states int
	over   bool // some state is settled
}

// explore visits all states of a group under a budget of so much of each line, and judges those that are settled.
func (r alternative) explore(cfg words.Config, most map[string]int) (explored, error) {
	budget := spec.Budget{Lines: words.Lines(), MayCrash: spec.AllNodes(cfg.Nodes).Without(cfg.Initiator)}
	for i, line := range budget.Lines {
		budget.Lines[i].Most = most[line.Name]
	}
	found, err := r.groups().Under(cfg, budget).Reach([]string{electsLowest, elected}, "", verify.ReachOptions{})
	switch {
	case err != nil:
		return explored{}, err
	case found.Ended != checker.Complete || found.Breach != "":
		return explored{}, fmt.Errorf("not explored to the end: %s %s", found.Ended, found.Breach)
	case found.Results[0].Verdict != spec.Holds:
		return explored{}, fmt.Errorf("%s, after\n%s", found.Results[0].Why, found.Results[0].Path)
	}
	return explored{found.States, found.Results[1].Verdict == spec.Holds}, nil
}

// messages runs an election of alternatives without faults and counts what they send.
func (r alternative) messages(cfg words.Config, seed uint64) (elections.Tally, *world.World, error) {
	var count observed
	w, err := world.New(r.cluster(cfg), quietPlan(seed), &count)
	if err != nil {
		return elections.Tally{}, nil, err
	}
	if report := w.Run(); report.Breach != nil {
		return elections.Tally{}, nil, fmt.Errorf("%s: %s", report.Breach.Contract, report.Breach.Why)
	}
	return count.Tally, w, nil
}

// observed is a tally that looks on by itself.
type observed struct{ elections.Tally }

// Observe counts the messages of an event.
func (o *observed) Observe(_ *world.World, e *world.Event) { o.Count(e) }

// quietPlan is a plan in which nothing goes wrong: copies take 1 to 50 ms, as over a link of
// the paper, so that answers come in any order and none is late.
func quietPlan(seed uint64) faults.Plan {
	delay := faults.Delay{Min: faults.Time(time.Millisecond), Max: faults.Time(50 * time.Millisecond)}
	return faults.Plan{
		Version: faults.PlanVersion, Protocol: "ctolerant", Config: []byte("{}"), Seed: seed,
		Delay: delay, Settle: faults.Time(20 * time.Second),
	}.WithDefaults()
}
