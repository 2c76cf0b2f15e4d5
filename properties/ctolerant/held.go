package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// guarded returns the ghost with the bound that is held while lists change (S3): a list loses an
// entry, and one that joins comes with its own list, only if c is held afterwards.
func guarded(cfg words.Config, ghost spec.Ghost[Ghost]) spec.Ghost[Ghost] {
	if cfg.Held == "" {
		return ghost
	}
	ghost.Allows = func(g Ghost, input spec.Action, up spec.Set) bool {
		switch input.Msg.Body.(type) {
		case words.Forget, words.Join:
			return ghost.Step(g, input, up).isWithin(cfg, up)
		}
		return true
	}
	return ghost
}

// isWithin tells whether no process of the group, but for those that join, is lacked more often
// than the bound says.
func (g Ghost) isWithin(cfg words.Config, up spec.Set) bool {
	group := g.Membership.group(up)
	for _, j := range group.Minus(cfg.Joiners()) {
		if len(g.Membership.lacking(group, j)) > cfg.C {
			return false
		}
		for _, since := range g.Lacked {
			if counted := since[j]; len(counted) > cfg.C &&
				(cfg.Held == words.HeldRunDead || len(counted.Minus(counted.Minus(group))) > cfg.C) {
				return false
			}
		}
	}
	return true
}

// lacking are those of the group whose lists lack a process.
func (m *membership) lacking(group spec.Set, j spec.NodeID) spec.Set {
	var all spec.Set
	for _, k := range group {
		if k != j && !m.Lists[k].Has(j) {
			all = all.With(k)
		}
	}
	return all
}

// withLacking returns who has lacked whom in the initiators' last runs, the present lists included.
func (g Ghost) withLacking(a spec.Action, group spec.Set) [][]spec.Set {
	if g.Lacked == nil {
		return nil
	}
	all := make([][]spec.Set, len(g.Lacked))
	for i := range all {
		all[i] = make([]spec.Set, len(g.Lacked))
		if id := spec.NodeID(i); !group.Has(id) || len(g.Lately[i]) == 0 { // it has not asked
			continue
		}
		begins := spec.NodeID(i) == a.At && beginsRun(a)
		for _, j := range group {
			if all[i][j] = g.Membership.lacking(group, j); !begins {
				all[i][j] = all[i][j].Union(g.Lacked[i][j])
			}
		}
	}
	return all
}
