package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// countEach counts what an event sends for the initiator in whose election it does, where there are several.
func (m *Monitor) countEach(e *world.Event) {
	if len(m.cfg.initiators) == 1 {
		return
	}
	for i := range e.Effects {
		effect := &e.Effects[i]
		switch body := effect.Body.(type) {
		case words.Query:
			m.sentOf(e.Action.At).Queries++
		case words.Response:
			m.sentOf(effect.To).responses++
		case words.Notify:
			m.sentOf(e.Action.At).Notifies++
		case words.Leader:
			if effect.Kind == impl.Multicast {
				m.sentOf(body.Election.Initiator).Multicasts++
			}
		}
	}
}

// sentOf is the tally of an initiator's elections; one that is thrown away for whoever is none.
func (m *Monitor) sentOf(id spec.NodeID) *Tally {
	if book := m.Books[id]; book != nil {
		return &book.sent
	}
	return &Tally{}
}

// dueOf is how often processes may be notified by the answers. Those of older runs are not kept where they
// count (D4): then it is once in a run, or by each of c+1 answers.
func (m *Monitor) dueOf(book *answers) int {
	switch {
	case !m.cfg.Interprets(words.AcceptOld):
		return book.due
	case m.cfg.Protocol.Streams():
		return book.begun * (m.cfg.C + 1)
	}
	return book.begun
}

// judgeCount holds the messages against Lemma 1, which speaks of one initiator. Of several each is held to
// the same by the messages of its own elections, but for one thing: whoever yields need notify nobody.
func (m *Monitor) judgeCount(w *world.World) {
	rivals := len(m.cfg.initiators) > 1
	for _, id := range m.cfg.initiators {
		book, cfg, t, least := m.Books[id], m.cfg.Config, m.Tally, 1
		if rivals {
			cfg.Initiator, t = id, book.sent
			t.Disturbed = m.Disturbed || m.cfg.waits // it may be ended by a rival before it has asked anybody
			if !m.leads(w, id) {
				least = 0
			}
		}
		if why := t.judge(cfg, book.begun, book.Empties, least, m.dueOf(book)); why != "" {
			m.fail(w, MessageCount, "of %s: %s", id, why)
		}
	}
}

// leads reports whether an initiator that is up follows the leader of its own election.
func (m *Monitor) leads(w *world.World, id spec.NodeID) bool {
	s, up := w.State(id).(*implementation.State)
	return up && s.Tag.Run > 0 && s.Tag.Election.Initiator == id
}
