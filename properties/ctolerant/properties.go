package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// State is what the properties are judged on: a state of the specification with
// the ghost and the budget.
type State = properties.State[specification.Local, Ghost]

// Properties returns every property of the elections, by the names that they have in
// tla/ctolerant/MCElection.tla. Those whose names begin with Never are companions:
// they must fail, which shows that the model does what the others speak of.
func Properties(cfg words.Config) []spec.Property[State] {
	return []spec.Property[State]{
		{Name: "TypeOK", Check: typeOK(cfg)},
		{Name: "Agreement", Check: whenQuiescent(agreement)},
		{Name: "LowestLately", Check: whenQuiescent(lowestLately(cfg))},
		{Name: "Preference", Check: whenQuiescent(preference(cfg))},
		{Name: "CT1", Check: ct1(cfg)},
		{Name: "FewRestarts", Check: fewRestarts(cfg)},
		{Name: "RestartsHaveCause", Check: restartsHaveCause(cfg)},
		{Name: "Answers", Check: answersOK(cfg)},
		{Name: "NotifyAfterLoop", Check: notifyAfterLoop(cfg)},
		{Name: "NeverElected", Check: whenQuiescent(neverElected(cfg))},
		{Name: "NeverSucceeded", Check: whenQuiescent(neverSucceeded(cfg))},
		{Name: "NeverAwaited", Check: neverAwaited(cfg)},
		{Name: "NeverReplaced", Check: neverReplaced(cfg)},
		{Name: "NeverEmpty", Check: neverEmpty},
		{Name: "NeverDiverges", Check: whenQuiescent(neverDiverges(cfg))},
		{Name: "NeverUnhealthiest", Check: whenQuiescent(neverUnhealthiest(cfg))},
		{Name: "NeverPassedOver", Check: whenQuiescent(neverPassedOver(cfg))},
	}
}

// fairness is what is fair under the specifications of the module that have any. A
// delivery is fair as such, whichever copy is next.
func fairness() map[string][]spec.Fairness {
	of := func(names ...string) spec.Fairness {
		return spec.Fairness{Name: names[0], Of: func(a spec.Action) bool { return slices.Contains(names, a.Name) }}
	}
	patient := []spec.Fairness{
		of(words.KindStart), of(words.KindPurge), of(spec.Timeout(words.TimerCollect)),
		of(spec.Deliver(words.KindQuery), spec.Deliver(words.KindResponse),
			spec.Deliver(words.KindNotify), spec.Deliver(words.KindLeader)),
	}
	return map[string][]spec.Fairness{
		"MCPatientSpec": patient,
		"MCFairSpec":    append(slices.Clone(patient), of(spec.Timeout(words.TimerAwait))),
	}
}

// bounded are the properties that speak of the budget: those of runs, and the companion of
// their excuse, which is a state in which only the budget forbids a fair action.
func bounded(cfg words.Config, model spec.Model[specification.State], budget spec.Budget) []spec.Property[State] {
	return []spec.Property[State]{
		{Name: everybodyLed, Kind: spec.Eventually, Check: allFollow},
		{Name: runEnds, Kind: spec.Eventually, Check: isDone(cfg)},
		{Name: "NeverExhausted", Check: func(st State) error {
			bare := spec.Spent[specification.State]{State: st.State.State, Spent: st.Spent}
			if spec.Exhausted(model, budget, bare) {
				return fmt.Errorf("only the budget forbids a fair action")
			}
			return nil
		}},
	}
}

func allFollow(st State) error {
	s := st.State.State
	for _, i := range s.Alive {
		if s.Nodes[i].Leader == spec.None {
			return fmt.Errorf("%s follows nobody", i)
		}
	}
	return nil
}

func isDone(cfg words.Config) func(State) error {
	return func(st State) error {
		if phase := st.State.State.Nodes[cfg.Initiator].Phase; phase != words.Done {
			return fmt.Errorf("the initiator, %s, is in phase %q", cfg.Initiator, phase)
		}
		return nil
	}
}

// whenQuiescent judges only states in which nothing is in flight to a live
// process and no timer is armed: before that, two leaders at once are normal.
func whenQuiescent(check func(State) error) func(State) error {
	return func(s State) error {
		if !s.State.State.Quiescent() {
			return nil
		}
		return check(s)
	}
}

