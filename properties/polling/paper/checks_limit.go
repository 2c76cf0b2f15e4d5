package paper

import (
	"errors"
	"fmt"
	"slices"

	reducing "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	rsdp "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// voting is a vote on values: which one wins of those that are shared.
type voting func(shared []int) int

// popular are the popular votes of RSDP in both columns. A value is the leader of a view of all.
func popular(values int) []voting {
	cfg := rsdp.Config{Nodes: values}.WithDefaults()
	view := func(value int) rsdp.View {
		return rsdp.View{Members: spec.Sequence[spec.NodeID](spec.AllNodes(values)), Leader: spec.NodeID(value)}
	}
	is, says := reducing.House(rsdp.Popular, cfg), specification.House(rsdp.Popular, cfg)
	return []voting{
		func(shared []int) int {
			var list []reducing.Entry
			for from, value := range shared {
				list = append(list, reducing.Entry{From: spec.NodeID(from), Data: view(value)})
			}
			return int(is.AggregateShareState(reducing.NewReplica(0, cfg), view(0), list).(rsdp.View).Leader)
		},
		func(shared []int) int {
			var list []specification.Ballot
			for from, value := range shared {
				list = append(list, specification.Ballot{From: spec.NodeID(from), Data: view(value)})
			}
			c := specification.Context{Self: 0, Order: cfg.Order(0)}
			return int(says.AggregateShareState(c, view(0), list).(rsdp.View).Leader)
		},
	}
}

// votes has so many nodes share any of some values, and tells which wins, and how many share it.
func votes(columns []voting, nodes, values int, yield func(shared []int, winner, sharing int) error) error {
	all := make([]int, values)
	for i := range all {
		all[i] = i
	}
	return sequences(all, nodes, func(shared []int) error {
		for _, vote := range columns {
			winner, sharing := vote(shared), 0
			for _, value := range shared {
				if value == winner {
					sharing++
				}
			}
			if err := yield(shared, winner, sharing); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkMinority is B-10 without a side channel: of two values the one that fewer share never wins.
func checkMinority(columns []voting) (string, error) {
	const nodes = 7
	all := 0
	for n := 1; n <= nodes; n++ {
		err := votes(columns, n, 2, func(shared []int, winner, sharing int) error {
			if all++; 2*sharing < n {
				return fmt.Errorf("of %v %d wins", shared, winner)
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("in %d popular votes of 1 to %d nodes between two values none wins that fewer share", all,
		nodes), nil
}

// observed is (10): the set of the values that nodes observe, ascending.
func observed(values []int) []int {
	values = slices.Clone(values)
	slices.Sort(values)
	return slices.Compact(values)
}

// checkSet is b9: of a set no vote can tell how many share a value.
func checkSet(aggregate func([]int) []int) (string, error) {
	if a, b := aggregate([]int{5, 5, 7}), aggregate([]int{5, 7, 7}); !slices.Equal(a, b) {
		return "", fmt.Errorf("of 5, 5, 7 it is %v, and of 5, 7, 7 it is %v", a, b)
	}
	return "of the values 5, 5, 7 and of 5, 7, 7 it has the same, in which no vote has a majority", nil
}

// checkMost is B-11: a value wins that most do not share, as more of them share it than any other.
func checkMost(columns []voting) (string, error) {
	const nodes, values = 5, 4
	won, ties, all := 0, 0, 0
	err := votes(columns, nodes, values, func(_ []int, _, sharing int) error {
		if all++; sharing > 0 && 2*sharing <= nodes {
			won++
		}
		return nil
	})
	if err == nil {
		err = votes(columns, 4, 2, func(_ []int, _, sharing int) error {
			if sharing == 2 {
				ties++
			}
			return nil
		})
	}
	if err == nil && (won == 0 || ties == 0) {
		err = fmt.Errorf("%d values win that most do not share, and %d of two are shared by half", won, ties)
	}
	return fmt.Sprintf("of %d popular votes of %d nodes among %d values %d are won by one that at most 2 share; of "+
		"four nodes and two values, %d by one that 2 share", all, nodes, values, won, ties), err
}

// stamped is a value with its timestamp.
type stamped struct{ at, value int }

// merging makes one of two.
type merging func(a, b stamped) stamped

// byTime is the rule of the paper: the largest timestamp. If two are the same, the one that came first stays.
func byTime(a, b stamped) stamped {
	if b.at > a.at {
		return b
	}
	return a
}

// byTimeAndValue has the larger value break ties.
func byTimeAndValue(a, b stamped) stamped {
	if b.at > a.at || b.at == a.at && b.value > a.value {
		return b
	}
	return a
}

// stamps are all values with all timestamps.
func stamps() (list []stamped) {
	for at := range 4 {
		for value := range 3 {
			list = append(list, stamped{at, value})
		}
	}
	return list
}

// checkNewest is B-12 and P4: the merge is associative, commutative and idempotent, and takes one of the newest.
func checkNewest(merge merging) (string, error) {
	return aci(merge, func([]stamped) bool { return true })
}

// checkNewestUnique is B-12 if no two values have one timestamp.
func checkNewestUnique(merge merging) (string, error) {
	return aci(merge, func(s []stamped) bool {
		for i, a := range s {
			if slices.ContainsFunc(s[:i], func(b stamped) bool { return a.at == b.at && a != b }) {
				return false
			}
		}
		return true
	})
}

func aci(merge merging, among func([]stamped) bool) (string, error) {
	triples := 0
	err := sequences(stamps(), 3, func(s []stamped) error {
		if !among(s) {
			return nil
		}
		triples++
		a, b, c := s[0], s[1], s[2]
		all := merge(merge(a, b), c)
		switch {
		case merge(a, merge(b, c)) != all:
			return fmt.Errorf("of %v it depends on how they are grouped", s)
		case merge(a, b) != merge(b, a):
			return fmt.Errorf("of %v it depends on their order", s)
		case merge(a, a) != a:
			return fmt.Errorf("%v with itself is another", a)
		case all.at != max(a.at, b.at, c.at):
			return fmt.Errorf("of %v it takes %v, which is not the newest", s, all)
		}
		return nil
	})
	if err == nil && triples == 0 {
		err = errors.New("there are none")
	}
	return fmt.Sprintf("of %d triples of stamped values the merge is the newest, associative, commutative and "+
		"idempotent", triples), err
}

// checkTies is b10: if two values have one timestamp, whichever comes first stays.
func checkTies(merge merging) (string, error) {
	ties, depend := 0, 0
	_ = sequences(stamps(), 2, func(s []stamped) error {
		if s[0].at == s[1].at && s[0] != s[1] {
			if ties++; merge(s[0], s[1]) != merge(s[1], s[0]) {
				depend++
			}
		}
		return nil
	})
	if depend != ties {
		return "", fmt.Errorf("of %d ties %d depend on the order", ties, depend)
	}
	return fmt.Sprintf("of %d pairs of values with one timestamp the order of arrival decides all", ties), nil
}

// clocks are by how many seconds the clock of the node with the old value is ahead.
type clocks struct{ ahead []int }

// checkFast is b10: the node that observes the old value again stamps it by a fast clock.
func checkFast(c clocks) (string, error) {
	const old, fresh, observed, changed = 5, 7, 100, 101 // values, and seconds
	var until []string
	for _, ahead := range c.ahead {
		t := changed
		for byTimeAndValue(stamped{observed + ahead, old}, stamped{t, fresh}).value == old {
			t++
		}
		if t == changed {
			return "", fmt.Errorf("a clock that is ahead by %d s does not matter", ahead)
		}
		until = append(until, fmt.Sprintf("%d s: %d s", ahead, t-changed))
	}
	return "a value that is observed a second before it changes, by a clock that is ahead, is taken for the newest, " +
		"by how far that is ahead, for " + listed(until, func(s string) string { return s }), nil
}
