package vcube

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// failing is what is wrong with a process at the end.
type failing struct{ property, why string }

// rightAll judges everybody anew.
func (m *Monitor) rightAll(w *world.World) {
	m.least = leastOf(w.Living().Minus(w.Unstable()), func(id spec.NodeID) int {
		return m.nodes[id].record.Incarnation
	})
	for i := range m.nodes {
		m.right(w, spec.NodeID(i))
	}
}

// keep keeps account of who is right after a step of a process; lives tells that it has come or gone, or has another
// incarnation, so that another process may be the least, or somebody be wrong about it. About one that is unstable
// nobody is. Else only one that has learned something can be right that was wrong, or the other way round.
func (m *Monitor) keep(w *world.World, at spec.NodeID, lives, learned bool) {
	switch {
	case lives && !w.Unstable().Has(at):
		m.rightAll(w)
	case lives || learned:
		m.right(w, at)
	}
}

// right notes whether a process knows what it must know at last.
func (m *Monitor) right(w *world.World, id spec.NodeID) {
	right := m.isRight(w, id)
	switch n := &m.nodes[id]; {
	case right && !n.right:
		m.wrong--
	case !right && n.right:
		m.wrong++
	}
	m.nodes[id].right = right
}

// isRight reports whether nothing is wrong with a process.
func (m *Monitor) isRight(w *world.World, id spec.NodeID) bool {
	if !w.Up(id) || w.Unstable().Has(id) {
		return true
	}
	s := running(w, id)
	return s != nil && s.Leader == m.least && len(m.corpses(w, s)) == 0 && len(suspected(w, s)) == 0
}

// failing says what is wrong with a process, nil where nothing is; nothing is with one that is
// down, or that is unstable.
func (m *Monitor) failing(w *world.World, id spec.NodeID) []failing {
	if !w.Up(id) || w.Unstable().Has(id) {
		return nil
	}
	s := running(w, id)
	if s == nil {
		return []failing{{leastName, id.String() + " has not booted"}}
	}
	var all []failing
	if wrong := m.corpses(w, s); len(wrong) > 0 {
		all = append(all, failing{completeName, fmt.Sprintf("%s holds %s for correct, who are down", id, wrong)})
	}
	if s.Leader != m.least {
		all = append(all, m.misled(w, id, s)...)
	}
	if wrong := suspected(w, s); len(wrong) > 0 {
		all = append(all, failing{trustedName, fmt.Sprintf("%s suspects %s, who are up for good", id, wrong)})
	}
	return all
}

// misled says what is wrong with whom a process follows, who is not the least.
func (m *Monitor) misled(w *world.World, id spec.NodeID, s *implementation.View) (all []failing) {
	if s.Leader == spec.None || !w.Up(s.Leader) {
		all = append(all, failing{accurateName, fmt.Sprintf("%s follows %s, who is not up", id, s.Leader)})
	}
	if other := m.disagrees(w, id, s.Leader); other != spec.None {
		all = append(all, failing{agreeName, fmt.Sprintf("%s follows %s, and %s follows %s",
			id, s.Leader, other, running(w, other).Leader)})
	}
	return append(all, failing{leastName, fmt.Sprintf("%s follows %s, and the least is %s, in incarnation %d",
		id, s.Leader, m.least, m.nodes[m.least].record.Incarnation)})
}

// corpses are those who are down for good, and held for correct.
func (m *Monitor) corpses(w *world.World, s *implementation.View) (wrong spec.Set) {
	for _, id := range w.Down().Minus(w.Unstable()) {
		if s.Correct[id] {
			wrong = append(wrong, id)
		}
	}
	return wrong
}

// suspected are those who are up for good, and not held for correct.
func suspected(w *world.World, s *implementation.View) (wrong spec.Set) {
	for i, correct := range s.Correct {
		if id := spec.NodeID(i); !correct && w.Up(id) && !w.Unstable().Has(id) {
			wrong = append(wrong, id)
		}
	}
	return wrong
}

// disagrees is a process that follows somebody else, None where there is none.
func (m *Monitor) disagrees(w *world.World, id, leader spec.NodeID) spec.NodeID {
	for _, other := range w.Living().Minus(w.Unstable()).Without(id) {
		if s := running(w, other); s != nil && s.Leader != leader {
			return other
		}
	}
	return spec.None
}

// End judges what must be so at last.
func (m *Monitor) End(w *world.World) campaign.Finding {
	m.rightAll(w) // also where the faults never stopped
	for i := range m.nodes {
		if m.nodes[i].right {
			continue
		}
		for _, f := range m.failing(w, spec.NodeID(i)) {
			m.FailAtEnd(w, f.property, f.why, assumptions())
		}
	}
	if len(w.Unstable()) > 0 {
		m.Broke(assumeStable)
	}
	if m.late && (m.cfg.Interprets(words.FixedTimeout) || m.cfg.Nonces == 1) { // with one no reply is late
		m.Broke(assumeInTime)
	}
	return m.Finding(assumptions(), campaign.Ends(w, ended))
}

// ended says whom a process follows at the end.
func ended(w *world.World, id spec.NodeID) string {
	s := running(w, id)
	if s == nil {
		return "down"
	}
	return fmt.Sprintf("follows %s, inc %d", s.Leader, s.Incarnations[id])
}

// Says says whom a process follows and suspects.
func (m *Monitor) Says(w *world.World, id spec.NodeID) string {
	s := running(w, id)
	if s == nil {
		return ""
	}
	var suspects spec.Set
	for p, correct := range s.Correct {
		if !correct {
			suspects = append(suspects, spec.NodeID(p))
		}
	}
	says := fmt.Sprintf("leader %s, inc %d", s.Leader, s.Incarnations[id])
	if len(suspects) > 0 {
		says += ", suspects " + suspects.String()
	}
	return says
}
