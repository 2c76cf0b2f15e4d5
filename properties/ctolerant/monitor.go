package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// monitor judges a run by its events, at a cost that does not grow with the
// group except where the run is quiescent. Most of its properties are of Properties,
// stated a second time over what the implementation's processes hold, two are those that TLC
// judges as liveness, and Targets, MessageCount, Lists and Yields are judged of runs alone. TypeOK, Answers and
// NotifyAfterLoop stand for states, and need a run that is held against the specification.
type monitor struct {
	cfg        words.Config
	initiators spec.Set
	books      map[spec.NodeID]*answers // of each initiator
	members    membership
	heard      map[spec.NodeID]words.Election // what an initiator has heard of that goes before all else
	heeds      bool                           // health may play a part
	waits      bool                           // an initiator may have to wait for its list to grow
	caused     bool                           // something has happened for which a run may have to be repeated
	found      []campaign.Violation
	assumptions
	companions
	tally
}

func newMonitor(cfg words.Config) *monitor {
	m := &monitor{
		cfg: cfg, initiators: cfg.Initiators(), heeds: heeds(cfg), waits: mayWait(cfg), members: newMembership(cfg),
		books: map[spec.NodeID]*answers{}, heard: map[spec.NodeID]words.Election{}, assumptions: newAssumptions(cfg),
		companions: companions{worst: unhealthiestOfAll(cfg)},
	}
	for _, id := range m.initiators {
		m.books[id] = &answers{chosen: spec.None}
		if len(cfg.Churn) > 0 {
			m.books[id].answered.Lists = make([]spec.Set, cfg.Nodes)
		}
	}
	return m
}

// Judges lists the properties that the monitor judges.
func (m *monitor) Judges() []string {
	return append([]string{
		agreementName, lowestLatelyName, preferenceName, ct1Name, fewRestartsName, restartsName,
		targetsName, messageCount, listsName, yieldsName,
	}, liveness...)
}

const (
	agreementName    = "Agreement"
	lowestLatelyName = "LowestLately"
	preferenceName   = "Preference"
	ct1Name          = "CT1"
	fewRestartsName  = "FewRestarts"
	restartsName     = "RestartsHaveCause"
	targetsName      = "Targets"
	messageCount     = "MessageCount"
	listsName        = "Lists"
	yieldsName       = "Yields"
	everybodyLed     = "EverybodyLed"
	runEnds          = "RunEnds"
	enoughAnswer     = "EnoughAnswer"
)

// ofStates are the properties that are judged of states alone, where a run is held against the
// specification.
var ofStates = []string{"TypeOK", "Answers", "NotifyAfterLoop"}

// liveness are the properties that are judged at the end of a run.
var liveness = []string{everybodyLed, runEnds}

// Observe judges one event. (Targets: nobody is asked again who has answered; D6.)
func (m *monitor) Observe(w *world.World, e *world.Event) {
	a := &e.Action
	if world.IsStutter(a.Name) {
		return
	}
	before := m.members
	m.members = m.members.after(m.cfg, a)
	m.judgeLists(w, a, e.N)
	m.judgeYields(w, e)
	group := m.members.group(w.Living())
	lowest := spec.Lowest(group)
	m.assumptions.observe(w, a, m.members.Lists, group)
	m.companions.observe(w, m.cfg, e, &before, group)
	m.caused = m.caused || isCause(a)
	m.tally.observe(e)
	for _, id := range m.initiators {
		m.books[id].follow(m.cfg, &m.members, id, a, lowest)
	}
	if book := m.books[a.At]; book != nil {
		m.judgeInitiator(w, a, book, lowest, e.N)
	}
	if !w.Up(a.At) || isChurn(a.Name) { // the lowest may be another one now
		for _, id := range m.initiators {
			m.judgeCT1(w, a, id, lowest, e.N)
		}
	}
	if w.Quiescent() {
		m.judgeQuiescent(w, group, e.N)
	}
}

// judgeInitiator judges what an event at an initiator has made of its run.
func (m *monitor) judgeInitiator(w *world.World, a *spec.Action, book *answers, lowest spec.NodeID, event int) {
	if why := book.observe(m.cfg, a, lowest); why != "" {
		m.fail(ct1Name, why, event)
	}
	if n := book.empties; n > m.cfg.Y {
		m.fail(fewRestartsName, fmt.Sprintf("%d runs found nobody, y is %d", n, m.cfg.Y), event)
	}
	m.judgeCT1(w, a, a.At, lowest, event)
	s, up := w.State(a.At).(*implementation.State)
	if !up {
		return
	}
	if !m.waits && !m.caused && s.ElectionNumber == 1 && s.Run > 1+book.empties {
		m.fail(restartsName, fmt.Sprintf("run %d was begun after %d without a result, and nothing has failed",
			s.Run, book.empties), event)
	}
	if id := book.askedAgain(a, s.Run); id != spec.None {
		m.fail(targetsName, fmt.Sprintf("%s is asked again in run %d, which it has answered", id, s.Run), event)
	}
}

