package swim

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

type judged = scrutineer.Judged[specification.Local, struct{}]

// always returns the properties of every state.
func always() scrutineer.Properties[specification.Local] {
	return scrutineer.Properties[specification.Local]{"OwnIncarnation": ownIncarnation}
}

// ownIncarnation is SW-4: no entry has a higher incarnation than its process has begun. A step may change the entries
// of one process, and the incarnation of the same process.
func ownIncarnation(v view) error {
	for _, changed := range v.Changed() {
		if p := v.State(changed); p != nil {
			for id := range p.Table {
				if err := begun(v, changed, p, spec.NodeID(id)); err != nil {
					return err
				}
			}
		}
		for i, p := range v.All() {
			if err := begun(v, i, p, changed); err != nil {
				return err
			}
		}
	}
	return nil
}

// begun returns an error if process i has an entry of an incarnation that id has not begun.
func begun(v view, i spec.NodeID, p *specification.Local, id spec.NodeID) error {
	if e, own := p.Table[id], own(v, id); e.Incarnation > own {
		return fmt.Errorf("%s knows of incarnation %d of %s, whose last is %d", i, e.Incarnation, id, own)
	}
	return nil
}

// own returns the last incarnation that a process has begun. A process that is down has it on its disk.
func own(v view, id spec.NodeID) int {
	if p := v.State(id); p != nil {
		return p.Table[id].Incarnation
	}
	record, _ := v.Disk(id).(words.Record)
	return record.Incarnation
}

// steps returns the properties of every step.
func steps(cfg words.Config) map[string]func(before, after view) error {
	bags := specification.Bags(cfg)
	all := map[string]func(before, after view) error{
		"IncarnationsGrow": incarnationsGrow,
		"ProbesInRounds":   func(before, after view) error { return probesInRounds(cfg, bags, before, after) },
	}
	if !cfg.Returns {
		all["ConfirmIsFinal"] = confirmIsFinal
	}
	return all
}

// incarnationsGrow is SW-4: the incarnation of a process never falls.
func incarnationsGrow(before, after view) error {
	for _, id := range after.Changed() {
		was, is := before.State(id), after.State(id)
		if was != nil && is != nil && is.Table[id].Incarnation < was.Table[id].Incarnation {
			return fmt.Errorf("the incarnation of %s was %d and is %d", id, was.Table[id].Incarnation,
				is.Table[id].Incarnation)
		}
	}
	return nil
}

// confirmIsFinal is SW-5: a member that was removed stays so.
func confirmIsFinal(before, after view) error {
	for _, at := range after.Changed() {
		was, is := before.State(at), after.State(at)
		if was == nil || is == nil {
			continue
		}
		for id, e := range was.Table {
			if e.Status == words.Dead && is.Table[id].Status != words.Dead {
				return fmt.Errorf("%s had removed %d, for which it has %+v", at, id, is.Table[id])
			}
		}
	}
	return nil
}

// eventually returns the properties that hold from some time on.
func eventually(cfg words.Config) scrutineer.Properties[specification.Local] {
	return scrutineer.Properties[specification.Local]{
		"Complete": func(v view) error { return complete(cfg, v) },
		"Heals":    func(v view) error { return heals(cfg, v) },
	}
}

// heals: if members that were removed are pinged, no process that is up is missing from a prober's list.
func heals(cfg words.Config, v view) error {
	for i, p := range v.All() {
		for id, e := range p.Table {
			if cfg.KeepsPinging && cfg.Probers.Has(i) && v.Up(spec.NodeID(id)) && e.Status == words.Dead {
				return fmt.Errorf("%d is up, and %s has removed it", id, i)
			}
		}
	}
	return nil
}

