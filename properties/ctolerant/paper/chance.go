package paper

import (
	"fmt"
	"math/big"

	"github.com/scrutineer-go/scrutineer/internal/draw"
)

// chance is a row of Theorem 4: in each of r answers an unhealthy process is missing with p
// percent.
type chance struct{ p, r int }

// known is 1-p^r, the chance that some answer reports the process.
func (c chance) known() *big.Rat {
	missed := new(big.Rat).SetFrac(power(c.p, c.r), power(100, c.r))
	return missed.Sub(big.NewRat(1, 1), missed)
}

// trials is how often each chance is tried.
const trials = 100_000

// checkReported is CT-14, the formula of Theorem 4: an unhealthy process is reported by some
// of r answers with 1-p^r, where each misses it with the same p and none depends on another.
func checkReported() (string, error) { return reported(someReport) }

// someReport draws whether some of r answers report the process.
func someReport(c chance, key draw.Key) bool {
	for answer := range uint64(c.r) {
		if key.With(answer).Below(100) >= uint64(c.p) {
			return true
		}
	}
	return false
}

func reported(tried func(chance, draw.Key) bool) (string, error) {
	chances := []chance{{34, 3}, {43, 5}, {48, 6}, {50, 7}}
	measured := map[chance]int{}
	for _, c := range chances {
		key := draw.New(3).With(uint64(c.p))
		for n := range uint64(trials) {
			if tried(c, key.With(n)) {
				measured[c]++
			}
		}
		if !within(measured[c], c.known(), 4) {
			return "", fmt.Errorf("p 0.%d, r %d: reported in %d of %d trials, the formula says %s",
				c.p, c.r, measured[c], trials, decimals(c.known(), 4))
		}
	}
	optimism, err := averaged(chance{20, 7}, chance{80, 7})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("1-p^r against %d trials, all within 4 standard errors: %s; %s", trials,
		joined(chances, func(c chance) string {
			return fmt.Sprintf("p 0.%d r %d %s (measured %s)", c.p, c.r, decimals(c.known(), 4),
				decimals(big.NewRat(int64(measured[c]), trials), 4))
		}), optimism), nil
}

// within reports whether the number of hits in all trials is at most errors standard errors from the expected number:
// (hits - n q)^2 <= errors^2 n q (1-q).
func within(hits int, q *big.Rat, errors int64) bool {
	n := big.NewRat(trials, 1)
	expected := new(big.Rat).Mul(n, q)
	off := new(big.Rat).Sub(big.NewRat(int64(hits), 1), expected)
	variance := new(big.Rat).Mul(expected, new(big.Rat).Sub(big.NewRat(1, 1), q))
	return off.Mul(off, off).Cmp(variance.Mul(variance, big.NewRat(errors*errors, 1))) <= 0
}

// averaged shows that the mean p, which the paper takes, promises more than the processes
// get that half of the time have one p and half of the time the other (Jensen).
func averaged(low, high chance) (string, error) {
	mean := chance{(low.p + high.p) / 2, low.r}
	truth := new(big.Rat).Add(low.known(), high.known())
	truth.Mul(truth, big.NewRat(1, 2))
	if truth.Cmp(mean.known()) >= 0 {
		return "", fmt.Errorf("to average p is not optimistic: %s and %s",
			decimals(mean.known(), 4), decimals(truth, 4))
	}
	return fmt.Sprintf("to average p is optimistic: 0.%d for one half and 0.%d for the other give %s with r = %d, "+
		"the mean 0.%d says %s", low.p, high.p, decimals(truth, 4), low.r, mean.p, decimals(mean.known(), 4)), nil
}