func (m *monitor) fail(name, why string, event int) {
	for _, v := range m.found {
		if v.Property == name {
			return
		}
	}
	m.found = append(m.found, campaign.Violation{Property: name, Why: why, Event: event, Needs: needs(m.cfg, name)})
}

// judgeQuiescent judges agreement and whom they agree on.
func (m *monitor) judgeQuiescent(w *world.World, group spec.Set, event int) {
	over, waits := m.isOver(w), slices.ContainsFunc(m.initiators, func(id spec.NodeID) bool {
		s, up := w.State(id).(*implementation.State)
		return up && s.Election != nil && s.Election.Blocked
	})
	for _, id := range group {
		leader, first := leaderOf(w, id), leaderOf(w, group[0])
		if leader != first {
			m.fail(agreementName, fmt.Sprintf("%s follows %s and %s follows %s", group[0], first, id, leader), event)
		}
		var lately, chosen spec.Set
		judged := false
		for _, b := range by(m.initiators, w.State(id).(*implementation.State).Tag) {
			judged = judged || w.Up(b)
			lately = lately.Union(m.books[b].lately)
			if c := m.books[b].chosen; c != spec.None {
				chosen = chosen.With(c)
			}
		}
		if leader != spec.None && judged && !lately.Has(leader) && !m.heeds && !waits {
			m.fail(lowestLatelyName, fmt.Sprintf(
				"%s follows %s, and since the last run began the lowest alive was in %s", id, leader, lately), event)
		}
		if over && judged && !chosen.Has(leader) {
			m.fail(preferenceName, fmt.Sprintf("%s follows %s, and by the answers to the last run it must be in %s",
				id, leader, chosen), event)
		}
	}
}

// judgeCT1 holds the responders on whom an initiator decided against the lists: while it
// awaits the LEADER, and where a run that streams is over with its last RESPONSE.
func (m *monitor) judgeCT1(w *world.World, a *spec.Action, initiator, wouldBe spec.NodeID, event int) {
	book := m.books[initiator]
	before := book.counted
	book.counted = nil
	s, up := w.State(initiator).(*implementation.State)
	switch {
	case !up:
		return
	case s.Election != nil:
		book.counted = append(before[:0], s.Election.Responders...)
		if !s.Election.Collected {
			return
		}
		before = book.counted
	case before != nil && a.At == initiator && a.Name == deliverResponse && !m.yielded(s):
		before[a.Msg.From] = true
	default:
		return
	}
	if someoneSees(m.cfg, members(before), s.Run, book.answered, wouldBe) {
		return
	}
	m.fail(ct1Name, fmt.Sprintf("%s decided on the answers of %s, and none of their lists held %s",
		initiator, members(before), wouldBe), event)
}

func (m *monitor) yielded(s *implementation.State) bool { return s.Rival.Number > 0 }

// End judges what must be true at last: everybody follows somebody, and the
// elections are over.
func (m *monitor) End(w *world.World) campaign.Finding {
	group := m.members.group(w.Living())
	m.assumptions.end(w, m.members.Lists, group)
	last := w.Events()
	for _, id := range group {
		if leaderOf(w, id) == spec.None {
			m.fail(everybodyLed, fmt.Sprintf("%s follows nobody %s after the faults stopped", id, w.Settle()), last)
		}
	}
	if m.isOver(w) {
		m.judgeCount(w, last)
	} else {
		m.fail(runEnds, fmt.Sprintf("the election of %s is not over %s after the faults stopped",
			m.initiators, w.Settle()), last)
	}
	return campaign.Finding{
		Violations: m.found, Broken: m.broken(), Seen: m.seen,
		Ends: func() []string { return m.ends(w) },
	}
}

// judgeCount holds the messages against Lemma 1, which speaks of one initiator.
func (m *monitor) judgeCount(w *world.World, last int) {
	if len(m.initiators) > 1 {
		return
	}
	book, s := m.books[m.cfg.Initiator], w.State(m.cfg.Initiator).(*implementation.State)
	if why := m.tally.judge(m.cfg, s.Run, book.empties, book.due); why != "" {
		m.fail(messageCount, why, last)
	}
}

// ends says whom each process follows at the end.
func (m *monitor) ends(w *world.World) []string {
	ends := make([]string, m.cfg.Nodes)
	for i := range ends {
		switch id := spec.NodeID(i); {
		case !w.Up(id):
			ends[i] = "down"
		case m.members.Outside.Has(id):
			ends[i] = "outside"
		case leaderOf(w, id) == spec.None:
			ends[i] = "follows nobody"
		default:
			ends[i] = "follows " + leaderOf(w, id).String()
		}
	}
	return ends
}

func leaderOf(w *world.World, id spec.NodeID) spec.NodeID {
	return w.State(id).(*implementation.State).Leader
}

// isOver tells whether some initiator's election has ended, and that of each that is up.
func (m *monitor) isOver(w *world.World) bool {
	goesOn := func(id spec.NodeID) bool {
		s, up := w.State(id).(*implementation.State)
		return up && (s.Run == 0 || s.Election != nil || m.yielded(s))
	}
	return slices.ContainsFunc(m.initiators, w.Up) && !slices.ContainsFunc(m.initiators, goesOn)
}
