package ctolerant

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Monitor judges a run by its events, at a cost that does not grow with the
// group except where the run is quiescent. Most of its properties are of Properties,
// stated a second time over what the implementation's processes hold, two are those that TLC
// judges as liveness, and MessageCount, Lists and Yields are judged of runs alone. TypeOK, Answers and
// NotifyAfterLoop stand for states, and need a run that is held against the specification.
type Monitor struct {
	campaign.Book
	assumptions
	Tally
	cfg     setting
	Books   map[spec.NodeID]*answers // of each initiator
	members roll
	heard   map[spec.NodeID]words.Election // what an initiator has heard of that goes before all else
	caused  bool                           // something has happened for which a run may have to be repeated
	newest  []int                          // for each process, the newest run of which it has seen a LEADER

	suspected map[entry]int // how often a process has been told that it is to suspect another
	doubted   []spec.Set    // for each process whom it suspects at first, or was told about
	started   bool          // an initiator has begun
}

// NewMonitor returns a monitor for one run.
func NewMonitor(cfg words.Config) *Monitor {
	m := &Monitor{
		cfg: newSetting(cfg), assumptions: newAssumptions(cfg), members: newRoll(cfg),
		Books: map[spec.NodeID]*answers{}, heard: map[spec.NodeID]words.Election{}, newest: make([]int, cfg.Nodes),
		suspected: map[entry]int{}, doubted: doubted(cfg),
	}
	for _, id := range m.cfg.initiators {
		m.Books[id] = &answers{chosen: spec.None}
		if len(cfg.Churn) > 0 {
			m.Books[id].answered = unanswered(cfg.Nodes)
		}
	}
	return m
}

// doubted returns for each process whom it suspects by its configuration.
func doubted(cfg words.Config) []spec.Set {
	all := make([]spec.Set, cfg.Nodes)
	for i, counts := range cfg.Suspicions {
		for id, n := range counts {
			if n > 0 {
				all[i] = append(all[i], spec.NodeID(id))
			}
		}
	}
	return all
}

// monitored lists the properties that the monitor judges.
func monitored() []string {
	return append([]string{
		Agreement, LowestLately, Preference, CT1, FewRestarts, RestartsHaveCause,
		Targets, TrueAnswers, MessageCount, Lists, Yields,
	}, liveness...)
}

// The properties by their names, which are the same in TLA+ where it has them.
const (
	// Agreement: at rest all that are up follow the same process, once an election is over.
	Agreement = "Agreement"
	// LowestLately: whom one follows was the lowest at some instant of the last run (S5).
	LowestLately = "LowestLately"
	// Preference: whom all follow is the lowest whom the answers propose and none reports.
	Preference = "Preference"
	// CT1: of those whose answers decide, one has the would-be leader in its list.
	CT1 = "CT1"
	// FewRestarts: at most y runs find nobody (CT-7).
	FewRestarts = "FewRestarts"
	// RestartsHaveCause: no run is repeated that nothing has troubled.
	RestartsHaveCause = "RestartsHaveCause"
	// Targets: as many are asked as are needed, none of whom has answered (D6).
	Targets = "Targets"
	// TrueAnswers: a QUERY is answered as list and metrics demand.
	TrueAnswers = "TrueAnswers"
	// MessageCount: the counts of Lemma 1, CT-10 and CT-11.
	MessageCount = "MessageCount"
	// Lists: a list holds whom the membership service has put there.
	Lists = "Lists"
	// Yields: the rule between initiators.
	Yields = "Yields"
	// EverybodyLed: at last everybody follows somebody.
	EverybodyLed = "EverybodyLed"
	// RunEnds: at last the elections are over.
	RunEnds = "RunEnds"
	// EnoughAnswer: at last c+1 have answered (CT-5).
	EnoughAnswer = "EnoughAnswer"
)

// ofStates are the properties that are judged of states alone, where a run is held against the
// specification.
var ofStates = []string{"TypeOK", "Answers", "NotifyAfterLoop"}

// liveness are the properties that are judged at the end of a run.
var liveness = []string{EverybodyLed, RunEnds}

// Observe judges one event.
func (m *Monitor) Observe(w *world.World, e *world.Event) {
	a := &e.Action
	if world.IsStutter(a.Name) {
		return
	}
	before := m.members.Lists[a.At]
	m.members.follow(m.cfg.Config, a, w.Living())
	m.judgeLists(w, a)
	m.judgeYields(w, e)
	group := m.members.group
	lowest := spec.Lowest(group)
	m.assumptions.observe(w, a, &m.members)
	m.witness(w, e, before, group)
	m.caused = m.caused || isCause(a)
	m.Tally.Count(e)
	m.countEach(e)
	for _, id := range m.cfg.initiators {
		m.Books[id].follow(m.cfg.Config, &m.members.membership, id, a, lowest)
	}
	if book := m.Books[a.At]; book != nil {
		m.judgeInitiator(w, a, book, lowest)
	}
	m.judgeTrouble(w, a)
	if _, wentDown := world.Lives(a); wentDown || isChurn(a.Name) { // the lowest may be another one now
		for _, id := range m.cfg.initiators {
			m.judgeCT1(w, a, id, lowest)
		}
	}
	m.judgeSteps(w, e)
	if w.Quiescent() {
		m.judgeQuiescent(w, group)
	}
}

