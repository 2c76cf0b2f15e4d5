package paper

import (
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// decideIndependent is SW-12: p of Theorem 4 by drop rate, at one N and on the same maps. By a process's own suspicions
// p at the highest drop rate is less than at the lowest, by more than five standard errors of the mean difference.
func decideIndependent(s sample) (string, error) {
	drops := s.byDrop()
	var own, heard []*big.Rat
	for _, l := range drops.lists {
		own, heard = append(own, l.own.silence()), append(heard, l.heard.silence())
	}
	first, last := drops.lists[0], drops.lists[len(drops.lists)-1]
	less, lessTold := differences(first.own, last.own), differences(first.heard, last.heard)
	mean, square := reproduce.Average(less), reproduce.SquaredError(less)
	if square.Mul(square, big.NewRat(25, 1)); mean.Sign() <= 0 || mean.Mul(mean, mean).Cmp(square) <= 0 {
		return "", fmt.Errorf("p is %s: the difference may be chance", shown(own, 3))
	}
	return fmt.Sprintf("p of %d traces at each point, N = %d, at 5 to 20 %% lost: %s, with rumours %s; the first less "+
		"the last, with 95 %% intervals: %s, with rumours %s", len(less), drops.rows[0].nodes, shown(own, 3),
		shown(heard, 3), interval(less), interval(lessTold)), nil
}

// differences returns the differences between the p of two points, trace by trace.
func differences(a, b reports) []*big.Rat {
	off := make([]*big.Rat, len(a.traces))
	for i := range off {
		off[i] = new(big.Rat).Sub(a.traces[i], b.traces[i])
	}
	return off
}

// interval returns the mean of samples, and half of the width of its 95 % interval.
func interval(samples []*big.Rat) string {
	c := reproduce.Mean(samples, 3)
	return c.Value + " ± " + c.Half
}
