package paper

import (
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// line is the line through points by least squares.
type line struct {
	slope, start *big.Rat // start is its height at 0
	fit          *big.Rat // R²; nil if all points have the same height
}

// lineThrough returns the line through the points (x[i], y[i]). The x must not all be the same.
func lineThrough(x, y []*big.Rat) line {
	mx, my := reproduce.Average(x), reproduce.Average(y)
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