// complete is SW-1: no process that is down is in a prober's list.
func complete(cfg words.Config, v view) error {
	for i, p := range v.All() {
		for id, e := range p.Table {
			if cfg.Probers.Has(i) && !v.Up(spec.NodeID(id)) && e.Status != words.Dead {
				return fmt.Errorf("%d is down, and %s has it as %s", id, i, e.Status)
			}
		}
	}
	return nil
}

// sometimes returns what must be seen.
func sometimes(cfg words.Config) scrutineer.Properties[specification.Local] {
	seen := scrutineer.Properties[specification.Local]{
		"Removes": func(v view) error { return anywhere(v, words.Dead) },
		"Refutes": func(v view) error {
			for id, p := range v.All() {
				if p.Table[id].Incarnation > 0 {
					return nil
				}
			}
			return scrutineer.Seen(false)
		},
	}
	if !cfg.AtOnce {
		seen["Suspects"] = func(v view) error { return anywhere(v, words.Suspect) }
	}
	return seen
}

// anywhere reports whether a process has a member in a status.
func anywhere(v view, status string) error {
	for _, p := range v.All() {
		for _, e := range p.Table {
			if e.Status == status {
				return nil
			}
		}
	}
	return scrutineer.Seen(false)
}

// properties returns the properties about timers and messages, and those that a budget limits.
func properties() []spec.Property[judged] {
	return []spec.Property[judged]{
		verify.OfEach("TypeOK", typeOK), verify.OfEach("TimersSet", timersSet),
		{Name: "Accurate", Check: accurate, WithinBudget: true},
		{Name: "Kept", Check: kept, WithinBudget: true},
		{Name: "NeverHelps", Check: neverHelps, Witness: true},
	}
}

// typeOK: each process has an entry of each, and is alive in its own.
func typeOK(st judged, at spec.NodeID) error {
	s := &st.State.State
	p := s.Nodes[at]
	switch {
	case len(p.Table) != len(s.Nodes):
		return fmt.Errorf("%s has %d entries", at, len(p.Table))
	case p.Table[at].Status != words.Alive:
		return fmt.Errorf("%s has %+v of itself", at, p.Table[at])
	}
	return nil
}

// timersSet: a timer runs for each member that is suspected, and one of the timers of a probe while it goes on.
func timersSet(st judged, at spec.NodeID) error {
	s := &st.State.State
	if !s.Alive.Has(at) {
		return nil
	}
	p, set := s.Nodes[at], s.Timers[at]
	for id, e := range p.Table {
		if runs := set.Has(words.Suspicion(spec.NodeID(id))); runs != (e.Status == words.Suspect) {
			return fmt.Errorf("%s has %+v of %d, and the timers %v", at, e, id, set)
		}
	}
	reply, end := set.Has(words.TimerReply), set.Has(words.TimerEnd)
	if reply && end || (reply || end) != (p.Target != spec.None) {
		return fmt.Errorf("%s probes %s, and has the timers %v", at, p.Target, set)
	}
	return nil
}

// accurate is SW-2: no process that is up is suspected, or removed, as long as nothing is lost, and no timer early.
func accurate(st judged) error {
	s := &st.State.State
	for _, i := range s.Alive {
		for _, j := range s.Alive {
			if e := s.Nodes[i].Table[j]; e.Status != words.Alive {
				return fmt.Errorf("%s is up, and %s has it as %s", j, i, e.Status)
			}
		}
	}
	return nil
}

// kept: no process that is up is removed.
func kept(st judged) error {
	s := &st.State.State
	for _, i := range s.Alive {
		for _, j := range s.Alive {
			if s.Nodes[i].Table[j].Status == words.Dead {
				return fmt.Errorf("%s is up, and %s has removed it", j, i)
			}
		}
	}
	return nil
}

// neverHelps is a witness, which must fail: a target answers a helper.
func neverHelps(st judged) error {
	for _, m := range st.State.State.Flight {
		if m.Body.Kind() == words.KindIndirectAck {
			return fmt.Errorf("%s answers %s", m.From, m.To)
		}
	}
	return nil
}
