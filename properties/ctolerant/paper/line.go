package paper

import "math/big"

// line is the line through some points by least squares.
type line struct {
	slope, start *big.Rat // start is its height at 0
	fit          *big.Rat // R²; nil if all points have the same height
}

// lineThrough returns the line through points of which two have different places.
func lineThrough(x, y []*big.Rat) line {
	n := big.NewRat(int64(len(x)), 1)
	mx, my := new(big.Rat).Quo(sumOf(x), n), new(big.Rat).Quo(sumOf(y), n)
	xx, xy, yy := new(big.Rat), new(big.Rat), new(big.Rat)
	for i := range x {
		a, b := new(big.Rat).Sub(x[i], mx), new(big.Rat).Sub(y[i], my)
		xx.Add(xx, new(big.Rat).Mul(a, a))
		xy.Add(xy, new(big.Rat).Mul(a, b))
		yy.Add(yy, new(big.Rat).Mul(b, b))
	}
	l := line{slope: new(big.Rat).Quo(xy, xx)}
	l.start = new(big.Rat).Sub(my, new(big.Rat).Mul(l.slope, mx))
	if yy.Sign() > 0 {
		l.fit = new(big.Rat).Mul(l.slope, new(big.Rat).Quo(xy, yy))
	}
	return l
}

// sumOf adds up.
func sumOf(list []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, x := range list {
		sum.Add(sum, x)
	}
	return sum
}

// rats are whole numbers as ratios.
func rats[T ~int | ~int64](list []T) []*big.Rat {
	all := make([]*big.Rat, len(list))
	for i, n := range list {
		all[i] = big.NewRat(int64(n), 1)
	}
	return all
}
