package paper

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// sample is what claims are decided by: elections and lists at points of Table I.
type sample struct {
	rows      []setting
	elections [][]four  // by row
	lists     []listing // likewise
}

// few is enough to decide claims: reproduce measures more.
func few() extent {
	rows := slices.DeleteFunc(tableI(), func(s setting) bool { return s.nodes > 64 || s.topology != random })
	slices.SortStableFunc(rows, func(a, b setting) int { return a.nodes - b.nodes })
	return extent{
		laboratory: &laboratory{}, seeds: 60, traces: 6, warm: 60, lasts: 60 * second,
		rows: rows,
	}
}

// sampled is what claims are decided by, worked out once.
var sampled = sync.OnceValues(func() (sample, error) { return few().sample() })

func (e extent) sample() (sample, error) {
	ctx, points := context.Background(), e.points(e.rows)
	s := sample{rows: e.rows}
	var err error
	if s.elections, err = e.run(ctx, func(int, int) {}, points); err != nil {
		return s, err
	}
	s.lists, err = e.listings(ctx, func(int, int) {}, points)
	return s, err
}

// by decides a claim by what was sampled.
func by(decide func(sample) (string, error)) func() (string, error) {
	return func() (string, error) {
		s, err := sampled()
		if err != nil {
			return "", err
		}
		return decide(s)
	}
}

// those are the rows with these properties.
func (s sample) those(is func(setting) bool) sample {
	var some sample
	for i, row := range s.rows {
		if is(row) {
			some.rows = append(some.rows, row)
			some.elections, some.lists = append(some.elections, s.elections[i]), append(some.lists, s.lists[i])
		}
	}
	return some
}

// byDrop and bySize are along the axes of the paper's figures.
func (s sample) byDrop() sample {
	return s.those(func(r setting) bool { return r.nodes == 49 && r.topology == random })
}

func (s sample) bySize() sample {
	return s.those(func(r setting) bool { return r.drop == 5 && r.topology == random })
}

// heights are the means of an election at each row.
func (s sample) heights(election words.Variant, m metric) []*big.Rat {
	return meansOf(s.elections, election, m.of)
}

// shown lists numbers with that many digits.
func shown(list []*big.Rat, digits int) string {
	return joined(list, func(n *big.Rat) string { return decimals(n, digits) })
}