// judgeInitiator judges what an event at an initiator has made of its run.
func (m *Monitor) judgeInitiator(w *world.World, a *spec.Action, book *answers, lowest spec.NodeID) {
	if from := book.observe(m.cfg.Config, a, lowest); from != nil {
		m.fail(w, CT1, "%v have answered run %d, and none of their lists held %s", from, book.run, lowest)
	}
	m.judgeCT1(w, a, a.At, lowest)
	s, up := w.State(a.At).(*implementation.State)
	if !up {
		return
	}
	if a.Name == DeliverResponse && s.Run > book.begun { // it may know too few to ask any more
		book.Empties++
	}
	if n := book.Empties; n > m.cfg.Y {
		m.fail(w, FewRestarts, "%d runs found nobody, y is %d", n, m.cfg.Y)
	}
	if !m.cfg.waits && !m.caused && s.ElectionNumber == 1 && s.Run > 1+book.Empties {
		m.fail(w, RestartsHaveCause, "run %d was begun after %d without a result, and nothing has failed",
			s.Run, book.Empties)
	}
}

// fail notes that a property fails after what has just happened.
func (m *Monitor) fail(w *world.World, property, format string, args ...any) {
	m.Fail(property, fmt.Sprintf(format, args...), w.Events(), needs(m.cfg.Config, property))
}

// judgeQuiescent judges agreement and whom they agree on.
func (m *Monitor) judgeQuiescent(w *world.World, group spec.Set) {
	over, waits := m.isOver(w), slices.ContainsFunc(m.cfg.initiators, func(id spec.NodeID) bool {
		s, up := w.State(id).(*implementation.State)
		return up && s.Election != nil && s.Election.Blocked
	})
	ended := slices.ContainsFunc(m.cfg.initiators, func(id spec.NodeID) bool { return m.isDone(w, id) })
	for _, id := range group {
		leader, first := leaderOf(w, id), leaderOf(w, group[0])
		if leader != first {
			m.fail(w, Agreement, "%s follows %s and %s follows %s", group[0], first, id, leader)
		}
		if ended && leader == spec.None {
			m.fail(w, Agreement, "an election is over, and %s follows nobody", id)
		}
		var lately, chosen spec.Set
		judged := false
		for _, b := range m.cfg.by(w.State(id).(*implementation.State).Tag) {
			judged = judged || w.Up(b)
			lately = lately.Union(m.Books[b].lately)
			if c := m.Books[b].chosen; c != spec.None {
				chosen = chosen.With(c)
			}
		}
		if leader != spec.None && judged && !lately.Has(leader) && !m.cfg.heeds && !waits {
			m.fail(w, LowestLately, "%s follows %s, and since the last run began the lowest alive was in %s",
				id, leader, lately)
		}
		if over && judged && !chosen.Has(leader) {
			m.fail(w, Preference, "%s follows %s, and by the answers to the last run it must be in %s",
				id, leader, chosen)
		}
	}
}

// judgeCT1 holds the responders on whom an initiator decided against the lists: while it
// awaits the LEADER, and where a run that streams is over with its last RESPONSE.
func (m *Monitor) judgeCT1(w *world.World, a *spec.Action, initiator, wouldBe spec.NodeID) {
	book := m.Books[initiator]
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
	case before != nil && a.At == initiator && a.Name == DeliverResponse && !m.yielded(s):
		before[a.Msg.From] = true
	default:
		return
	}
	if !book.answered.someoneSaw(m.cfg.Config, spec.Members(before), wouldBe) {
		m.fail(w, CT1, "%s decided on the answers of %s, and none of their lists held %s",
			initiator, spec.Members(before), wouldBe)
	}
}

func (m *Monitor) yielded(s *implementation.State) bool { return s.Rival.Number > 0 }

// End judges what must be true at last: everybody follows somebody, and the
// elections are over.
func (m *Monitor) End(w *world.World) campaign.Finding {
	group := m.members.group
	m.assumptions.end(w, &m.members)
	for _, id := range group {
		if leaderOf(w, id) == spec.None {
			m.fail(w, EverybodyLed, "%s follows nobody %s after the faults stopped", id, w.Settle())
		}
	}
	if m.isOver(w) {
		m.judgeCount(w)
	} else {
		m.fail(w, RunEnds, "the election of %s is not over %s after the faults stopped",
			m.cfg.initiators, w.Settle())
	}
	f := m.Finding(nil, campaign.Ends(w, m.ended))
	f.Broken = m.Broken()
	return f
}

