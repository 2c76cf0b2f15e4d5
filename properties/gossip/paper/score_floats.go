package paper

import (
	"fmt"
	"math/big"
)

// floating is how formula (1) is worked out in binary64, which Go's float64 is: each operation is rounded to 53 bits,
// to the nearest and else to even. Where it is fused a product is not rounded before it is added, as Go allows, and
// does on arm64, ppc64 and s390x (c6). It is written with big.Float, so that it comes to the same here anywhere.
type floating struct{ fused bool }

// bits is a number as float64 has it.
func bits(x *big.Rat) *big.Float { return new(big.Float).SetPrec(53).SetRat(x) }

// plus is sum + x*y.
func (f floating) plus(sum, x, y *big.Float) *big.Float {
	product := new(big.Float)
	if f.fused {
		product.SetPrec(106) // it is exact
	} else {
		product.SetPrec(53)
	}
	return new(big.Float).SetPrec(53).Add(sum, product.Mul(x, y))
}

// scores are those of nodes that know each other and nobody else: the latency is in seconds, as it is.
func (f floating) scores(w weights, nodes []metrics) []*big.Float {
	var list []*big.Float
	most := largestOf(nodes)
	over := func(a, b *big.Rat) *big.Float { return new(big.Float).SetPrec(53).Quo(bits(a), bits(b)) }
	for _, n := range nodes {
		sum := new(big.Float).SetPrec(53).Mul(bits(big.NewRat(w[0], 1000)), bits(n.latency))
		sum = f.plus(sum, bits(big.NewRat(w[1], 1000)), over(n.power, most.power))
		list = append(list, f.plus(sum, bits(big.NewRat(w[2], 1000)), over(n.id, most.id)))
	}
	return list
}

// checkFused is c6: two processes that know the same two records, and work out formula (1) in floating point, one with
// multiplications that are fused with additions and one without, rank them differently. All pairs with metrics of
// 1 to 5 are tried.
func checkFused(second floating) (string, error) {
	w, differ, first := weights{400, 400, 200}, 0, ""
	five(func(a metrics) {
		five(func(b metrics) {
			if a.id.Cmp(b.id) >= 0 { // each pair once
				return
			}
			pair := []metrics{a, b}
			plain, other := floating{}.scores(w, pair), second.scores(w, pair)
			// The key is (score, number): who has the lower number comes first among equals.
			if (plain[0].Cmp(plain[1]) <= 0) == (other[0].Cmp(other[1]) <= 0) {
				return
			}
			differ++
			if first == "" {
				exact := scores(w, seconds, pair)
				first = fmt.Sprintf("(%s,%s,%s) has %.17g, fused %.17g, exactly %s, and (%s,%s,%s) has %.17g, "+
					"fused %.17g, exactly %s", a.latency.RatString(), a.power.RatString(), a.id.RatString(),
					plain[0], other[0],
					exact[0].RatString(), b.latency.RatString(), b.power.RatString(), b.id.RatString(), plain[1],
					other[1], exact[1].RatString())
			}
		})
	})
	if differ == 0 {
		return "", fmt.Errorf("all pairs rank the same")
	}
	return fmt.Sprintf("%d pairs of nodes with metrics of 1 to 5 rank otherwise in binary64 where products are fused "+
		"with sums, weights %s and latency in seconds: %s", differ, inThousandths(w), first), nil
}
