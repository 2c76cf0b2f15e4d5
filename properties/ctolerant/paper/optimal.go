package paper

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// contest is what a alternative is explored under, all lists of 4 processes within c, and what
// must come of it.
type contest struct {
	c, f       int
	initiators spec.Set
	full       bool           // full lists alone
	most       map[string]int // what may happen beside the election itself
	unicasts   int            // where nothing fails
}

// contests are those of X10; asks says how many unicasts a alternative takes. A crash is tried with
// f = 1, and an early TIMEOUT because asynchrony may bring it although nothing fails. Both
// together, which it takes to see an old LEADER do harm (X1), are tried with full lists
// alone: all lists would be 5 million states.
func contests(asks func(c, f int) int) []contest {
	all, last := spec.AllNodes(4), spec.NewSet[spec.NodeID](3)
	list := []contest{
		{c: 0, f: 0, initiators: all},
		{c: 1, f: 0, initiators: all},
		{c: 1, f: 0, initiators: last, most: map[string]int{"premature": 1, "restart": 1}},
		{c: 2, f: 0, initiators: all},
		{c: 1, f: 1, initiators: last, most: map[string]int{"crash": 1, "restart": 1}},
		{c: 1, f: 1, initiators: last, most: map[string]int{"crash": 1, "premature": 1, "restart": 1}, full: true},
	}
	for i, one := range list {
		list[i].unicasts = asks(one.c, one.f)
	}
	return list
}

// checkOptimality is CT-12: Theorem 3, by which no initiator-based election is safe with
// fewer messages than Base, is refuted by two that are (X10).
func checkOptimality() (string, error) { return optimality(selfCount, adaptive) }

func optimality(self, adapts alternative) (string, error) {
	var cost [2]string
	var all outcome
	for i, r := range []struct {
		name string
		alternative
		asks func(c, f int) int
	}{
		{"SelfCount", self, func(c, f int) int { return 2*(c+f) + 1 }},
		{"Adaptive", adapts, func(c, _ int) int { return 2*(c+1) + 1 }},
	} {
		found, err := r.alternative.outdoes(contests(r.asks))
		if err != nil {
			return "", fmt.Errorf("%s: %w", r.name, err)
		}
		cost[i] = r.name + " takes " + found.unicasts
		all.cases, all.blocked = found.cases, found.blocked // the same of both
		all.explored, all.states = all.explored+found.explored, all.states+found.states
	}
	return fmt.Sprintf("Theorem 3 does not hold: for (c, f) %s; %s; in every quiescent state of all %d cases with "+
		"N = 4 (all lists, any initiator; 3 with an early TIMEOUT for (1, 0), with a crash for (1, 1), and with both "+
		"and full lists) all live processes follow the lowest, or after a crash who was that at some instant of the "+
		"last run, but for %d whose initiator knows fewer than c+1 and elects nobody; %d explorations with %d states "+
		"stand for them",
		cost[0], cost[1], all.cases, all.blocked, all.explored, all.states), nil
}

// outcome is what came of a alternative's contests.
type outcome struct {
	cases, blocked   int // configurations, and those in which nobody can be elected
	explored, states int
	unicasts         string
}

// outdoes explores a alternative and counts its messages. It must be safe in all contests, and in
// some send fewer than Base.
func (r alternative) outdoes(all []contest) (outcome, error) {
	var o outcome
	fewer, said := false, map[[2]int]bool{}
	for _, one := range all {
		base := 2*(one.c+one.f+1) + 1
		fewer = fewer || one.unicasts < base
		if pair := [2]int{one.c, one.f}; !said[pair] {
			if len(said) > 0 {
				o.unicasts += ", "
			}
			said[pair] = true
			o.unicasts += fmt.Sprintf("(%d, %d) %d of Base's %d", one.c, one.f, one.unicasts, base)
		}
		for _, class := range canonical(one) {
			if err := r.compete(one, class, &o); err != nil {
				return o, fmt.Errorf("c %d, f %d, lists %v, initiator %s: %w",
					one.c, one.f, class.cfg.Lists, class.cfg.Initiator, err)
			}
		}
	}
	if !fewer {
		return o, fmt.Errorf("it sends nowhere fewer messages than Base")
	}
	return o, nil
}

// compete explores the configuration that stands for a class, and runs it.
func (r alternative) compete(one contest, class class, o *outcome) error {
	found, err := r.explore(class.cfg, one.most)
	if err != nil {
		return err
	}
	// Whoever knows fewer than c+1 can hear no c+1 lists (S2).
	enough := len(class.cfg.Lists[class.cfg.Initiator]) > one.c
	if found.over != enough {
		return fmt.Errorf("the election may end: %t; the initiator knows c+1 processes: %t", found.over, enough)
	}
	o.cases += class.size
	if !enough {
		o.blocked += class.size
	}
	o.explored++
	o.states += found.states
	return r.sends(class.cfg, one.unicasts)
}

// sends holds the messages of a run against what they must be, where the initiator knows as
// many as it wants to ask.
func (r alternative) sends(cfg words.Config, unicasts int) error {
	if len(cfg.Lists[cfg.Initiator]) < cfg.Quorum() {
		return nil
	}
	got, _, err := r.messages(cfg, 1)
	if err == nil && (got.Disturbed || got.Unicasts() != unicasts || got.Multicasts != 1) {
		err = fmt.Errorf("%d unicasts and %d multicasts, it must be %d and 1", got.Unicasts(), got.Multicasts, unicasts)
	}
	return err
}

// class is a configuration, and how many there are that cannot be told apart from it.
type class struct {
	cfg  words.Config
	size int
}

// canonical returns the configurations of a contest in classes that cannot be told apart by
// what processes do: of a list that is only asked for its lowest nothing else matters but,
// if that one may crash, the next; of one that is never asked, nothing.
func canonical(one contest) []class {
	var classes []class
	seen := map[string]int{}
	c := one.c
	if one.full {
		c = 0
	}
	for lists := range allLists(4, c) {
		for _, initiator := range one.initiators {
			form := initiator.String()
			for i, list := range lists {
				switch id := spec.NodeID(i); {
				case !lists[initiator].Has(id):
					list = nil
				case id != initiator:
					list = list[:min(len(list), one.f+1)]
				}
				form += list.String()
			}
			if _, ok := seen[form]; !ok {
				seen[form] = len(classes)
				cfg := words.Config{Nodes: 4, C: one.c, F: one.f, Lists: lists, Initiator: initiator}
				classes = append(classes, class{cfg: cfg.WithDefaults()})
			}
			classes[seen[form]].size++
		}
	}
	return classes
}
