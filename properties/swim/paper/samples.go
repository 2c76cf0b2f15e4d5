package paper

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// agrees returns an error if a mean of independent samples is more than five standard errors from what a formula says.
// square is the square of the standard error.
func agrees(what string, mean, square, formula *big.Rat) error {
	const deviations = 5
	off := sub(mean, formula)
	if mul(off, off).Cmp(mul(square, frac(deviations*deviations, 1))) <= 0 {
		return nil
	}
	return fmt.Errorf("%s: %s, and %s by the formula", what, mean.FloatString(3), formula.FloatString(3))
}

// agreesWith is agrees for the mean of samples.
func agreesWith(what string, samples []*big.Rat, formula *big.Rat) error {
	return agrees(what, reproduce.Average(samples), reproduce.SquaredError(samples), formula)
}

// greatest returns the greatest of samples.
func greatest(samples []*big.Rat) *big.Rat { return slices.MaxFunc(samples, (*big.Rat).Cmp) }

// percents returns shares in percent.
func percents(shares []*big.Rat) (list []*big.Rat) {
	for _, x := range shares {
		list = append(list, mul(x, frac(100, 1)))
	}
	return list
}
