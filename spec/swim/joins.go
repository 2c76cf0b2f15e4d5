package swim

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// fresh returns a process at the beginning. A joiner knows no process, not even itself; the others know the processes
// that are in the group from the beginning.
func (d detector) fresh(at spec.NodeID) Local {
	p := d.alone(at)
	for _, id := range d.Contacts() {
		if !d.Joiners.Has(at) {
			p.Table[id].Status = words.Alive
		}
	}
	return p
}

// alone returns a process that knows no process.
func (d detector) alone(at spec.NodeID) Local {
	p := Local{Target: spec.None, Bag: d.full(at)}
	for id := range spec.NodeID(d.Nodes) {
		p.Table = append(p.Table, words.Entry{Member: id, Status: words.Unknown})
	}
	if d.Bounded() {
		p.Buffer = make([]int, d.Nodes)
	}
	return p
}

// isIn reports whether a process is in the group.
func isIn(p Local, id spec.NodeID) bool { return p.Table[id].Status == words.Alive }

// winds returns the timers that a process arms when it comes up: none if it is outside.
func (d detector) winds(p Local, at spec.NodeID) spec.SetOf[spec.Timer] {
	if !isIn(p, at) {
		return nil
	}
	return d.clock(at)
}

// clock returns the timers that a process arms when it is in the group from now on.
func (d detector) clock(at spec.NodeID) spec.SetOf[spec.Timer] {
	if d.Probers.Has(at) {
		return spec.NewSet(words.ClockPeriod)
	}
	return nil
}

// inputs returns the inputs that a process may get: Enter if it is outside, and Leave if it is in the group.
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
	all := d.join(d.judged(p, a.At, a.At, words.Alive), a)
	for i := range all {
		all[i].Arm = all[i].Arm.Union(d.clock(a.At))
	}
	return all
}

// join asks a contact, any of them, for the list.
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
	for hearers := range a.Picks(members, min(d.Farewells(), len(members))) {
		o := outcome{Pick: hearers, Local: gone, Disarm: stopped}
		for _, to := range hearers {
			o.Effects = append(o.Effects, spec.SendTo(to, words.Left{News: words.News{own}}))
		}
		all = append(all, o)
	}
	return all
}
