package rsdp

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// A replica, as properties and the monitor judge it: what both columns have of it.
type replica struct {
	id           spec.NodeID
	values, told []any
	// house tells which values are of reducers of the house: what others mean by theirs nobody knows.
	house []bool
}

// houseOf tells which reducers of a configuration are of the house.
func houseOf(cfg words.Config) []bool {
	house := make([]bool, len(cfg.Reducers))
	for k, name := range cfg.Reducers {
		house[k] = words.Elects(name) || name == words.Members
	}
	return house
}

// members are those that a value of the house names, and its leader, None where it has none; false
// of the values of others.
func members(value any) (named []spec.NodeID, leader spec.NodeID, ok bool) {
	switch v := value.(type) {
	case words.View:
		return v.Members, v.Leader, true
	case words.Roster:
		return v.Members, spec.None, true
	}
	return nil, spec.None, false
}

// sane says what is wrong with the values of a replica by themselves: who knows members
// is one of them, and so is its leader.
func sane(r replica) error {
	for k, value := range r.values {
		named, leader, ok := members(value)
		_, elects := value.(words.View)
		switch {
		case !ok || !r.house[k] || len(named) == 0 && leader == spec.None:
		case !slices.Contains(named, r.id):
			return fmt.Errorf("%s has members %s and is none of them", r.id, named)
		case elects && !slices.Contains(named, leader):
			return fmt.Errorf("%s follows %s, who is none of its members %s", r.id, leader, named)
		}
	}
	return nil
}

// clientKnows: a client was told last what its replica holds.
func clientKnows(r replica) error {
	for k, value := range r.values {
		if known := normalised(r.id, value); r.house[k] && known != nil && !codec.Same(known, r.told[k]) {
			return fmt.Errorf("%s holds %v, and has told its client %v", r.id, value, r.told[k])
		}
	}
	return nil
}

// normalised is what a client is to know of a value of the house; nil of the values of others.
func normalised(self spec.NodeID, value any) any {
	switch v := value.(type) {
	case words.View:
		switch v.Leader {
		case spec.None:
			return words.NoLeader
		case self:
			return words.Leads
		}
		return words.Follows
	case words.Roster:
		return v
	}
	return nil
}

// agree: all replicas hold the same.
func agree(all []replica) error {
	for _, r := range all {
		if first := all[0]; !same(first.values, r.values) {
			return fmt.Errorf("%s holds %v, and %s holds %v", first.id, first.values, r.id, r.values)
		}
	}
	return nil
}

func same(a, b []any) bool { return slices.EqualFunc(a, b, codec.Same) }

// without returns values without those of some reducers.
func without(values []any, reducers []int) []any {
	if len(reducers) == 0 {
		return values
	}
	rest := slices.Clone(values)
	for _, k := range reducers {
		rest[k] = words.Nothing
	}
	return rest
}

// right: every replica knows all that there are, and follows the greatest.
func right(cfg words.Config, all []replica) error {
	var there spec.Set
	for _, r := range all {
		there = there.With(r.id)
	}
	greatest := spec.None
	for _, id := range cfg.Order(0) {
		if there.Has(id) {
			greatest = id
		}
	}
	for _, r := range all {
		for k, value := range r.values {
			named, leader, ok := members(value)
			if !ok || !r.house[k] {
				continue
			}
			if !spec.NewSet(named...).Equal(there) {
				return fmt.Errorf("%s has members %s, and there are %s", r.id, named, there)
			}
			if _, elects := value.(words.View); elects && leader != greatest {
				return fmt.Errorf("%s follows %s, and the greatest is %s", r.id, leader, greatest)
			}
		}
	}
	return nil
}

// leaders are those that hold themselves for the leader by the reducer of that number.
func leaders(all []replica, reducer int) (those spec.Set) {
	for _, r := range all {
		if v, elects := r.values[reducer].(words.View); elects && v.Leader == r.id {
			those = append(those, r.id)
		}
	}
	return those
}

// oneLeader: no two replicas hold themselves for the leader.
func oneLeader(all []replica) error {
	if len(all) == 0 {
		return nil
	}
	for k, house := range all[0].house {
		if !house {
			continue
		}
		if those := leaders(all, k); len(those) > 1 {
			return fmt.Errorf("%s each hold themselves for the leader", those)
		}
	}
	return nil
}

// leaderLives: whom a replica follows is a replica.
func leaderLives(all []replica) error {
	for _, r := range all {
		for k, value := range r.values {
			_, leader, _ := members(value)
			if !r.house[k] {
				continue
			}
			is := slices.ContainsFunc(all, func(other replica) bool { return other.id == leader })
			if leader != spec.None && !is {
				return fmt.Errorf("%s follows %s, who is no replica", r.id, leader)
			}
		}
	}
	return nil
}

// repeated is somebody who stands in a buffer twice, None where nobody does.
func repeated(senders []spec.NodeID) spec.NodeID {
	for i, id := range senders {
		if slices.Contains(senders[:i], id) {
			return id
		}
	}
	return spec.None
}

// session is the name of the session that a replica has begun last, as it stands in messages.
func session(cfg words.Config, life, number int) words.Session {
	if cfg.Interprets(words.CountersRestart) {
		life = 0
	}
	return words.Session{Life: life, Number: number}
}
