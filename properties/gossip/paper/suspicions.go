package paper

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
)

// watching is how one process watches another: it beats after each interval, each beat is lost with a
// chance of so many in a thousand, and else takes from least to most, any microsecond alike; who has not
// heard of it for timeout since the last beat suspects it.
type watching struct {
	interval, timeout faults.Time
	loss              int64
	least, most       faults.Time
}

// typical is as Table 4 has it: 10 to 50 ms, 1 %.
func typical(interval, timeout faults.Time) watching {
	return watching{interval, timeout, 10, 10 * millisecond, 50 * millisecond}
}

// later is the chance that of two beats that were sent so long apart, and neither lost, the second comes
// after the timeout that the first one has set. A beat that comes in the very microsecond is late: the
// timer was set before it was sent.
func (o watching) later(apart faults.Time) *big.Rat {
	n := int64((o.most-o.least)/faults.Microsecond) + 1
	// The second takes d' and the first d: apart + d' - d >= timeout.
	short := int64((o.timeout - apart) / faults.Microsecond)
	switch {
	case short > n-1:
		return new(big.Rat)
	case short <= -(n - 1):
		return big.NewRat(1, 1)
	case short > 0:
		// Of d' - d >= short there are 1 + 2 + ... + (n - short) pairs.
		return big.NewRat((n-short)*(n-short+1)/2, n*n)
	}
	below := n + short - 1 // of d' - d < short there are 1 + ... + below pairs
	return new(big.Rat).Sub(big.NewRat(1, 1), big.NewRat(below*(below+1)/2, n*n))
}

// expected is how many times an hour a process suspects one that beats, exactly: after each beat that
// came, k-1 are lost and the next comes, for each k.
func (o watching) expected() *big.Rat {
	loss := big.NewRat(o.loss, 1000)
	comes := new(big.Rat).Sub(big.NewRat(1, 1), loss)
	chance, lost := new(big.Rat), big.NewRat(1, 1) // lost is loss^(k-1)
	for k := int64(1); ; k++ {
		late := o.later(faults.Time(k) * o.interval)
		if late.Cmp(big.NewRat(1, 1)) == 0 { // and so is whatever comes after more that are lost
			chance.Add(chance, lost)
			break
		}
		chance.Add(chance, new(big.Rat).Mul(late, new(big.Rat).Mul(lost, comes)))
		lost = new(big.Rat).Mul(lost, loss)
	}
	beats := big.NewRat(int64(hour), int64(o.interval))
	return chance.Mul(chance, new(big.Rat).Mul(beats, comes))
}

// checkTimeout is C-15: how often one process suspects another falsely in an hour, with the timeout that
// the paper has and with longer ones; and the paper's own arithmetic.
func checkTimeout(of []watching) (string, error) {
	var text []string
	for _, o := range of {
		often := o.expected()
		if early := o.timeout < 3*o.interval; early != (often.Cmp(big.NewRat(1, 1)) > 0) {
			return "", fmt.Errorf("with T_hb %s and T_fail %s there are %s suspicions an hour", o.interval, o.timeout,
				often.FloatString(4))
		}
		text = append(text, fmt.Sprintf("%s for %s/%s", often.FloatString(4), o.interval, o.timeout))
	}
	return fmt.Sprintf("false suspicions a monitor and hour, loss 1 %%, 10 to 50 ms, T_hb/T_fail: %s",
		strings.Join(text, ", ")), nil
}
