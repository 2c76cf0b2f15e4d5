package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// What is judged of steps: that a QUERY is answered by the list and the metrics of its receiver, and that
// an initiator asks as many as it needs.

// trueAnswers: each QUERY is answered, once, with what lines 28 to 31 of Algorithm 3 demand of the list
// and the metrics that its receiver has then. Whoever is outside says nothing.
func (c *setting) trueAnswers(before State, a spec.Action, after State) error {
	asked, ok := a.Msg.Body.(words.Query)
	if !ok || a.Name != deliverQuery {
		return nil
	}
	s := before.State.State
	p, sent := s.Nodes[a.At], sentBetween(a.At, s.Flight, after.State.State.Flight)
	if isOutside(c.ChurnAt(a.At), p.Version) || !s.Alive.Has(a.Msg.From) { // nothing is sent to the dead
		if len(sent) > 0 {
			return fmt.Errorf("%s sends %s where it is to send nothing", a.At, sent[0])
		}
		return nil
	}
	if len(sent) != 1 || sent[0].To != a.Msg.From {
		return fmt.Errorf("%s answers %s with %d messages", a.At, a.Msg, len(sent))
	}
	suspects := func(id spec.NodeID) int {
		if p.Suspicions == nil {
			return 0
		}
		return p.Suspicions[id]
	}
	return c.isTrue(a.At, asked, sent[0].Body, p.List, p.List, suspects)
}

// sentBetween returns the copies from a process of which there are more after a step, both lists being sorted. In a
// step nobody else sends.
func sentBetween(from spec.NodeID, before, after []spec.Message) []spec.Message {
	var sent []spec.Message
	for _, m := range after {
		if m.From != from {
			continue
		}
		for len(before) > 0 && (before[0].From != from || spec.CompareMessages(before[0], m) < 0) {
			before = before[1:]
		}
		if len(before) > 0 && spec.CompareMessages(before[0], m) == 0 {
			before = before[1:]
			continue
		}
		sent = append(sent, m)
	}
	return sent
}

// isTrue says what is wrong with the answer of a process that knows these and suspects each so often, and nobody but
// those that are doubted. It is not said how the answer comes about: of two processes one of whom is named, and one
// could be, the first must be the one that goes first.
func (c *setting) isTrue(
	at spec.NodeID, asked words.Query, body spec.Body, known, doubted spec.Set, suspects func(spec.NodeID) int,
) error {
	said, ok := body.(words.Response)
	if !ok || said.Run != asked.Run {
		return fmt.Errorf("%s answers run %d with %v", at, asked.Run, body)
	}
	var suspected spec.Set
	if c.Interprets(words.ZerosFill) {
		doubted = known
	}
	for _, id := range doubted {
		if id != at && known.Has(id) && (suspects(id) > 0 || c.Interprets(words.ZerosFill)) {
			suspected = append(suspected, id)
		}
	}
	worse := func(id, than spec.NodeID) bool {
		if suspects(id) != suspects(than) {
			return suspects(id) > suspects(than)
		}
		return id > than != c.Interprets(words.LowerFirst)
	}
	if err := isFirst(said.Unhealthy, suspected, asked.Y, worse); err != nil {
		return fmt.Errorf("%s, asked for %d, reports %s: %w", at, asked.Y, said.Unhealthy, err)
	}
	passed := func(id spec.NodeID) bool { return said.Unhealthy.Has(id) || id == at && c.Interprets(words.OmitSelf) }
	if areLowest(said.Candidates, known, asked.X, passed) {
		return nil
	}
	healthy := slices.DeleteFunc(slices.Clone(known), passed)
	lower := func(id, than spec.NodeID) bool { return id < than }
	if err := isFirst(said.Candidates, healthy, asked.X, lower); err != nil {
		return fmt.Errorf("%s, asked for %d, proposes %s: %w", at, asked.X, said.Candidates, err)
	}
	return nil
}

