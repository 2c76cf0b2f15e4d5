package swim

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// always returns the properties of every state.
func always(cfg words.Config) scrutineer.Properties[specification.Local] {
	return scrutineer.Properties[specification.Local]{
		"OwnIncarnation": func(v view) error { return ownIncarnation(cfg, v) },
	}
}

// ownIncarnation is SW-4: no entry has a higher incarnation than its process has begun. A step may change the entries
// of one process, and the incarnation of the same process.
func ownIncarnation(cfg words.Config, v view) error {
	for _, changed := range v.Changed() {
		if p := v.State(changed); p != nil {
			for id := range p.Table {
				if err := begun(cfg, v, changed, p, spec.NodeID(id)); err != nil {
					return err
				}
			}
		}
		for i, p := range v.All() {
			if err := begun(cfg, v, i, p, changed); err != nil {
				return err
			}
		}
	}
	return nil
}

// begun returns an error if process i has an entry of an incarnation that id has not begun, or with times an alive
// entry of id with a later time than its own.
func begun(cfg words.Config, v view, i spec.NodeID, p *specification.Local, id spec.NodeID) error {
	if cfg.Timed() && (p.Table[id].Status != words.Alive || v.State(id) == nil) {
		return nil // a suspicion and a removal have the time of the process that judges
	}
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

// confirmIsFinal is SW-5: a member that was removed stays so, as long as the process that removed it is in the group.
func confirmIsFinal(before, after view) error {
	for _, at := range after.Changed() {
		was, is := before.State(at), after.State(at)
		if !isIn(was, at) || !isIn(is, at) {
			continue
		}
		if err := undone(at, was, is); err != nil {
			return err
		}
	}
	return nil
}

// eventually returns the properties that hold from some time on.
func eventually(cfg words.Config) scrutineer.Properties[specification.Local] {
	all := scrutineer.Properties[specification.Local]{"Complete": func(v view) error { return complete(cfg, v) }}
	if !cfg.Bounded() && !cfg.Timed() {
		all[nameSpread] = func(v view) error { return spread(cfg, inView(v)) }
		all[nameHeals] = func(v view) error { return heals(cfg, inView(v)) }
	}
	return all
}

// heals: if members that were removed are pinged, no process in the group is missing from a prober's list.
func heals(cfg words.Config, g group) error {
	for _, i := range g.members {
		for _, j := range g.members {
			if e := g.local(i).Table[j]; cfg.KeepsPinging && cfg.Probers.Has(i) && e.Status == words.Dead {
				return fmt.Errorf("%s is in the group, and %s has removed it", j, i)
			}
		}
	}
	return nil
}

// complete is SW-1: no process that is down, or has left, is in a prober's list. It is not demanded if probers stop.
func complete(cfg words.Config, v view) error {
	if cfg.Timed() && cfg.Times < words.MostTimes {
		return nil
	}
	for i, p := range v.All() {
		if !cfg.Probers.Has(i) || !isIn(p, i) {
			continue
		}
		for id, e := range p.Table {
			listed := e.Status == words.Alive || e.Status == words.Suspect
			if listed && !isIn(v.State(e.Member), e.Member) {
				return fmt.Errorf("%d is not in the group, and %s has it as %s", id, i, e.Status)
			}
		}
	}
	return nil
}

// sometimes returns what must be seen.
func sometimes(cfg words.Config) scrutineer.Properties[specification.Local] {
	seen := scrutineer.Properties[specification.Local]{
		"Removes": func(v view) error { return anywhere(v, others(words.Dead)) },
		"Refutes": func(v view) error {
			return anywhere(v, func(at spec.NodeID, e words.Entry) bool { return e.Member == at && e.Incarnation > 0 })
		},
	}
	if !cfg.AtOnce {
		seen["Suspects"] = func(v view) error { return anywhere(v, others(words.Suspect)) }
	}
	if len(cfg.Joiners) > 0 {
		seen["Joins"] = func(v view) error {
			return anywhere(v, func(at spec.NodeID, e words.Entry) bool {
				return e.Member == at && e.Status == words.Alive && cfg.Joiners.Has(at)
			})
		}
	}
	if len(cfg.Leavers) > 0 {
		seen["Leaves"] = func(v view) error {
			return anywhere(v, func(at spec.NodeID, e words.Entry) bool {
				return e.Member == at && e.Status == words.Dead
			})
		}
	}
	return seen
}

// others returns a predicate: an entry is of another process, in this status.
func others(status string) func(at spec.NodeID, e words.Entry) bool {
	return func(at spec.NodeID, e words.Entry) bool { return e.Member != at && e.Status == status }
}

// anywhere returns nil if holds is true of an entry of a process that the last step may have changed.
func anywhere(v view, holds func(at spec.NodeID, e words.Entry) bool) error {
	for _, at := range v.Changed() {
		if !v.Up(at) {
			continue
		}
		for _, e := range v.State(at).Table {
			if holds(at, e) {
				return nil
			}
		}
	}
	return scrutineer.Seen(false)
}

// properties returns the properties about timers and messages, and those that a budget limits.
func properties(cfg words.Config) []spec.Property[judged] {
	all := []spec.Property[judged]{
		verify.OfEach("TypeOK", typeOK), verify.OfEach("TimersSet", timersSet),
		{Name: "Accurate", Check: accurate, WithinBudget: true},
		{Name: "Kept", Check: kept, WithinBudget: true},
		{Name: "NeverHelps", Check: neverHelps, Witness: true},
		{Name: "NoneBehind", Check: func(st judged) error { return noneBehind(cfg, st) }, WithinBudget: true},
		{Name: "NewsBounded", Check: func(st judged) error { return newsBounded(cfg, st) }},
	}
	if cfg.Timed() {
		all = append(all, finalWithin())
	}
	if cfg.Bounded() || cfg.Timed() { // a run may lose all messages that carry an entry, and counts may differ
		all = append(all, spec.Property[judged]{
			Name: nameSpread, Kind: spec.Stable, Check: func(st judged) error { return spread(cfg, inState(st)) },
		}, spec.Property[judged]{
			Name: nameHeals, Kind: spec.Stable, Check: func(st judged) error { return heals(cfg, inState(st)) },
		})
	}
	return all
}

// typeOK: each process has an entry of each, and does not suspect itself.
func typeOK(st judged, at spec.NodeID) error {
	s := &st.State.State
	p := s.Nodes[at]
	switch {
	case len(p.Table) != len(s.Nodes):
		return fmt.Errorf("%s has %d entries", at, len(p.Table))
	case p.Table[at].Status == words.Suspect:
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

// accurate is SW-2: no process in the group is suspected, or removed, as long as nothing is lost, and no timer early.
func accurate(st judged) error { return noneAs(st, words.Suspect, words.Dead) }

// kept: no process in the group is removed.
func kept(st judged) error { return noneAs(st, words.Dead) }

// noneAs returns an error if a process in the group has another one in one of these statuses.
func noneAs(st judged, statuses ...string) error {
	g := inState(st)
	for _, i := range g.members {
		for _, j := range g.members {
			if e := g.local(i).Table[j]; slices.Contains(statuses, e.Status) {
				return fmt.Errorf("%s is in the group, and %s has it as %s", j, i, e.Status)
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
