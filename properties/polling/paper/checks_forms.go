package paper

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/draw"
)

// trace has the instants of requests, ascending, and T, all in one unit.
type trace struct {
	at     []int64
	window int64
}

// counting counts the requests of a trace in the window that ends at t.
type counting func(tr trace, t int64) int

// sums is (2).
func sums(tr trace, t int64) int {
	n := 0
	for _, at := range tr.at {
		if t-tr.window <= at && at <= t {
			n++
		}
	}
	return n
}

// integrates is (1) if u is a sum of unit impulses: the requests up to t, less those before the window.
func integrates(tr trace, t int64) int {
	upTo, _ := slices.BinarySearch(tr.at, t+1)
	before, _ := slices.BinarySearch(tr.at, t-tr.window)
	return upTo - before
}

// always returns the largest count at any t. A count changes only when a request enters the window or leaves it.
func (tr trace) always(count counting) int {
	most := 0
	for _, at := range tr.at {
		for _, t := range []int64{at - 1, at, at + tr.window, at + tr.window + 1} {
			most = max(most, count(tr, t))
		}
	}
	return most
}

// atRequests returns the largest count at the instant of a request.
func (tr trace) atRequests(count counting) int {
	most := 0
	for _, at := range tr.at {
		most = max(most, count(tr, at))
	}
	return most
}

// forms are the two ways to count: (1) as a sum of impulses, and (2).
type forms struct{ first, second counting }

// checkForms is B-01 for all traces of ten ticks and all windows of up to ten.
func checkForms(f forms) (string, error) {
	const ticks = 10
	traces, counts := 0, 0
	err := subsets(ticks, func(list []int) error {
		tr := trace{}
		for _, at := range list {
			tr.at = append(tr.at, int64(at))
		}
		for tr.window = 1; tr.window <= ticks; tr.window++ {
			traces++
			for t := int64(0); t <= 2*ticks+1; t++ {
				counts++
				if a, b := f.first(tr, t), f.second(tr, t); a != b {
					return fmt.Errorf("of requests at %v the window of %d that ends at %d has %d by (1) and %d by (2)",
						tr.at, tr.window, t, a, b)
				}
			}
			if a, b := tr.always(f.first), tr.atRequests(f.second); a != b {
				return fmt.Errorf("of requests at %v a window of %d has %d, and at a request %d", tr.at, tr.window, a,
					b)
			}
		}
		return nil
	})
	return fmt.Sprintf("in %d traces of up to %d requests and windows of up to %d ticks (1) as a sum of impulses and "+
		"(2) count the same at all %d instants, and the most at an instant of a request", traces, ticks, ticks,
		counts), err
}

// checkDrawnForms is B-01 for traces in nanoseconds: up to 200 requests, rates of one in 1,000 s to 1,000 a second,
// windows of up to an hour.
func checkDrawnForms(f forms) (string, error) {
	const drawn, hour = 4000, 3_600_000_000_000
	kept, broken := 0, 0
	for i := range uint64(drawn) {
		key := draw.New(1).With(i)
		rate := key.With(0).Between(1, 1_000_000) // in requests per 1,000 s
		if key.With(1).Hits(500) {
			rate = key.With(0).Between(1, 1000)
		}
		tr := trace{window: key.With(2).Between(1, min(hour, 100_000_000_000_000/rate))}
		at := key.With(3).Between(0, 1_000_000_000_000_000)
		for k := range uint64(1 + key.With(4).Below(200)) {
			at += key.With(5).With(k).Between(1, 1+key.With(6).Between(1, 3)*(1_000_000_000_000/rate))
			tr.at = append(tr.at, at)
		}
		keeps := func(n int) bool { return int64(n)*1_000_000_000_000 <= rate*tr.window }
		first, third := keeps(tr.always(f.first)), keeps(tr.atRequests(f.second))
		switch {
		case first != third:
			return "", fmt.Errorf("trace %d keeps (1): %t, and (3): %t", i, first, third)
		case first:
			kept++
		default:
			broken++
		}
	}
	if kept < drawn/10 || broken < drawn/10 {
		return "", fmt.Errorf("%d traces keep the limit and %d do not: too few", kept, broken)
	}
	return fmt.Sprintf("of %d drawn traces in nanoseconds (1) and (3) say of the same %d that they keep the limit, "+
		"and of the same %d that they do not", drawn, kept, broken), nil
}

// burst returns requests that are a microsecond apart. The window is a second, in which one request is allowed.
func burst(requests int) trace {
	tr := trace{window: 1_000_000_000}
	for i := range requests {
		tr.at = append(tr.at, int64(i)*1000)
	}
	return tr
}

// checkLiteral is (1) as printed: u is 1 at the instants of requests and else 0. Its upper sums have at most two cells
// a request.
func checkLiteral(tr trace) (string, error) {
	if tr.always(integrates) <= 1 {
		return "", errors.New("the trace keeps the limit")
	}
	var upper []*big.Rat
	for _, perNanosecond := range []int64{1, 1000, 1_000_000} {
		touched := map[int64]bool{}
		for _, at := range tr.at {
			touched[at*perNanosecond-1], touched[at*perNanosecond] = true, true
		}
		sum := big.NewRat(int64(len(touched)), 1_000_000_000)
		upper = append(upper, sum.Quo(sum, new(big.Rat).SetInt64(perNanosecond)))
	}
	for i, sum := range upper {
		if sum.Cmp(big.NewRat(1, 1)) > 0 || i > 0 && sum.Cmp(upper[i-1]) >= 0 {
			return "", fmt.Errorf("the upper sums are %v", upper)
		}
	}
	return fmt.Sprintf("with R T = 1 a window has %d requests, and upper sums of (1) with cells of 1 ns, 1 ps and 1 "+
		"fs are %s s: it is 0", tr.always(integrates), claims.Listed(upper, func(sum *big.Rat) string {
		return sum.FloatString(12)
	})), nil
}
