package paper

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	implementation "github.com/scrutineer-go/scrutineer/impl/polling"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// limit is the limit of a provider: a window is as long as allowed slots and a rest.
type limit struct{ workers, slot, allowed, rest int }

func (l limit) window() int { return l.slot*l.allowed + l.rest }

// most returns the most requests in a window, which must be the same from each origin.
func (d division) most(l limit, closed bool) (int, error) {
	frames, n := d.frames(team(l.workers, l.slot, l.window()), spec.AllNodes(l.workers)), -1
	for _, origin := range origins() {
		have := scheduled(origin, frames).most(spec.Milliseconds(l.window()), closed)
		if n >= 0 && n != have {
			return 0, fmt.Errorf("%v: windows have %d, and %d from the origin %s", l, n, have, origin)
		}
		n = have
	}
	return n, nil
}

// limits returns a drawn limit for each number of workers up to 64 and for some larger ones, and limits of an hour or
// longer, with a rest or without.
func (d division) limits(rest bool) []limit {
	hour := []limit{{2, 1, 3_600_000, 0}, {d.workers, 250, 14_400, 0}, {3, 3_600_000, 1, 0}}
	if rest {
		hour = []limit{{3, 7, 514_285, 5}, {d.workers, 333, 10_810, 270}}
	}
	for n := 1; n <= d.workers; n++ {
		if n > 64 && n&(n+1) > 0 && n&(n-1) > 0 {
			continue // checkOffsets looks at all timeframes
		}
		key := draw.New(5).With(uint64(n))
		l := limit{workers: n, slot: drawnSlot(key), allowed: int(key.With(1).Between(1, 20))}
		if rest {
			l.slot = max(2, l.slot)
			l.rest = int(key.With(2).Between(1, int64(l.slot)-1))
		}
		hour = append(hour, l)
	}
	return hour
}

// examined says how many requests windows have with the limits of the facts sheet.
func (d division) examined(closed bool) (text string) {
	for _, l := range []limit{{3, 1000, 2, 0}, {3, 500, 6, 0}, {3, 200, 5, 0}, {3, 1000, 4, 0}} {
		n, err := d.most(l, closed)
		if err != nil {
			return "; " + err.Error()
		}
		text += fmt.Sprintf("; R=%d, T=%g s: %d", 1000/l.slot, float64(l.window())/1000, n)
	}
	return text
}

// checkComplies is B-05 in windows that are open at their beginning, if RT is whole: the most is RT.
func checkComplies(d division) (string, error) {
	found, err := d.reach(false, false, 0)
	return found + "RT requests, and no window has more" + d.examined(false), err
}

// checkClosed is B-05 in windows as printed, [t-T, t]: the most is RT + 1.
func checkClosed(d division) (string, error) {
	found, err := d.reach(false, true, 1)
	return found + "RT + 1 requests" + d.examined(true), err
}

// checkRests is B-05 if RT is not whole: the most is RT rounded up, in windows of both kinds.
func checkRests(d division) (string, error) {
	if _, err := d.reach(true, true, 1); err != nil {
		return "", err
	}
	found, err := d.reach(true, false, 1)
	return found + "RT rounded up, whether they include their beginning or not", err
}

// reach checks that a full window has more requests than RT rounded down, by more.
func (d division) reach(rest, closed bool, more int) (string, error) {
	list := d.limits(rest)
	for _, l := range list {
		n, err := d.most(l, closed)
		if err != nil {
			return "", err
		}
		if n != l.allowed+more {
			return "", fmt.Errorf("%v, closed %t: a window has %d requests, want %d", l, closed, n, l.allowed+more)
		}
	}
	return fmt.Sprintf("with %d limits, of up to %d workers, one request an hour to 1,000 a second, and windows of a "+
		"millisecond to hours, full windows have ", len(list), d.workers), nil
}

// checkOffsets is B-06: (7) and (8) give each worker the offset rank/R and the period |A|/R.
func checkOffsets(d division) (string, error) {
	frames := 0
	for n := 1; n <= d.workers; n++ {
		slot := drawnSlot(draw.New(6).With(uint64(n)))
		of := d.frames(team(n, slot, slot), spec.AllNodes(n))
		for rank, f := range of {
			frames++
			period, slot := spec.Milliseconds(n)*time.Duration(slot), spec.Milliseconds(slot)
			if f.Period != period || f.Offset*time.Duration(n) != period*time.Duration(rank) ||
				f.Offset != slot*time.Duration(rank) {
				return "", fmt.Errorf("of %d workers the one of rank %d has %v, and 1/R is %s", n, rank, f, slot)
			}
		}
		s, horizon := scheduled(0, of), 10*of[0].Period
		if made := int(horizon / spec.Milliseconds(slot)); s.at(made) != horizon {
			return "", fmt.Errorf("%d workers make request %d at %s, and not at %s", n, made, s.at(made), horizon)
		}
	}
	return fmt.Sprintf("in %d timeframes, of 1 to %d workers, offsets are rank/R and (ΔT/|A|) rank, periods |A|/R, "+
		"and all together make R requests a second", frames, d.workers), nil
}

