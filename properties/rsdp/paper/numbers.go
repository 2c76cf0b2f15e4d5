package paper

import (
	"math/big"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

func milliseconds(t faults.Time) int { return int(t / millisecond) }

// percent is how many of all samples are so, in percent, with the interval.
func percent(samples []bool) reproduce.Cell {
	all := make([]*big.Rat, len(samples))
	for i, is := range samples {
		all[i] = new(big.Rat)
		if is {
			all[i].SetInt64(100)
		}
	}
	return reproduce.Mean(all, 1)
}

// rat is a time in seconds.
func rat(t faults.Time) *big.Rat { return big.NewRat(int64(t), int64(second)) }

// exact reads a number.
func exact(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("paper: no number: " + text)
	}
	return r
}

// hundredfold writes a probability in percent.
func hundredfold(p *big.Rat, digits int) string {
	return new(big.Rat).Mul(p, big.NewRat(100, 1)).FloatString(digits)
}

// cents writes a time in seconds, to a hundredth; alike reports whether two times are written the same.
func cents(r *big.Rat) string { return r.FloatString(2) }

func alike(a, b *big.Rat) bool { return cents(a) == cents(b) }

func minus(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }

// later reports whether a time is more than another also as both are written.
func later(a, b *big.Rat) bool { return a.Cmp(b) > 0 && !alike(a, b) }

// inSeconds writes a time in seconds, to a tenth.
func inSeconds(t faults.Time) string { return big.NewRat(int64(t), int64(second)).FloatString(1) }
