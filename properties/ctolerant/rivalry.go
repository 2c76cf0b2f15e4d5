package ctolerant

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// judgeLists is the property Lists: a process of the group has in its list whom the membership
// service has put there, and nobody else. The entry that an event is about decides.
func (m *Monitor) judgeLists(w *world.World, a *spec.Action, event int) {
	about := spec.None
	switch body := a.Msg.Body.(type) {
	case words.Purge:
		about = body.Node
	case words.Forget:
		about = body.Node
	case words.Learn:
		about = body.Node
	case words.Joined, words.Left:
		if a.Name == deliverJoined || a.Name == deliverLeft {
			about = a.Msg.From
		}
	}
	s, up := w.State(a.At).(*implementation.State)
	if about == spec.None || !up || m.members.Outside.Has(a.At) {
		return
	}
	if lists := m.members.Lists[a.At].Has(about); lists != s.List[about] {
		m.fail(Lists, fmt.Sprintf("the list of %s holds %s: %t, and it was told %t",
			a.At, about, s.List[about], lists), event)
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

// named is the election that a delivered message names, zero where it names none.
func named(a *spec.Action) words.Election {
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
// those that ask it of its own if that goes before theirs. It is claimed of the repaired reading.
func (m *Monitor) judgeYields(w *world.World, e *world.Event) {
	a := &e.Action
	for _, r := range []words.Reading{words.QueryOnly, words.NotifiedGoesOn, words.NobodyYields} {
		if m.cfg.Reads(r) {
			return
		}
	}
	if len(m.initiators) == 1 || !m.initiators.Has(a.At) || !w.Up(a.At) {
		return
	}
	if a.Name == words.KindStart { // what it has heard before it began it need not remember
		delete(m.heard, a.At)
	}
	if n := named(a); a.Name == spec.Deliver(kindOf(a)) && n.Number > 0 && goesFirst(n, m.heard[a.At]) {
		m.heard[a.At] = n
	}
	for i := range e.Effects {
		m.judgeEffect(w, a, &e.Effects[i], e.N)
	}
}

func kindOf(a *spec.Action) string {
	if a.Msg.Body == nil {
		return ""
	}
	return a.Msg.Body.Kind()
}

func (m *Monitor) judgeEffect(w *world.World, a *spec.Action, effect *impl.Effect, event int) {
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
			m.fail(Yields, fmt.Sprintf("%s runs election %s and answers election %s without naming it",
				a.At, own, asker), event)
		}
		return
	default:
		return
	}
	if heard.Number > 0 && goesFirst(heard, own) {
		m.fail(Yields, fmt.Sprintf("%s goes on with election %s after it has heard of election %s",
			a.At, own, heard), event)
	}
}
