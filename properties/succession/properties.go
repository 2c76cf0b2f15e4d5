package succession

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/succession/words"
)

// The properties.
const (
	listsAgree = "ListsAgree"
	complete   = "Complete"
	accurate   = "Accurate"
	begins     = "LossBegins"
	oneLeader  = "OneLeader"
)

// judge judges in one configuration.
type judge struct{ words.Config }

// listsAgree: the election's list is the detector's.
func (judge) listsAgree(v view) error {
	for _, at := range v.Changed() {
		s := v.State(at)
		if s == nil {
			continue
		}
		for id, has := range s.Upper.List {
			if has != lists(s, id) {
				return fmt.Errorf("at %s the election has %d in its list: %t, and the detector: %t", at, id, has, !has)
			}
		}
	}
	return nil
}

// complete: no process that is down is in the list of one that is up.
func (judge) complete(v view) error {
	for at, s := range v.All() {
		for id := range s.Lower.Known {
			if !v.Up(spec.NodeID(id)) && lists(s, id) {
				return fmt.Errorf("%d is down, and in the list of %s", id, at)
			}
		}
	}
	return nil
}

// accurate: each process that is up is in the list of each.
func (judge) accurate(v view) error {
	for at, s := range v.All() {
		for id := range s.Lower.Known {
			if v.Up(spec.NodeID(id)) && !lists(s, id) {
				return fmt.Errorf("%d is up, and not in the list of %s", id, at)
			}
		}
	}
	return nil
}

// begins: each process whose leader is down has an election of its own under way, or waits for another's. In runs that
// are refined, each step in which a process forgets its leader is compared with the specification, which begins one.
func (judge) begins(v view) error {
	for at, s := range v.All() {
		leader, elects := s.Upper.Leader, s.Upper.Election != nil || s.Upper.Rival.Number > 0
		if leader != spec.None && !v.Up(leader) && !elects {
			return fmt.Errorf("%s follows %s, which is down, and takes part in no election", at, leader)
		}
	}
	return nil
}

// oneLeader: all that are up follow one leader, and it is up.
func (judge) oneLeader(v view) error {
	first, leader := spec.None, spec.None
	for at, s := range v.All() {
		switch is := s.Upper.Leader; {
		case is == spec.None:
			return fmt.Errorf("%s follows no leader", at)
		case first == spec.None:
			first, leader = at, is
		case is != leader:
			return fmt.Errorf("%s follows %s, and %s follows %s", first, leader, at, is)
		}
	}
	if leader != spec.None && !v.Up(leader) {
		return fmt.Errorf("all follow %s, which is down", leader)
	}
	return nil
}

// sometimes returns what must be seen: later elections, with another leader, several at a time, and a leader that a
// list lacks.
func (judge) sometimes() scrutineer.Properties[state] {
	at := func(is func(v view, s *state) bool) func(view) error {
		return func(v view) error {
			for _, id := range v.Changed() {
				if s := v.State(id); s != nil && is(v, s) {
					return nil
				}
			}
			return scrutineer.Seen(false)
		}
	}
	return scrutineer.Properties[state]{
		"Reelects": at(func(_ view, s *state) bool { return s.Upper.Tag.Election.Number > 1 }),
		"Yields":   at(func(_ view, s *state) bool { return s.Upper.Rival.Number > 0 }),
		"Replaces": at(func(v view, s *state) bool {
			return s.Upper.Tag.Election.Number > 1 && v.Up(s.Upper.Leader) && !v.Up(0)
		}),
		"LeadsUnlisted": at(func(v view, s *state) bool {
			l := s.Upper.Leader
			return l != spec.None && v.Up(l) && !lists(s, int(l))
		}),
	}
}