// typeOK says what every field may hold.
func typeOK(cfg words.Config) func(State) error {
	all, timers := spec.AllNodes(cfg.Nodes), spec.NewSet(words.TimerCollect, words.TimerAwait)
	return func(st State) error {
		s := st.State.State
		for _, m := range s.Flight {
			if !all.Has(m.From) || !s.Alive.Has(m.To) {
				return fmt.Errorf("%s is in flight between processes that are not there", m)
			}
		}
		for i, p := range s.Nodes {
			if s.Disk[i] != nil {
				return fmt.Errorf("process %d has a disk", i)
			}
			if len(s.Timers[i].Minus(timers)) > 0 {
				return fmt.Errorf("process %d has the timers %s", i, s.Timers[i])
			}
			if err := localOK(cfg, all, p); err != nil {
				return fmt.Errorf("process %d: %w", i, err)
			}
		}
		return nil
	}
}

func localOK(cfg words.Config, all spec.Set, p specification.Local) error {
	known := func(id spec.NodeID) bool { return id == spec.None || all.Has(id) }
	switch p.Phase {
	case words.Idle, words.Blocked, words.Collect, words.Await, words.Done:
	default:
		return fmt.Errorf("it is in phase %q", p.Phase)
	}
	for _, set := range []spec.Set{p.List, p.Responders, p.Candidates, p.Unhealthy, p.Notified} {
		if len(set.Minus(all)) > 0 {
			return fmt.Errorf("it names %s, which do not all exist", set)
		}
	}
	if p.Confirmed && (!cfg.Protocol.Streams() || p.Phase != words.Collect || p.ID == spec.None) {
		return fmt.Errorf("a LEADER is confirmed in phase %q of %s, notified %s", p.Phase, cfg.Protocol, p.ID)
	}
	switch {
	case !known(p.Leader) || !known(p.ID) || p.Run < 0 || p.Seq < 0 || p.Tag.Run < 0 || p.Tag.Seq < 0:
		return fmt.Errorf("leader %s, chosen %s, run %d, seq %d, tag %v", p.Leader, p.ID, p.Run, p.Seq, p.Tag)
	case p.X < cfg.X || p.X > cfg.Nodes || p.Y < 0 || p.Y > cfg.Y:
		return fmt.Errorf("x %d and y %d, they began with %d and %d", p.X, p.Y, cfg.X, cfg.Y)
	case len(p.Notified) > 0 && !cfg.Reads(words.NotifyOnce):
		return fmt.Errorf("it remembers that it notified %s", p.Notified)
	case len(p.Suspicions) != len(cfg.Suspicions):
		return fmt.Errorf("%d suspicions, there are %d processes", len(p.Suspicions), len(cfg.Suspicions))
	}
	return nil
}

// agreement: all live processes follow the same leader.
func agreement(st State) error {
	s := st.State.State
	for _, i := range s.Alive {
		if first := s.Alive[0]; s.Nodes[i].Leader != s.Nodes[first].Leader {
			return fmt.Errorf("%s follows %s and %s follows %s",
				first, s.Nodes[first].Leader, i, s.Nodes[i].Leader)
		}
	}
	return nil
}

// lowestLately: whom they follow was the lowest alive at some instant since the
// last run's first QUERY. It is claimed where health plays no part.
func lowestLately(cfg words.Config) func(State) error {
	heeds := heeds(cfg)
	return func(st State) error {
		s, lately := st.State.State, st.State.Ghost.Lately
		for _, i := range s.Alive {
			if l := s.Nodes[i].Leader; l != spec.None && !lately.Has(l) && !heeds {
				return fmt.Errorf("%s follows %s, and since the last run began the lowest alive was in %s",
					i, l, lately)
			}
		}
		return nil
	}
}

// heeds tells whether anybody's health may play a part in whom the election prefers.
func heeds(cfg words.Config) bool {
	if cfg.Y == 0 {
		return false
	}
	for i, counts := range cfg.Suspicions {
		for j, n := range counts {
			if i != j && n > 0 {
				return true
			}
		}
	}
	return len(cfg.Rises) > 0
}

// ct1 is the paper's first observation: of the responders on whom an initiator
// decides, at least one has the would-be leader in its list. Static lists lose
// only the dead, so the initial list tells. The ghost judges the claim about the lists alone, of
// the first c+1 that answer; the monitor also a run that is over with its last RESPONSE.
func ct1(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		wouldBe := spec.Lowest(s.Alive)
		for _, i := range s.Alive {
			if p := s.Nodes[i]; p.Phase == words.Await && !someoneSees(cfg, p.Responders, wouldBe) {
				return fmt.Errorf("%s decided on the answers of %s, and none of their lists holds %s",
					i, p.Responders, wouldBe)
			}
		}
		if h := st.State.Ghost.Heard; h.Missed {
			return fmt.Errorf("c+1 have answered in run %d, and none of their lists held the lowest alive", h.Run)
		}
		return nil
	}
}
