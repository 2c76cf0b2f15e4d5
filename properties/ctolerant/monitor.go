package ctolerant

import (
	"fmt"

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

// goesFirst reports whether an election prevails over another one: the paper has the lowest
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
