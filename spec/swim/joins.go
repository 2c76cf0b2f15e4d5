package swim

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// fresh returns what a process knows at first: a joiner nobody, not even itself, the others those that are in the group
// from the beginning.
func (d detector) fresh(at spec.NodeID) Local {
	p := d.alone(at)
	for _, id := range d.Contacts() {
		if !d.Joiners.Has(at) {
			p.Table[id].Status = words.Alive
		}
	}
	return p
}

// alone returns a process that knows nobody.
func (d detector) alone(at spec.NodeID) Local {
	p := Local{Target: spec.None, Bag: d.full(at)}
	for id := range spec.NodeID(d.Nodes) {
		p.Table = append(p.Table, words.Entry{Member: id, Status: words.Unknown})
	}
	if d.Bounded() {
		p.Due = make([]int, d.Nodes)
	}
	return p
}

// isIn reports whether a process is in the group.
func isIn(p Local, id spec.NodeID) bool { return p.Table[id].Status == words.Alive }

// winds is what a process that comes up arms: nothing if it is outside.
func (d detector) winds(p Local, at spec.NodeID) spec.SetOf[spec.Timer] {
	if !isIn(p, at) {
		return nil
	}
	return d.clock(at)
}

// clock is what a process in the group arms.
func (d detector) clock(at spec.NodeID) spec.SetOf[spec.Timer] {
	if d.Probers.Has(at) {
		return spec.NewSet(words.ClockPeriod)
	}
	return nil
}

// inputs are what a process may be told: to enter if it is outside, and to leave if it is in the group.
func (d detector) inputs(at spec.NodeID, p Local, _ spec.Set) []spec.Body {
	switch {
	case p.Table[at].Status == words.Unknown:
		return []spec.Body{words.Enter{}}
	case isIn(p, at) && d.Leavers.Has(at):
		return []spec.Body{words.Leave{}}
	}
	return nil
}

// enter brings a process into the group. It knows itself alone, and asks a contact for the list.
func (d detector) enter(p Local, a spec.Action) []outcome {
	all := d.join(d.judged(p, a.At, words.Alive), a)
	for i := range all {
		all[i].Arm = all[i].Arm.Union(d.clock(a.At))
	}
	return all
}

// join asks a contact for the list, and another one if that does not answer.
func (d detector) join(p Local, a spec.Action) (all []outcome) {
	for contact := range a.Picks(d.Contacts(), 1) {
		all = append(all, outcome{
			Pick: contact, Local: p, Arm: spec.NewSet(words.TimerJoin),
			Effects: []spec.Effect{spec.SendTo(contact[0], words.Join{News: words.News{p.Table[a.At]}})},
		})
	}
	return all
}

// leave takes a process out of the group. It tells some members, and does nothing any more.
func (d detector) leave(p Local, a spec.Action) (all []outcome) {
	gone := d.alone(a.At)
	own := p.Table[a.At]
	own.Status = words.Dead
	gone.Table[a.At] = own
	stopped := spec.NewSet(words.ClockPeriod, words.TimerReply, words.TimerEnd, words.TimerJoin)
	for _, e := range p.Table {
		stopped = stopped.With(words.Suspicion(e.Member))
	}
	members := p.members(a.At)
	for told := range a.Picks(members, min(d.Farewells(), len(members))) {
		o := outcome{Pick: told, Local: gone, Disarm: stopped}
		for _, to := range told {
			o.Effects = append(o.Effects, spec.SendTo(to, words.Left{News: words.News{own}}))
		}
		all = append(all, o)
	}
	return all
}
