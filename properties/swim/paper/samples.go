package paper

import (
	"fmt"
	"math/big"
	"slices"
)

// mean returns the mean of samples, and the square of its standard error.
func mean(samples []*big.Rat) (mean, square *big.Rat) {
	n := frac(len(samples), 1)
	sum, squares := new(big.Rat), new(big.Rat)
	for _, x := range samples {
		sum.Add(sum, x)
	}
	mean = quo(sum, n)
	for _, x := range samples {
		off := sub(x, mean)
		squares.Add(squares, mul(off, off))
	}
	return mean, quo(squares, mul(n, frac(max(len(samples)-1, 1), 1)))
}

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

// greatest returns the greatest of samples.
func greatest(samples []*big.Rat) *big.Rat { return slices.MaxFunc(samples, (*big.Rat).Cmp) }

// percentile returns the least sample that percent of all do not exceed.
func percentile(samples []*big.Rat, percent int) *big.Rat {
	sorted := slices.SortedFunc(slices.Values(samples), (*big.Rat).Cmp)
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}

// percents returns shares in percent.
func percents(shares []*big.Rat) (list []*big.Rat) {
	for _, x := range shares {
		list = append(list, mul(x, frac(100, 1)))
	}
	return list
}
