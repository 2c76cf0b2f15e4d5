package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Properties returns every property of the elections, by the names that they have in
// tla/ctolerant/MCElection.tla. Those whose names begin with Never are witnesses:
// they must fail, which shows that the model does what the others speak of.
func Properties(cfg words.Config) []spec.Property[State] {
	c := newSetting(cfg)
	return []spec.Property[State]{
		{Name: "TypeOK", Check: c.typeOK},
		{Name: "Agreement", Check: verify.WhenQuiescent(c.agreement)},
		{Name: "LowestLately", Check: verify.WhenQuiescent(c.lowestLately)},
		{Name: "Preference", Check: verify.WhenQuiescent(c.preference)},
		{Name: "CT1", Check: c.ct1},
		{Name: "FewRestarts", Check: c.fewRestarts},
		{Name: "RestartsHaveCause", Check: c.restartsHaveCause},
		{Name: "Answers", Check: c.answersOK},
		{Name: "NotifyAfterLoop", Check: c.notifyAfterLoop},
		{Name: Targets, Kind: spec.Stepwise, Step: c.targets},
		{Name: TrueAnswers, Kind: spec.Stepwise, Step: c.trueAnswers},
		{Name: "NeverElected", Witness: true, Check: verify.WhenQuiescent(c.neverElected)},
		{Name: "NeverSucceeded", Witness: true, Check: verify.WhenQuiescent(c.neverSucceeded)},
		{Name: "NeverAwaited", Witness: true, Check: c.neverAwaited},
		{Name: "NeverReplaced", Witness: true, Check: c.neverReplaced},
		{Name: "NeverRenewed", Witness: true, Check: c.neverRenewed},
		{Name: "NeverEmpty", Witness: true, Check: neverEmpty},
		{Name: "NeverDiverges", Witness: true, Check: verify.WhenQuiescent(c.neverDiverges())},
		{Name: "NeverUnhealthiest", Witness: true, Check: verify.WhenQuiescent(c.neverUnhealthiest)},
		{Name: "NeverPassedOver", Witness: true, Check: verify.WhenQuiescent(c.neverPassedOver)},
		{Name: "NeverYields", Witness: true, Check: neverYields},
		{Name: "NeverTakesOver", Witness: true, Check: neverTakesOver},
		{Name: "NeverTwoAnnounce", Witness: true, Check: neverTwoAnnounce},
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
			spec.Deliver(words.KindNotify), spec.Deliver(words.KindLeader),
			spec.Deliver(words.KindJoined), spec.Deliver(words.KindLeft)),
	}
	return map[string][]spec.Fairness{
		"MCPatientSpec": patient,
		"MCFairSpec": append(slices.Clone(patient), of(spec.Timeout(words.TimerAwait)),
			of(spec.Timeout(words.TimerTakeover))),
	}
}

// bounded are the properties that speak of the budget: those of runs, and the witness of
// their excuse, which is a state in which only the budget forbids a fair action.
func bounded(cfg words.Config, model spec.Model[specification.State], budget spec.Budget) []spec.Property[State] {
	c := newSetting(cfg)
	return []spec.Property[State]{
		{Name: EverybodyLed, Kind: spec.Eventually, Check: c.allFollow},
		{Name: RunEnds, Kind: spec.Eventually, Check: c.areDone},
		{Name: EnoughAnswer, Kind: spec.Eventually, Check: c.hasCollected},
		{Name: "NeverExhausted", Witness: true, Check: func(st State) error {
			bare := spec.Spent[specification.State]{State: st.State.State, Spent: st.Spent}
			if spec.Exhausted(model, budget, bare) && excuses(st) == nil {
				return fmt.Errorf("only the budget forbids a fair action")
			}
			return nil
		}},
	}
}

func (c *setting) allFollow(st State) error {
	s := st.State.State
	for _, i := range c.group(s) {
		if s.Nodes[i].Leader == spec.None {
			return fmt.Errorf("%s follows nobody", i)
		}
	}
	return nil
}

// hasCollected is CT-5: c+1 of those that are asked answer.
func (c *setting) hasCollected(st State) error {
	switch phase := st.State.State.Nodes[c.Initiator].Phase; phase {
	case words.Await, words.Done:
		return nil
	default:
		return fmt.Errorf("fewer than c+1 have answered, the initiator, %s, is in phase %q", c.Initiator, phase)
	}
}

// timers are those that a process may have.
var timers = spec.NewSet(words.TimerCollect, words.TimerAwait, words.TimerTakeover)