// areLowest reports whether those that are named are the n lowest that are known and not passed over, or all of
// these. It looks no further than them.
func areLowest(named, known spec.Set, n int, passed func(spec.NodeID) bool) bool {
	for _, id := range known {
		switch {
		case n == 0:
			return len(named) == 0
		case passed(id):
		case len(named) == 0 || named[0] != id:
			return false
		default:
			named, n = named[1:], n-1
		}
	}
	return len(named) == 0
}

// isFirst says why those that are named are not the first n of those that may be.
func isFirst(named, may spec.Set, n int, goesFirst func(id, than spec.NodeID) bool) error {
	passed := may.Minus(named)
	if len(passed) != len(may)-len(named) {
		return fmt.Errorf("it is to name some of %s", may)
	}
	if n = min(n, len(may)); len(named) != n {
		return fmt.Errorf("it is to name %d of %s", n, may)
	}
	for _, id := range named {
		if i := slices.IndexFunc(passed, func(other spec.NodeID) bool { return goesFirst(other, id) }); i >= 0 {
			return fmt.Errorf("%s goes before %s", passed[i], id)
		}
	}
	return nil
}

// targets: whoever asks asks as many as are still needed, or all that are known, none of whom has
// answered (lines 2, 5 and 6 of Algorithm 1; D6), and asks for its present run.
func (c *setting) targets(before State, a spec.Action, after State) error {
	was, s := before.State.State, after.State.State
	if !c.initiators.Has(a.At) || !s.Alive.Has(a.At) || a.Class() == spec.ClassDuplicate {
		return nil
	}
	p, then := s.Nodes[a.At], was.Nodes[a.At]
	begins := p.Phase == words.Collect && (p.Run > then.Run || then.Phase == words.Blocked)
	sent := slices.DeleteFunc(sentBetween(a.At, was.Flight, s.Flight), func(m spec.Message) bool {
		_, query := m.Body.(words.Query)
		return !query
	})
	open := p.List.Minus(p.Responders)
	switch {
	case begins || a.Timer == words.TimerCollect:
		if err := asksEnough(c.Quorum()-len(p.Responders), a.Pick, open); err != nil {
			return fmt.Errorf("%s asks %s in run %d: %w", a.At, a.Pick, p.Run, err)
		}
	case len(sent) > 0:
		return fmt.Errorf("%s sends %s, and has no reason to ask", a.At, sent[0])
	}
	reached := slices.DeleteFunc(slices.Clone(a.Pick), func(id spec.NodeID) bool { return !s.Alive.Has(id) })
	if len(sent) != len(reached) {
		return fmt.Errorf("%s asks %s, and sends %d QUERYs", a.At, reached, len(sent))
	}
	for _, m := range sent {
		want := words.Query{Run: p.Run, X: p.X, Y: p.Y, Election: p.Election}
		if m.Body != spec.Body(want) || !reached.Has(m.To) {
			return fmt.Errorf("%s, which asks %s with %v, sends %s", a.At, reached, want, m)
		}
	}
	return nil
}

// asksEnough says what is wrong with whom an initiator asks that lacks so many answers.
func asksEnough(lacks int, asked, open spec.Set) error {
	switch {
	case len(asked.Minus(open)) > 0:
		return fmt.Errorf("%s have answered, or are not known", asked.Minus(open))
	case len(asked) != min(lacks, len(open)):
		return fmt.Errorf("it lacks %d answers, and may ask %s", lacks, open)
	}
	return nil
}

// judgeSteps judges TrueAnswers and Targets by what an event sends: by the lists and the metrics that
// processes were told, and by the answers that they have had.
func (m *Monitor) judgeSteps(w *world.World, e *world.Event) {
	a := &e.Action
	if said, ok := a.Msg.Body.(words.Suspect); ok {
		m.suspected[entry{a.At, said.Node}] = said.Count
		m.doubted[a.At] = m.doubted[a.At].With(said.Node)
	}
	if a.Class() == spec.ClassCrashIn || !w.Up(a.At) {
		return
	}
	if a.Name == deliverQuery {
		m.judgeAnswer(w, e)
	}
	if book := m.Books[a.At]; book != nil {
		m.judgeAsked(w, e, book)
	}
}

