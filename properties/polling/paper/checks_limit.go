package paper

import (
	"errors"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// votes calls yield for each way in which nodes may share values, with the value that wins and how many nodes share
// it.
func votes(columns []voted, nodes, values int, yield func(shared []int, winner, sharing int) error) error {
	all := make([]int, values)
	for i := range all {
		all[i] = i
	}
	return claims.Sequences(all, nodes, func(shared []int) error {
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

// checkMost is B-11: a value wins that most nodes do not share, if more nodes share it than any other.
func checkMost(columns []voted) (string, error) {
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
	return fmt.Sprintf("%d of %d popular votes of %d nodes among %d values are won by a value that at most 2 nodes "+
		"share; of four nodes and two values, %d by a value that 2 nodes share", won, all, nodes, values, ties), err
}

// byTime is the rule of the paper: the largest timestamp. If two are the same, the one that came first stays.
func byTime(a, b stamped) stamped {
	if b.at > a.at {
		return b
	}
	return a
}

// stamps returns three values with each of four timestamps.
func stamps() (list []stamped) {
	for at := range 4 {
		for value := range 3 {
			list = append(list, stamped{at, value})
		}
	}
	return list
}

// checkNewest is B-12 and P4: the merge is associative, commutative and idempotent, and takes one of the newest.
func checkNewest(merges []merging) (string, error) {
	return aci(merges, func([]stamped) bool { return true })
}

// checkNewestUnique is B-12 if no two values have one timestamp.
func checkNewestUnique(merges []merging) (string, error) {
	return aci(merges, func(s []stamped) bool {
		for i, a := range s {
			if slices.ContainsFunc(s[:i], func(b stamped) bool { return a.at == b.at && a != b }) {
				return false
			}
		}
		return true
	})
}

// aci checks of the triples of values that among accepts that merges are associative, commutative and idempotent, and
// take the newest.
func aci(merges []merging, among func([]stamped) bool) (string, error) {
	triples := 0
	err := claims.Sequences(stamps(), 3, func(s []stamped) error {
		if !among(s) {
			return nil
		}
		triples++
		for _, merge := range merges {
			if err := lawful(merge, s[0], s[1], s[2]); err != nil {
				return fmt.Errorf("of %v %w", s, err)
			}
		}
		return nil
	})
	if err == nil && triples == 0 {
		err = errors.New("there are none")
	}
	return fmt.Sprintf("of %d triples of stamped values the merge is the newest, associative, commutative and "+
		"idempotent", triples), err
}

// lawful returns an error if a merge of three values breaks a law.
func lawful(merge merging, a, b, c stamped) error {
	all := merge(merge(a, b), c)
	switch {
	case merge(a, merge(b, c)) != all:
		return errors.New("it depends on how they are grouped")
	case merge(a, b) != merge(b, a):
		return errors.New("it depends on their order")
	case merge(a, a) != a:
		return errors.New("one with itself is another")
	case all.at != max(a.at, b.at, c.at):
		return fmt.Errorf("it takes %v, which is not the newest", all)
	}
	return nil
}

// checkTies is b10: if two values have one timestamp, whichever comes first stays.
func checkTies(merge merging) (string, error) {
	ties, depend := 0, 0
	_ = claims.Sequences(stamps(), 2, func(s []stamped) error {
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

// clocks has the seconds by which the clock of the node with the old value is ahead.
type clocks struct{ ahead []int }

// checkFast is b10: the node that observes the old value again stamps it by a fast clock.
func checkFast(c clocks) (string, error) {
	const old, fresh, observed, changed = 5, 7, 100, 101 // values, and seconds
	merge, until := newest()[0], []string(nil)
	for _, ahead := range c.ahead {
		t := changed
		for merge(stamped{observed + ahead, old}, stamped{t, fresh}).value == old {
			t++
		}
		if t == changed {
			return "", fmt.Errorf("a clock that is ahead by %d s does not matter", ahead)
		}
		until = append(until, fmt.Sprintf("%d s: %d s", ahead, t-changed))
	}
	return "a value that is observed a second before it changes, by a clock that is ahead, is taken for the newest, " +
		"by how far that is ahead, for " + claims.Listed(until, func(s string) string { return s }), nil
}
