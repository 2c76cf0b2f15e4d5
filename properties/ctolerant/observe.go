package ctolerant

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

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

// isOver reports whether some initiator's election has ended, and that of each that is up.
func (m *Monitor) isOver(w *world.World) bool {
	goesOn := func(id spec.NodeID) bool { return w.Up(id) && !m.isDone(w, id) }
	return slices.ContainsFunc(m.cfg.initiators, w.Up) && !slices.ContainsFunc(m.cfg.initiators, goesOn)
}

// isDone reports whether that initiator is up and its election has ended.
func (m *Monitor) isDone(w *world.World, id spec.NodeID) bool {
	s, up := w.State(id).(*implementation.State)
	return up && s.Run > 0 && s.Election == nil && !m.yielded(s)
}
