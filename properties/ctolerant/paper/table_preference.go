package paper

import (
	"context"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// preference measures E13: how often the first r answers of Preferred name one of the unhealthiest, beside 1-p^r.
func (e extent) preference(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
	rows := e.byDrop()
	samples, err := e.run(ctx, progress, e.points(rows))
	if err != nil {
		return reproduce.Table{}, err
	}
	all, err := e.listings(ctx, func(int, int) {}, e.points(rows))
	if err != nil {
		return reproduce.Table{}, err
	}
	t := reproduce.Table{Columns: []reproduce.Column{
		{Name: "drop", Unit: "%", Means: meansOfDrop},
		{Name: "r", Means: "number of answers, up to the c+1 for which Preferred waits"},
		{Name: "named", Unit: "%", Means: "share of the pairs of an election and one of the 5 unhealthiest of all in " +
			"which one of the first r answers names the process"},
		{Name: "1-p^r", Unit: "%", Means: "the formula of Theorem 4, with the p of the same traces"},
		{Name: "pairs", Means: "number of such pairs"},
	}}
	for i, row := range rows {
		for r := 1; r <= row.c+1; r++ {
			named, pairs := namedBy(samples[i], r)
			formula := sure(all[i].own.silence(), r)
			t.Rows = append(t.Rows, []reproduce.Cell{
				reproduce.Int(row.drop), reproduce.Int(r), shareOf(named, pairs, 1),
				reproduce.Decimal(formula.Mul(formula, big.NewRat(100, 1)), 1), reproduce.Int(pairs),
			})
		}
	}
	t.Notes = []string{e.drawn(), e.recorded()}
	return t, nil
}

// namedBy returns the number of pairs of an election of Preferred and one of the unhealthiest, and the number of pairs
// in which one of the first r answers names the process.
func namedBy(samples []four, r int) (named, pairs int) {
	preferred := slices.Index(words.Variants(), words.Preferred)
	for i := range samples {
		for _, first := range samples[i][preferred].named {
			pairs++
			if first > 0 && first <= r {
				named++
			}
		}
	}
	return named, pairs
}

// shareOf returns the cell of a/b in percent; an empty one if b is 0.
func shareOf(a, b, digits int) reproduce.Cell {
	if b == 0 {
		return reproduce.None()
	}
	return reproduce.Decimal(big.NewRat(100*int64(a), int64(b)), digits)
}

// sure returns 1-p^r.
func sure(p *big.Rat, r int) *big.Rat {
	power := powerOf(p, r)
	return power.Sub(big.NewRat(1, 1), power)
}

// powerOf returns p to a power that is not negative.
func powerOf(p *big.Rat, exponent int) *big.Rat {
	power := big.NewRat(1, 1)
	for range exponent {
		power.Mul(power, p)
	}
	return power
}
