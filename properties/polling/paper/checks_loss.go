package paper

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// risk has the probabilities, in thousandths, that a worker fails in a collection interval. Workers fail independently
// or, if alike is set, in the same intervals.
type risk struct {
	perMille []int
	workers  int
	alike    bool
}

// power returns (perMille/1000)^n.
func power(perMille, n int) *big.Rat {
	p := big.NewRat(1, 1)
	for range n {
		p.Mul(p, big.NewRat(int64(perMille), 1000))
	}
	return p
}

// outcome returns the probability that of the workers exactly those fail whose bits are set.
func (r risk) outcome(perMille, workers, failed int) *big.Rat {
	fails, works := big.NewRat(int64(perMille), 1000), big.NewRat(int64(1000-perMille), 1000)
	switch all := 1<<workers - 1; {
	case r.alike && failed == all:
		return fails
	case r.alike && failed == 0:
		return works
	case r.alike:
		return new(big.Rat)
	}
	p := big.NewRat(1, 1)
	for id := range workers {
		if failed>>id&1 == 1 {
			p.Mul(p, fails)
		} else {
			p.Mul(p, works)
		}
	}
	return p
}

// checkOutcomes is B-14 over all outcomes of an interval: its data is lost if all workers fail.
func checkOutcomes(r risk) (string, error) {
	var found []string
	for _, perMille := range r.perMille {
		var by []string
		for n := 1; n <= r.workers; n++ {
			lost, all := new(big.Rat), new(big.Rat)
			for failed := range 1 << n {
				p := r.outcome(perMille, n, failed)
				if all.Add(all, p); bits.OnesCount(uint(failed)) == n {
					lost.Add(lost, p)
				}
			}
			if lost.Cmp(power(perMille, n)) != 0 || all.Cmp(big.NewRat(1, 1)) != 0 {
				return "", fmt.Errorf("%d workers lose %s, and p^n is %s", n, lost.FloatString(6),
					power(perMille, n).FloatString(6))
			}
			by = append(by, lost.FloatString(6))
		}
		few := strings.Join(by[:min(3, len(by))], ", ")
		found = append(found, fmt.Sprintf("p = %s: %s", ratio(perMille, 1000), few))
	}
	return fmt.Sprintf("over all outcomes of 1 to %d workers the loss is p^n; with 1, 2 and 3 workers, %s", r.workers,
		strings.Join(found, "; ")), nil
}

// checkDrawnLosses is B-14 over drawn intervals: the losses differ from p^n by at most five standard deviations.
func checkDrawnLosses(r risk) (string, error) {
	const intervals, deviations = 500_000, 5
	var found []string
	for _, perMille := range r.perMille {
		for n := 1; n <= r.workers; n++ {
			lost := 0
			for i := range uint64(intervals) {
				key, all := draw.New(14).With(uint64(perMille)).With(uint64(n)).With(i), true
				for id := 0; id < n && all; id++ {
					word := uint64(id)
					if r.alike {
						word = 0
					}
					all = key.With(word).Hits(perMille)
				}
				if all {
					lost++
				}
			}
			p, off := power(perMille, n), new(big.Rat)
			mean := new(big.Rat).Mul(p, big.NewRat(intervals, 1))
			variance := new(big.Rat).Mul(mean, new(big.Rat).Sub(big.NewRat(1, 1), p))
			off.Sub(big.NewRat(int64(lost), 1), mean)
			if off.Mul(off, off); off.Cmp(variance.Mul(variance, big.NewRat(deviations*deviations, 1))) > 0 {
				return "", fmt.Errorf("of %d intervals %d workers lose %d, and p^n has %s", intervals, n, lost,
					mean.FloatString(1))
			}
			if n == 2 {
				found = append(found, fmt.Sprintf("p = %s: %d, by p^2 %s", ratio(perMille, 1000), lost,
					mean.FloatString(0)))
			}
		}
	}
	return fmt.Sprintf("of %d drawn intervals 1 to %d workers lose as many as p^n has, within %d standard deviations; "+
		"two lose, %s", intervals, r.workers, deviations, strings.Join(found, "; ")), nil
}

// crew is a number of workers, of which the first may not know of the others.
type crew struct {
	workers int
	unaware bool
}

// cfg returns a configuration in which the provider bans, with RT = 4.
func (c crew) cfg() words.Config {
	cfg := team(c.workers, 1000, 4000)
	if cfg.Bans = true; c.unaware {
		all := spec.AllNodes(c.workers)
		cfg.Divisions[0].Views = append(cfg.Divisions[0].Views, spec.NewSet[spec.NodeID](0))
		for range c.workers - 1 {
			cfg.Divisions[0].Views = append(cfg.Divisions[0].Views, all)
		}
	}
	return cfg
}

// intervals returns, for the first collection intervals of 4 s, how many workers asked the provider, and whether any
// was answered.
func (c crew) intervals(many int) (asked []int, answered []bool) {
	cfg := c.cfg()
	by, got := make([]spec.Set, many), make([]bool, many)
	for r := start(cfg, 0); ; {
		a := r.next()
		i := int(a.At.Milliseconds()) / cfg.Collect
		if i >= many {
			break
		}
		by[i], got[i] = by[i].With(a.From), got[i] || a.Accepted
	}
	for _, set := range by {
		asked = append(asked, len(set))
	}
	return asked, got
}

// checkBanned is B-14 if one worker does not know of the others: all share a key and are banned.
func checkBanned(c crew) (string, error) {
	const many = 1000
	lost := func(c crew) (n int) {
		_, answered := c.intervals(many)
		for _, got := range answered {
			if !got {
				n++
			}
		}
		return n
	}
	split, one := lost(c), lost(crew{workers: c.workers})
	if split < many*9/10 || one > 0 {
		return "", fmt.Errorf("%d and %d of %d intervals are lost", split, one, many)
	}
	return fmt.Sprintf("one of %d workers does not know of the others, and all are banned: %d of %d intervals are "+
		"lost, though no worker fails, and none if each knows of all", c.workers, split, many), nil
}

// checkAsked is b13: in a collection interval C no more than C R workers ask the provider.
func checkAsked(crews []crew) (string, error) {
	var found []string
	for _, c := range crews {
		n := c.workers
		asked, _ := c.intervals(50)
		least, most := n, 0
		for _, k := range asked[1:] { // a slot that begins with the epoch is not used
			least, most = min(least, k), max(most, k)
		}
		if want := min(n, 4); least != want || most != want {
			return "", fmt.Errorf("of %d workers %d to %d ask in an interval, want %d", n, least, most, want)
		}
		found = append(found, fmt.Sprintf("%d of %d", most, n))
	}
	return "with R = 1 the workers that ask the provider in an interval of 4 s are " + strings.Join(found, ", "), nil
}