// static returns the most requests in a window if n workers have a static period.
func (d division) static(n, period int) int {
	cfg := team(n, 1000, 4000)
	cfg.Period = period
	return scheduled(0, d.frames(cfg, spec.AllNodes(n))).most(spec.Milliseconds(cfg.Window), false)
}

// checkSweep is B-08 with ΔT = 4 s, R = 1 and T = 4 s.
func checkSweep(d division) (string, error) {
	var found []string
	for n := 3; n <= 6; n++ {
		have := d.static(n, 4000)
		if have != n {
			return "", fmt.Errorf("of %d workers a window has %d requests, want %d", n, have, n)
		}
		found = append(found, fmt.Sprintf("%d: %d", n, have))
	}
	return "with ΔT = T = 4 s and R = 1, by the number of workers, windows have " + strings.Join(found, ", "), nil
}

// checkStatic is B-08 with drawn periods: windows have too many if and only if ΔT is less than |A|/R.
func checkStatic(d division) (string, error) {
	keeps, breaks := 0, 0
	for n := 1; n <= min(d.workers, 128); n++ {
		key := draw.New(8).With(uint64(n))
		for _, period := range []int{
			n * 1000, n*1000 - 1, n*1000 + 1, int(key.Between(1, 2000*int64(n))),
			int(key.With(1).Between(1, 2000*int64(n))),
		} {
			have := d.static(n, period)
			if enough := period >= n*1000; (have <= 4) != enough {
				return "", fmt.Errorf("%d workers, ΔT = %d ms: a window has %d requests", n, period, have)
			} else if enough {
				keeps++
			} else {
				breaks++
			}
		}
	}
	return fmt.Sprintf("of 1 to %d workers with R = 1 and T = 4 s no window has more than 4 with %d periods of at "+
		"least |A|/R, and some has with each of %d that are less, if by a millisecond", min(d.workers, 128), keeps,
		breaks), nil
}

// grouping has the sizes of groups, and whether their period is that of all workers, as (9) is printed.
type grouping struct {
	division
	sizes []int
	whole bool
}

// cfg returns a configuration with the first workers in the first group.
func (g grouping) cfg() words.Config {
	var keys []int
	for key, size := range g.sizes {
		for range size {
			keys = append(keys, key)
		}
	}
	cfg := team(len(keys), 1000, 12_000)
	cfg.Keys, cfg.Whole = keys, g.whole
	return cfg
}

// group returns the schedule of one group.
func (g grouping) group(key int) schedule {
	cfg, group := g.cfg(), []implementation.Timeframe{}
	for id, f := range g.frames(cfg, spec.AllNodes(cfg.Workers)) {
		if cfg.Key(spec.NodeID(id)) == key {
			group = append(group, f)
		}
	}
	return scheduled(0, group)
}

// shares returns the parts of R that groups use, and their sum.
func (g grouping) shares() (list []*big.Rat, total *big.Rat) {
	total = new(big.Rat)
	for key := range g.sizes {
		s := g.group(key)
		share := big.NewRat(int64(len(s.offsets))*int64(time.Second), int64(s.period))
		list, total = append(list, share), total.Add(total, share)
	}
	return list, total
}

// thousandths formats a part with three digits after the point.
func thousandths(part *big.Rat) string { return part.FloatString(3) }

// checkGroups is B-09 if each group has its own period: the windows of each key are full, none has more than RT, and
// other groups change nothing.
func checkGroups(list []grouping) (string, error) {
	var found []string
	for _, g := range list {
		for key, size := range g.sizes {
			s := g.group(key)
			alone := grouping{g.division, []int{size}, g.whole}.group(0)
			if n := s.most(12*time.Second, false); n != 12 || s.period != alone.period {
				return "", fmt.Errorf("%v: a window of key %d has %d requests, the period is %s, and alone %s", g.sizes,
					key, n, s.period, alone.period)
			}
		}
		_, total := g.shares()
		found = append(found, fmt.Sprintf("%v: %s R", g.sizes, thousandths(total)))
	}
	return "with ΔT = |A(L)|/R the windows of each key are full, as if it were alone; all groups together use, by " +
		"their sizes, " + strings.Join(found, ", "), nil
}

// checkGroupsPrinted is b8: with the period of all a group of g of n uses g/n of R, so that all keys together have what
// one has, and one more worker in a group slows down the others.
func checkGroupsPrinted(list []grouping) (string, error) {
	var found []string
	for _, g := range list {
		shares, total := g.shares()
		n := g.cfg().Workers
		for key, share := range shares {
			if share.Cmp(big.NewRat(int64(g.sizes[key]), int64(n))) != 0 {
				return "", fmt.Errorf("%v: the group of key %d uses %s of R", g.sizes, key, thousandths(share))
			}
		}
		more := g
		more.sizes = append(append([]int{}, g.sizes...), 1)
		if more.group(0).period <= g.group(0).period {
			return "", fmt.Errorf("%v: one worker more with another key changes nothing", g.sizes)
		}
		found = append(found, fmt.Sprintf("%v: %s, in all %s", g.sizes, claims.Listed(shares, thousandths),
			thousandths(total)))
	}
	return "of R the groups use, by their sizes, " + strings.Join(found, "; ") + "; and one worker more with another " +
		"key makes the period of all longer", nil
}