// ended says whom a process follows at the end.
func (m *Monitor) ended(w *world.World, id spec.NodeID) string {
	return cmp.Or(m.Says(w, id), "follows nobody")
}

// Says says whom a process follows.
func (m *Monitor) Says(w *world.World, id spec.NodeID) string {
	switch {
	case !w.Up(id):
		return ""
	case m.members.Outside.Has(id):
		return "outside"
	case leaderOf(w, id) == spec.None:
		return ""
	}
	return "follows " + leaderOf(w, id).String()
}

func leaderOf(w *world.World, id spec.NodeID) spec.NodeID {
	return w.State(id).(*implementation.State).Leader
}

// isOver tells whether some initiator's election has ended, and that of each that is up.
func (m *Monitor) isOver(w *world.World) bool {
	goesOn := func(id spec.NodeID) bool { return w.Up(id) && !m.isDone(w, id) }
	return slices.ContainsFunc(m.cfg.initiators, w.Up) && !slices.ContainsFunc(m.cfg.initiators, goesOn)
}

// isDone tells whether that initiator is up and its election has ended.
func (m *Monitor) isDone(w *world.World, id spec.NodeID) bool {
	s, up := w.State(id).(*implementation.State)
	return up && s.Run > 0 && s.Election == nil && !m.yielded(s)
}

// judgeLists is the property Lists: a process of the group has in its list whom the membership
// service has put there, and nobody else. The entry that an event is about decides.
func (m *Monitor) judgeLists(w *world.World, a *spec.Action) {
	of := about(a)
	s, up := w.State(a.At).(*implementation.State)
	if of == spec.None || !up || m.members.Outside.Has(a.At) {
		return
	}
	if lists := m.members.Lists[a.At].Has(of); lists != s.List[of] {
		m.fail(w, Lists, "the list of %s holds %s: %t, and it was told %t", a.At, of, s.List[of], lists)
	}
}

// goesFirst tells whether an election prevails over another one: the paper has the lowest
// initiator do so, and a later election does in any case (section III-B, D16).
func goesFirst(e, other words.Election) bool {
	if e.Number != other.Number {
		return e.Number > other.Number
	}
	return e.Initiator < other.Initiator
}

// named is the election that a message names with its delivery, zero where it names none.
func named(a *spec.Action) words.Election {
	if a.Msg.Body == nil || a.Name != spec.Deliver(a.Msg.Body.Kind()) {
		return words.Election{}
	}
	switch body := a.Msg.Body.(type) {
	case words.Query:
		return words.Election{Number: body.Election, Initiator: a.Msg.From}
	case words.Response:
		return body.Rival
	case words.Notify:
		return body.Election
	case words.Leader:
		return body.Election
	}
	return words.Election{}
}

// judgeYields is the property Yields, the paper's rule for several initiators: whoever has
// heard of an election that goes before its own does not ask or notify for its own, and tells
// those that ask it of its own if that goes before theirs. It is claimed of the repaired interpretation.
func (m *Monitor) judgeYields(w *world.World, e *world.Event) {
	a := &e.Action
	for _, r := range []words.Interpretation{words.QueryOnly, words.NotifiedGoesOn, words.NobodyYields} {
		if m.cfg.Interprets(r) {
			return
		}
	}
	if len(m.cfg.initiators) == 1 || !m.cfg.initiators.Has(a.At) || !w.Up(a.At) {
		return
	}
	if a.Name == words.KindStart { // what it has heard before it began it need not remember
		delete(m.heard, a.At)
	}
	if n := named(a); n.Number > 0 && goesFirst(n, m.heard[a.At]) {
		m.heard[a.At] = n
	}
	for i := range e.Effects {
		m.judgeEffect(w, a, &e.Effects[i])
	}
}

func (m *Monitor) judgeEffect(w *world.World, a *spec.Action, effect *impl.Effect) {
	own, heard := words.Election{Initiator: a.At}, m.heard[a.At]
	switch body := effect.Body.(type) {
	case words.Query:
		own.Number = body.Election
	case words.Notify:
		own = body.Election
	case words.Response:
		s := w.State(a.At).(*implementation.State)
		asker := words.Election{Initiator: effect.To}
		if q, ok := a.Msg.Body.(words.Query); ok {
			asker.Number = q.Election
		}
		own.Number = s.ElectionNumber
		if s.Election != nil && goesFirst(own, asker) && body.Rival != own {
			m.fail(w, Yields, "%s runs election %s and answers election %s without naming it", a.At, own, asker)
		}
		return
	default:
		return
	}
	if heard.Number > 0 && goesFirst(heard, own) {
		m.fail(w, Yields, "%s goes on with election %s after it has heard of election %s", a.At, own, heard)
	}
}
