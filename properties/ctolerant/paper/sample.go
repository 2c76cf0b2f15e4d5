package paper

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// sample holds the elections and lists at points of Table I by which claims are decided.
type sample struct {
	rows      []setting
	elections [][]four  // by row
	told      [][]four  // by row; of Preferred alone, and rumours count as suspicions
	lists     []listing // by row
}

// few returns the extent that is enough to decide claims. Experiments measure more.
func few() extent {
	rows := slices.DeleteFunc(tableI(), func(s setting) bool { return s.nodes > 64 || s.topology != random })
	slices.SortStableFunc(rows, func(a, b setting) int { return a.nodes - b.nodes })
	return extent{
		laboratory: &laboratory{}, seeds: 60, traces: 6, warm: 60, lasts: 60 * second, rows: rows,
	}
}

// sampled returns the sample by which claims are decided, and measures it once.
var sampled = sync.OnceValues(func() (sample, error) { return few().sample() })

func (e extent) sample() (sample, error) {
	ctx, points := context.Background(), e.points(e.rows)
	s := sample{rows: e.rows}
	var err error
	if s.elections, err = e.run(ctx, func(int, int) {}, points); err != nil {
		return s, err
	}
	told := slices.Clone(points)
	for i := range told {
		told[i].told, told[i].only = true, words.Preferred
	}
	if s.told, err = e.run(ctx, func(int, int) {}, told); err != nil {
		return s, err
	}
	s.lists, err = e.listings(ctx, func(int, int) {}, points)
	return s, err
}

// by returns the computation that decides a claim by the sample.
func by(decide func(sample) (string, error)) func() (string, error) {
	return func() (string, error) {
		s, err := sampled()
		if err != nil {
			return "", err
		}
		return decide(s)
	}
}

// only returns the sample at the rows that is accepts.
func (s sample) only(is func(setting) bool) sample {
	var some sample
	for i, row := range s.rows {
		if is(row) {
			some.rows = append(some.rows, row)
			some.elections, some.told = append(some.elections, s.elections[i]), append(some.told, s.told[i])
			some.lists = append(some.lists, s.lists[i])
		}
	}
	return some
}

// byDrop and bySize return the sample along the axes of the paper's figures.
func (s sample) byDrop() sample { return s.only(setting.isByDrop) }
func (s sample) bySize() sample { return s.only(setting.isBySize) }

// heights returns the means of an election, by row.
func (s sample) heights(election words.Variant, m metric) []*big.Rat {
	return meansOf(s.elections, election, m.of)
}

// shown lists numbers, each with that many digits after the point.
func shown(list []*big.Rat, digits int) string {
	return joined(list, func(n *big.Rat) string { return decimals(n, digits) })
}
