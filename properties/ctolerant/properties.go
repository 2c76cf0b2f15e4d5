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

// Properties returns every property of Base, by the names that they have in
// tla/ctolerant/MCBase.tla. Those whose names begin with Never are companions:
// they must fail, which shows that the model does what the others speak of.
func Properties(cfg words.Config) []spec.Property[State] {
	return []spec.Property[State]{
		{Name: "TypeOK", Check: typeOK(cfg)},
		{Name: "Agreement", Check: whenQuiescent(agreement)},
		{Name: "LowestLately", Check: whenQuiescent(lowestLately)},
		{Name: "CT1", Check: ct1(cfg)},
		{Name: "NeverElected", Check: whenQuiescent(neverElected(cfg))},
		{Name: "NeverSucceeded", Check: whenQuiescent(neverSucceeded(cfg))},
		{Name: "NeverAwaited", Check: neverAwaited(cfg)},
		{Name: "NeverReplaced", Check: neverReplaced(cfg)},
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

// temporal are the properties of runs, and the companion of their excuse: a state in
// which only the budget forbids a fair action.
func temporal(cfg words.Config, model spec.Model[specification.State], budget spec.Budget) []spec.Property[State] {
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
	for _, set := range []spec.Set{p.List, p.Responders, p.Candidates} {
		if len(set.Minus(all)) > 0 {
			return fmt.Errorf("it names %s, which do not all exist", set)
		}
	}
	if p.Confirmed && (!cfg.Protocol.Streams() || p.Phase != words.Collect || p.ID == spec.None) {
		return fmt.Errorf("a LEADER is confirmed in phase %q of %s, notified %s", p.Phase, cfg.Protocol, p.ID)
	}
	if !known(p.Leader) || !known(p.ID) || p.Run < 0 || p.Tag < 0 {
		return fmt.Errorf("leader %s, notified %s, run %d, tag %d", p.Leader, p.ID, p.Run, p.Tag)
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
// last run's first QUERY.
func lowestLately(st State) error {
	s, lately := st.State.State, st.State.Ghost.Lately
	for _, i := range s.Alive {
		if l := s.Nodes[i].Leader; l != spec.None && !lately.Has(l) {
			return fmt.Errorf("%s follows %s, and since the last run began the lowest alive was in %s",
				i, l, lately)
		}
	}
	return nil
}

// ct1 is the paper's first observation: of the responders on whom an initiator
// decides, at least one has the would-be leader in its list. Static lists lose
// only the dead, so the initial list tells.
func ct1(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		wouldBe := spec.Lowest(s.Alive)
		for _, i := range s.Alive {
			if s.Nodes[i].Phase != words.Await {
				continue
			}
			found := false
			for _, k := range s.Nodes[i].Responders {
				found = found || cfg.Lists[k].Has(wouldBe)
			}
			if !found {
				return fmt.Errorf("%s decided on the answers of %s, and none of their lists holds %s",
					i, s.Nodes[i].Responders, wouldBe)
			}
		}
		return nil
	}
}

func neverElected(cfg words.Config) func(State) error {
	return func(st State) error {
		if l := st.State.State.Nodes[cfg.Initiator].Leader; l != spec.None {
			return fmt.Errorf("%s was elected", l)
		}
		return nil
	}
}

func neverSucceeded(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		if l := s.Nodes[cfg.Initiator].Leader; len(s.Alive) < cfg.Nodes && l > 0 {
			return fmt.Errorf("%s was elected after a crash", l)
		}
		return nil
	}
}

// neverReplaced is the companion of all that is said of streaming: some NOTIFY or LEADER
// of the present run is about another process than the one that stands.
func neverReplaced(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		p := s.Nodes[cfg.Initiator]
		for _, m := range s.Flight {
			switch body := m.Body.(type) {
			case words.Notify:
				if p.ID != spec.None && body.Run == p.Run && m.To != p.ID {
					return fmt.Errorf("%s was notified, and now %s is", m.To, p.ID)
				}
			case words.Leader:
				if p.ID != spec.None && body.Run == p.Run && m.From != p.ID {
					return fmt.Errorf("%s announces itself, and now %s is notified", m.From, p.ID)
				}
			}
		}
		return nil
	}
}

func neverAwaited(cfg words.Config) func(State) error {
	return func(st State) error {
		if st.State.State.Nodes[cfg.Initiator].Phase == words.Await {
			return fmt.Errorf("%s awaits a LEADER", cfg.Initiator)
		}
		return nil
	}
}