func (m *Monitor) judgeAnswer(w *world.World, e *world.Event) {
	a := &e.Action
	outside, said := m.members.Outside.Has(a.At), spec.Body(nil)
	for i := range e.Effects {
		switch effect := &e.Effects[i]; {
		case effect.Kind != impl.Send && effect.Kind != impl.Multicast && effect.Kind != impl.Broadcast:
		case outside || said != nil || effect.Kind != impl.Send || effect.To != a.Msg.From:
			m.fail(w, TrueAnswers, "%s is asked by %s, and sends %v to %s", a.At, a.Msg.From, effect.Body, effect.To)
			return
		default:
			said = effect.Body
		}
	}
	if outside {
		return
	}
	suspects := func(id spec.NodeID) int {
		if n, told := m.suspected[entry{a.At, id}]; told {
			return n
		}
		if m.cfg.Suspicions == nil {
			return 0
		}
		return m.cfg.Suspicions[a.At][id]
	}
	asked, known := a.Msg.Body.(words.Query), m.members.Lists[a.At]
	if err := m.cfg.isTrue(a.At, asked, said, known, m.doubted[a.At], suspects); err != nil {
		m.fail(w, TrueAnswers, "%s", err)
	}
}

// openTo returns those of a list that have not answered, as far as it matters to an initiator that lacks so many
// answers and asks these: those whom it asks, and no more than that many beside them.
func openTo(list, asked spec.Set, lacks int, answered func(spec.NodeID) bool) spec.Set {
	open := slices.DeleteFunc(slices.Clone(asked), func(id spec.NodeID) bool { return !list.Has(id) || answered(id) })
	beside := 0
	for _, id := range list {
		if beside >= lacks {
			break
		}
		if !asked.Has(id) && !answered(id) {
			open = append(open, id)
			beside++
		}
	}
	return spec.NewSet(open...)
}

// judgeAsked judges whom an initiator asks.
func (m *Monitor) judgeAsked(w *world.World, e *world.Event, book *answers) {
	a, s := &e.Action, w.State(e.Action.At).(*implementation.State)
	var asked spec.Set
	for i := range e.Effects {
		if q, ok := e.Effects[i].Body.(words.Query); ok {
			if q != (words.Query{Run: s.Run, X: s.X, Y: s.Y, Election: s.ElectionNumber}) {
				m.fail(w, Targets, "%s asks %s with %v in run %d", a.At, e.Effects[i].To, q, s.Run)
			}
			asked = append(asked, e.Effects[i].To)
		}
	}
	asks := s.Election != nil && !s.Election.Blocked
	begins := beginsRun(*a) || asks && (s.Run > book.begun || book.blocked)
	book.begun, book.blocked = s.Run, s.Election != nil && s.Election.Blocked
	switch {
	case !begins && a.Timer != words.TimerCollect:
		if len(asked) > 0 {
			m.fail(w, Targets, "%s asks %s, and has no reason to", a.At, asked)
		}
		return
	case s.Election == nil:
		m.fail(w, Targets, "%s asks %s, and runs no election", a.At, asked)
		return
	}
	to := spec.NewSet(asked...)
	lacks, answered := m.cfg.Quorum()-s.Election.Count, func(id spec.NodeID) bool {
		return s.Election.Responders[id] || !begins && book.hasAnswered(s.Run, id)
	}
	if err := asksEnough(lacks, to, openTo(m.members.Lists[a.At], to, lacks, answered)); err != nil {
		open := slices.DeleteFunc(slices.Clone(m.members.Lists[a.At]), answered)
		err = asksEnough(lacks, to, open) // whose words name them all
		m.fail(w, Targets, "%s asks %s in run %d: %s", a.At, asked, s.Run, err)
	}
	if len(asked) != len(to) {
		m.fail(w, Targets, "%s asks %s in run %d, one of them twice", a.At, asked, s.Run)
	}
}
