package reproduce

import (
	"math/big"
	"slices"
)

// quantile is the 97.5 % quantile of Student's t distribution, in thousandths.
type quantile struct {
	freedom     int // degrees of freedom, one less than the samples
	thousandths int64
}

// quantiles are those of NIST/SEMATECH, e-Handbook of Statistical Methods, section 1.3.6.7.2
// ("Critical Values of the Student's t Distribution"), rounded there to three digits. A test
// holds each against the distribution function.
func quantiles() []quantile {
	var all []quantile
	for i, t := range []int64{
		12706, 4303, 3182, 2776, 2571, 2447, 2365, 2306, 2262, 2228,
		2201, 2179, 2160, 2145, 2131, 2120, 2110, 2101, 2093, 2086,
		2080, 2074, 2069, 2064, 2060, 2056, 2052, 2048, 2045, 2042,
	} {
		all = append(all, quantile{i + 1, t})
	}
	return append(all, quantile{40, 2021}, quantile{60, 2000}, quantile{100, 1984}, quantile{1000, 1962})
}

// studentT is the quantile for so many samples. Between two that are listed it takes that of fewer
// samples: the interval is a little too wide, and never too narrow.
func studentT(samples int) *big.Rat {
	var t int64
	for _, q := range quantiles() {
		if q.freedom <= samples-1 {
			t = q.thousandths
		}
	}
	return big.NewRat(t, 1000)
}

// Mean is the mean of samples with its 95 % confidence interval by Student's t, both with so many
// digits after the point. It takes the samples for independent ones of one normal distribution.
func Mean(samples []*big.Rat, digits int) Cell {
	c := Cell{Kind: KindMean, Samples: len(samples)}
	if len(samples) < 2 { // Check refuses it
		return c
	}
	half, t := SquaredError(samples), studentT(len(samples))
	half.Mul(half, t).Mul(half, t) // the square of t s / sqrt(n)
	c.Value, c.Half = Average(samples).FloatString(digits), rootText(half, digits)
	return c
}

// Average returns the mean of at least one sample.
func Average(samples []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, x := range samples {
		sum.Add(sum, x)
	}
	return sum.Quo(sum, big.NewRat(int64(len(samples)), 1))
}

// SquaredError returns the square of the standard error of the mean of samples: the sum of the squared deviations over
// n (n-1). It is 0 for one sample.
func SquaredError(samples []*big.Rat) *big.Rat {
	n, mean, squares := int64(len(samples)), Average(samples), new(big.Rat)
	for _, x := range samples {
		off := new(big.Rat).Sub(x, mean)
		squares.Add(squares, off.Mul(off, off))
	}
	return squares.Quo(squares, big.NewRat(n*max(n-1, 1), 1))
}

// Percentile returns the least sample that percent of all samples do not exceed.
func Percentile[T any](samples []T, percent int, compare func(a, b T) int) T {
	sorted := slices.SortedFunc(slices.Values(samples), compare)
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}

// rootText writes the square root of a number that is not negative with so many digits after the
// point, rounded to the nearest.
func rootText(square *big.Rat, digits int) string {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	// The root of 4 square scale^2 without what is behind its point is twice the root, and tells
	// which way to round.
	twice := new(big.Int).Mul(square.Num(), new(big.Int).Mul(scale, scale))
	twice.Mul(twice, big.NewInt(4)).Quo(twice, square.Denom()).Sqrt(twice)
	rounded := twice.Add(twice, big.NewInt(1)).Rsh(twice, 1)
	return new(big.Rat).SetFrac(rounded, scale).FloatString(digits)
}

// Ratios are whole numbers in a larger unit, of which one is so many of theirs: Ratios(micros,
// 1_000_000) are seconds.
func Ratios[T ~int | ~int64](values []T, unit T) []*big.Rat {
	all := make([]*big.Rat, len(values))
	for i, v := range values {
		all[i] = big.NewRat(int64(v), int64(unit))
	}
	return all
}
