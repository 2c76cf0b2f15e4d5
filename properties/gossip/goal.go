package gossip

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// ending is what must be so at last, judged from when the faults have stopped.
type ending struct {
	ranking   []spec.NodeID // those who are up, by what they know of themselves, the best first
	published []int         // the versions that there were when the faults stopped
	spreads   bool          // what is published goes to all
	wrong     int           // how many processes are not as they must be
	since     faults.Time   // when one was not last
}

// watchEnd keeps count of who is as it must be at last.
func (m *Monitor) watchEnd(w *world.World, e *world.Event) {
	if !w.Stopped() {
		return
	}
	switch at := e.Action.At; {
	case m.end.published == nil:
		m.end.published = make([]int, m.cfg.Nodes)
		for _, j := range w.Living() {
			m.end.published[j] = m.nodes[j].records[j].Version
		}
		m.end.spreads = spreads(&m.cfg, w, m.trust.lost, false)
		m.expect(w)
	case world.IsStutter(e.Action.Name):
	case e.Action.Name == spec.Boot || !m.nodes[at].up || m.changed(at):
		m.expect(w)
	default:
		m.look(at)
	}
	if m.end.wrong > 0 {
		m.end.since = e.At
	}
}

// changed reports whether who ought to be first may be another, by what a process tells of itself.
func (m *Monitor) changed(at spec.NodeID) bool {
	i := slices.Index(m.end.ranking, at)
	if i < 0 || m.cfg.Interprets(words.IDSummand) || m.cfg.Interprets(words.LocalNormalisers) {
		return true
	}
	truth := m.truth()
	by := m.scale(truth, m.end.ranking)
	return i > 0 && by.before(&truth[at], &truth[m.end.ranking[i-1]]) ||
		i+1 < len(m.end.ranking) && by.before(&truth[m.end.ranking[i+1]], &truth[at])
}

// truth is what each process knows of itself.
func (m *Monitor) truth() []words.Record {
	records := make([]words.Record, m.cfg.Nodes)
	for j := range records {
		if m.nodes[j].records != nil {
			records[j] = m.nodes[j].records[j]
		}
	}
	return records
}

// expect finds out what is expected at last, and looks at everybody.
func (m *Monitor) expect(w *world.World) {
	living := w.Living()
	m.end.ranking = slices.Clone(living)
	if m.cfg.Interprets(words.IDSummand) && len(living) > 0 { // equals may stand in any order, if all agree
		m.end.ranking = slices.DeleteFunc(slices.Clone(m.nodes[living[0]].ranking),
			func(j spec.NodeID) bool { return !w.Up(j) })
		m.end.ranking = append(m.end.ranking, living.Minus(spec.NewSet(m.end.ranking...))...)
	}
	truth := m.truth()
	by := m.scale(truth, m.end.ranking)
	slices.SortStableFunc(m.end.ranking, func(a, b spec.NodeID) int {
		switch {
		case by.before(&truth[a], &truth[b]):
			return -1
		case by.before(&truth[b], &truth[a]):
			return 1
		}
		return 0
	})
	for i := range m.nodes {
		m.look(spec.NodeID(i))
	}
}

// look notes whether a process is as it must be.
func (m *Monitor) look(at spec.NodeID) {
	k := &m.nodes[at]
	wrong := k.up && slices.ContainsFunc(m.failing(at), func(f [2]string) bool {
		return m.end.spreads || !slices.Contains(m.needs(f[0]), assumeRecordsSpread)
	})
	switch {
	case wrong && !k.wrong:
		m.end.wrong++
	case !wrong && k.wrong:
		m.end.wrong--
	}
	k.wrong = wrong
}

// failing is what is wrong with a process at the end, by property.
func (m *Monitor) failing(at spec.NodeID) (all [][2]string) {
	k := &m.nodes[at]
	if !k.booted {
		return [][2]string{{oneLeaderAtLastName, "has not booted"}}
	}
	if best := m.end.ranking[0]; k.leader != best {
		all = append(all, [2]string{
			oneLeaderAtLastName, fmt.Sprintf("follows %s, and the best who is up is %s", k.leader, best),
		})
	}
	if !slices.Equal(k.ranking, m.end.ranking) && !m.cfg.Interprets(words.MasterBeats) {
		all = append(all, [2]string{rankedAtLastName, fmt.Sprintf("ranks %s, and up are, the best first, %s",
			list(k.ranking), list(m.end.ranking))})
	}
	for _, j := range m.end.ranking {
		if k.records[j].Version < m.end.published[j] {
			all = append(all, [2]string{coveredAtLastName, fmt.Sprintf("knows version %d of %s, which had published %d",
				k.records[j].Version, j, m.end.published[j])})
			break
		}
	}
	return all
}

// End judges what must be so at last: it must have been so for a while, too.
func (m *Monitor) End(w *world.World) campaign.Finding {
	for _, at := range w.Living() {
		for _, f := range m.failing(at) {
			m.FailAtEnd(w, f[0], fmt.Sprintf("%s %s", at, f[1]), m.needs(f[0]))
		}
	}
	if short := w.Now()-m.end.since < min(m.goal.For, w.Settle()/2); short && m.end.wrong == 0 && !w.Quiescent() {
		m.FailAtEnd(w, oneLeaderAtLastName, fmt.Sprintf("all is right since %s, and not for good", m.end.since),
			m.needs(oneLeaderAtLastName))
	}
	m.trust.end(m, w)
	if m.failed && !m.trust.unheard {
		m.Saw(sawInTime)
	}
	return m.Finding(assumptions(), campaign.Ends(w, m.ended))
}

// needs are the assumptions without which something need not be so at last. Where all begin with what
// is so for ever nobody has to be told of it.
func (m *Monitor) needs(property string) []string {
	needs := []string{assumeBeatsGoOn, assumeMeasuresEnd}
	if property == coveredAtLastName || m.cfg.Start == words.Cold || m.trust.remeasured {
		needs = append(needs, assumeRecordsSpread)
	}
	return needs
}

// ended says whom a process follows at the end.
func (m *Monitor) ended(_ *world.World, id spec.NodeID) string {
	return fmt.Sprintf("follows %s, ranks %s", m.nodes[id].leader, list(m.nodes[id].ranking))
}