// typeOK says what every field may hold.
func (c *setting) typeOK(st State) error {
	s := st.State.State
	for _, m := range s.Flight {
		if !c.all.Has(m.From) || !s.Alive.Has(m.To) {
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
		if err := c.localOK(p); err != nil {
			return fmt.Errorf("process %d: %w", i, err)
		}
	}
	return nil
}

func (c *setting) localOK(p specification.Local) error {
	known := func(id spec.NodeID) bool { return id == spec.None || c.all.Has(id) }
	switch p.Phase {
	case words.Idle, words.Blocked, words.Collect, words.Await, words.Done, words.Yielded:
	default:
		return fmt.Errorf("it is in phase %q", p.Phase)
	}
	for _, set := range []spec.Set{p.List, p.Met, p.Responders, p.Candidates, p.Unhealthy, p.Notified} {
		if len(set.Minus(c.all)) > 0 {
			return fmt.Errorf("it names %s, which do not all exist", set)
		}
	}
	if p.Confirmed && (!c.Protocol.Streams() || p.Phase != words.Collect || p.ID == spec.None) {
		return fmt.Errorf("a LEADER is confirmed in phase %q of %s, notified %s", p.Phase, c.Protocol, p.ID)
	}
	if p.Doubted && (!renews(c.Config) || p.Phase != words.Collect || p.ID == spec.None) {
		return fmt.Errorf("%s is doubted in phase %q of %s", p.ID, p.Phase, c.Protocol)
	}
	switch {
	case renews(c.Config) && len(p.List.Minus(p.Met)) > 0 || !renews(c.Config) && len(p.Met) > 0:
		return fmt.Errorf("its list is %s, and it has held %s", p.List, p.Met)
	case !known(p.Leader) || !known(p.ID) || p.Run < 0 || p.Seq < 0 || p.Tag.Run < 0 || p.Tag.Seq < 0:
		return fmt.Errorf("leader %s, chosen %s, run %d, seq %d, tag %v", p.Leader, p.ID, p.Run, p.Seq, p.Tag)
	case p.X < c.X || p.X > c.Nodes || p.Y < 0 || p.Y > c.Y:
		return fmt.Errorf("x %d and y %d, they began with %d and %d", p.X, p.Y, c.X, c.Y)
	case len(p.Notified) > 0 && !c.Interprets(words.NotifyOnce):
		return fmt.Errorf("it remembers that it notified %s", p.Notified)
	case len(p.Suspicions) != len(c.Suspicions):
		return fmt.Errorf("%d suspicions, there are %d processes", len(p.Suspicions), len(c.Suspicions))
	}
	return c.rivalryOK(p)
}

// rivalryOK says what a process may hold of other elections and of those that join.
func (c *setting) rivalryOK(p specification.Local) error {
	switch {
	case p.Version < 0 || p.Version > len(c.Churn):
		return fmt.Errorf("%d of its changes have happened, there are %d", p.Version, len(c.Churn))
	case (p.Phase == words.Yielded) != (p.Rival.Number > 0):
		return fmt.Errorf("it is in phase %q, its rival is %v", p.Phase, p.Rival)
	case (p.Election > 0) != (p.Phase != words.Idle):
		return fmt.Errorf("it is in phase %q of election %d", p.Phase, p.Election)
	case p.Announced.Run > 0 && len(c.Joiners()) == 0:
		return fmt.Errorf("it remembers the tag %v, and nobody joins", p.Announced)
	}
	return nil
}

// agreement: all of the group follow the same leader; nobody at all as long as no election is over.
func (c *setting) agreement(st State) error {
	s := st.State.State
	group := c.group(s)
	over := slices.ContainsFunc(c.initiators, func(id spec.NodeID) bool { return s.Nodes[id].Phase == words.Done })
	for _, i := range group {
		if first := group[0]; s.Nodes[i].Leader != s.Nodes[first].Leader {
			return fmt.Errorf("%s follows %s and %s follows %s",
				first, s.Nodes[first].Leader, i, s.Nodes[i].Leader)
		}
		if over && s.Nodes[i].Leader == spec.None {
			return fmt.Errorf("an election is over, and %s follows nobody", i)
		}
	}
	return nil
}

// lowestLately: whom they follow was the lowest of the group at some instant since the
// last run of the initiator that made it leader began, if that is up: its last run may have come to
// nothing, and unless an initiator waits for its list to grow: then the election goes on. It is
// claimed where health plays no part.
func (c *setting) lowestLately(st State) error {
	s := st.State.State
	waits := func(i spec.NodeID) bool { return s.Alive.Has(i) && s.Nodes[i].Phase == words.Blocked }
	if c.heeds || slices.ContainsFunc(c.initiators, waits) {
		return nil
	}
	for _, i := range c.group(s) {
		l := s.Nodes[i].Leader
		if l == spec.None {
			continue
		}
		judged, lately := false, spec.Set(nil)
		for _, b := range c.by(s.Nodes[i].Tag) {
			judged = judged || s.Alive.Has(b)
			lately = lately.Union(st.State.Ghost.Lately[b])
		}
		if judged && !lately.Has(l) {
			return fmt.Errorf("%s follows %s, and since the last run began the lowest alive was in %s",
				i, l, lately)
		}
	}
	return nil
}

// ct1 is the paper's first observation: of the responders on whom an initiator
// decides, at least one had the would-be leader in its list when it answered. The ghost judges
// the claim about the lists alone, of the first c+1 that answer; the monitor also a run that is
// over with its last RESPONSE.
func (c *setting) ct1(st State) error {
	s, g := st.State.State, st.State.Ghost
	wouldBe := spec.Lowest(c.group(s))
	for _, i := range c.initiators {
		if h := g.Heard[i]; h.Missed {
			return fmt.Errorf("c+1 have answered in run %d, and none of their lists held the lowest alive", h.Run)
		}
		p := s.Nodes[i]
		decided := s.Alive.Has(i) && p.Phase == words.Await
		if decided && !g.Answered[i].someoneSaw(c.Config, p.Responders, wouldBe) {
			return fmt.Errorf("%s decided on the answers of %s, and none of their lists holds %s",
				i, p.Responders, wouldBe)
		}
	}
	return nil
}
