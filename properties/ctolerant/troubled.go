package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// What troubles a run, so that it may have to be repeated: since its first QUERY somebody has
// crashed or left, a copy was lost or a timer fired early; or at some instant of it the group had
// a list with somebody in it who is dead or gone. Where answers of older runs count (D4) anything
// may be behind them.

// withTrouble returns which initiators' last runs are troubled after an action.
func (g Ghost) withTrouble(cfg words.Config, a spec.Action, group spec.Set) []bool {
	if g.Troubled == nil {
		return nil
	}
	always, stale := cfg.Interprets(words.AcceptOld), g.Membership.isStale(group)
	all := make([]bool, len(g.Troubled))
	for i, was := range g.Troubled {
		switch id := spec.NodeID(i); {
		case !group.Has(id) || len(g.Lately[i]) == 0: // it has not asked
		case id == a.At && beginsRun(a):
			all[i] = stale || always
		default:
			all[i] = was || stale || isCause(&a)
		}
	}
	return all
}

// isStale tells whether a list of the group holds somebody who is not in it.
func (m *membership) isStale(group spec.Set) bool {
	if len(group) == len(m.Lists) {
		return false
	}
	return slices.ContainsFunc(group, func(k spec.NodeID) bool {
		return slices.ContainsFunc(m.Lists[k], func(id spec.NodeID) bool { return !group.Has(id) })
	})
}

// judgeTrouble judges that no initiator awaits a LEADER in vain: where nothing is on its way any
// more, in a run that nothing has troubled. It is RestartsHaveCause once faults have happened.
func (m *Monitor) judgeTrouble(w *world.World, a *spec.Action) {
	troubles := isCause(a) || m.members.comesStale(a)
	for _, id := range m.cfg.initiators {
		book := m.Books[id]
		if id == a.At && beginsRun(*a) {
			book.troubled = m.members.isStale() || m.cfg.Interprets(words.AcceptOld)
		} else {
			book.troubled = book.troubled || troubles
		}
		s, up := w.State(id).(*implementation.State)
		if up && w.Calm() && !book.troubled && s.Election != nil && s.Election.Collected {
			m.fail(w, RestartsHaveCause, "%s awaits a LEADER in run %d, which nothing has troubled", id, s.Run)
		}
	}
}

// comesStale tells whether an action has brought into the lists of the group somebody who is not
// in it.
func (r *roll) comesStale(a *spec.Action) bool {
	switch body := a.Msg.Body.(type) {
	case words.Learn:
		return !r.group.Has(body.Node)
	case words.Joined:
		return a.Name == deliverJoined && !r.Outside.Has(a.At) && !r.group.Has(a.Msg.From)
	case words.Join:
		return r.isStale()
	}
	return false
}

// inVain says who awaits a LEADER in a run that nothing has troubled, as far as that is remembered.
func inVain(st State) error {
	for i, troubled := range st.State.Ghost.Troubled {
		if s := st.State.State; !troubled && s.Timers[i].Has(words.TimerAwait) {
			return fmt.Errorf("%d awaits a LEADER in run %d, which nothing has troubled", i, s.Nodes[i].Run)
		}
	}
	return nil
}

// isCalm tells whether nothing is on its way to a process that is up.
func isCalm(s specification.State) bool {
	return !slices.ContainsFunc(s.Flight, func(m spec.Message) bool { return s.Alive.Has(m.To) })
}

// excuses: a budget on restarts excuses runs of initiators that await a LEADER only where something
// has troubled each of them. Those that have yielded it excuses always: how often one takes over is
// bounded by nothing here.
func excuses(st State) error { return inVain(st) }
