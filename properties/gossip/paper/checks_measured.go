package paper

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// shortly writes a time in seconds.
func shortly(t faults.Time) string {
	if t == never {
		return "never"
	}
	return big.NewRat(int64(t), int64(second)).FloatString(2)
}

// checkCopies is C-04 counted: floods and waves of so many nodes.
func checkCopies(nodes int) (string, error) {
	flood := wave{nodes: nodes, read: []words.Interpretation{words.DedupDrops}}
	c, err := flood.spreads(context.Background(), 1)
	if err != nil {
		return "", err
	}
	if most := nodes - 1 + (nodes-1)*(nodes-2); c.sent > most || c.useful != nodes-1 || c.forwards != 1 {
		return "", fmt.Errorf("to all: %d sends, of which %d are useful, it may be %d", c.sent, c.useful, most)
	}
	flood.fanout = 3
	sends, useful := 0, 0
	const waves = 50
	for seed := range uint64(waves) {
		c, err := flood.spreads(context.Background(), seed+1)
		if err != nil {
			return "", err
		}
		if c.forwards > 1 {
			return "", fmt.Errorf("seed %d: one passes the record on %d times", seed+1, c.forwards)
		}
		sends, useful = sends+c.sent, useful+c.useful
	}
	mean := func(n int) string { return big.NewRat(int64(n), waves).FloatString(1) }
	return fmt.Sprintf("%d nodes: to all neighbours %d sends, %d of use; to F=3 in %d runs %s sends, %s of use, %s "+
		"duplicates",
		nodes, c.sent, c.useful, waves, mean(sends), mean(useful), mean(sends-useful)), nil
}

// checkCoverage is C-08 in many runs, with a fanout that is 3.
func checkCoverage(fanout int) (string, error) {
	const runs = 100
	r := reading{technique: words.Rounds, versions: 1, printed: true}
	byRound, err := r.spreading(50, fanout, 0, 0).waves(context.Background(), r, runs, 4)
	if err != nil {
		return "", err
	}
	var text []string
	for k, reached := range byRound {
		text = append(text, big.NewRat(int64(sum(reached)), int64(runs)).FloatString(1))
		if k == 0 && sum(reached) != 3*runs || k == 3 && slices.Max(reached) > 49 {
			return "", fmt.Errorf("after round %d %d have it in all", k+1, sum(reached))
		}
	}
	if mean := big.NewRat(int64(sum(byRound[3])), int64(runs)); mean.Cmp(big.NewRat(45, 1)) > 0 {
		return "", fmt.Errorf("after the fourth round %s of 49 have it", mean.FloatString(1))
	}
	return fmt.Sprintf("%d runs of 50 nodes, F=3, H=12, as printed: after rounds 1 to 4 %s of 49 others, where F^R "+
		"is 3, 9, 27, 81", runs, strings.Join(text, ", ")), nil
}

// sum adds up.
func sum(list []int) int {
	total := 0
	for _, n := range list {
		total += n
	}
	return total
}

// checkConvergence is C-09 and C-13: all readings, at these losses of a thousand.
func checkConvergence(losses []int) (string, error) {
	const runs = 2
	var text []string
	for _, r := range readings() {
		var of []string
		for _, loss := range losses {
			t, err := r.spreading(50, 3, loss).converges(context.Background(), runs)
			if err != nil {
				return "", err
			}
			if single := r.versions == 1 && (r.technique == words.Forward || r.technique == words.Rounds); single !=
				(len(t.came) == 0) {
				return "", fmt.Errorf("%s, loss %d: %d of %d runs come to know all", r.name, loss, len(t.came), runs)
			}
			of = append(of, shortly(median(t.came)))
		}
		text = append(text, fmt.Sprintf("%s %s", r.name, strings.Join(of, " and ")))
	}
	return fmt.Sprintf("F=3, T_gossip 1 s, until all know all, median of %d runs at a loss of %s thousandths, in s: "+
		"%s", runs,
		numbers(losses), strings.Join(text, "; ")), nil
}

// checkPushPull is C-23: at 1 % loss, that the first is the faster one, which is push-pull, with each fanout.
func checkPushPull(both [2]words.Technique) (string, error) {
	const runs = 5
	var text []string
	for _, f := range []int{1, 2, 3} {
		var took []faults.Time
		for _, technique := range both {
			r := reading{technique: technique, versions: 1, waits: true}
			t, err := r.spreading(50, f, 10).allCome(runs)
			if err != nil {
				return "", fmt.Errorf("%s, F=%d: %w", technique, f, err)
			}
			took = append(took, median(t.came))
		}
		if took[0] >= took[1] {
			return "", fmt.Errorf("with F=%d %s takes %s, %s %s", f, both[0], took[0], both[1], took[1])
		}
		text = append(text, fmt.Sprintf("F=%d in %d rounds for %d of push", f, took[0]/second, took[1]/second))
	}
	return fmt.Sprintf("1 %% loss, all know all, median of %d runs: %s", runs, strings.Join(text, ", ")), nil
}

// checkRecovery is C-10, with a T_fail that is 1.5 s.
func checkRecovery(timeout faults.Time) (string, error) {
	const moments, wanted = 20, 3 * second / 2
	var text []string
	for _, read := range [][]words.Interpretation{nil, {words.MasterBeats}} {
		for dead := range 3 {
			f := failing(6, second/2, timeout, dead, read...)
			acts, _, _, err := f.recoveries(context.Background(), moments)
			if err != nil {
				return "", err
			}
			low, high := wanted-f.interval, wanted+50*millisecond
			if dead > 0 {
				high *= 2
			}
			if read != nil {
				low, high = low+faults.Time(dead)*wanted, faults.Time(dead+1)*(wanted+50*millisecond)
			}
			if slices.Min(acts) < low || slices.Max(acts) > high {
				return "", fmt.Errorf("as %s, %d dead: %s to %s, it must be %s to %s", readAs(read), dead,
					slices.Min(acts),
					slices.Max(acts), low, high)
			}
			text = append(text, fmt.Sprintf("%s to %s with %d dead, %s", shortly(slices.Min(acts)),
				shortly(slices.Max(acts)), dead, readAs(read)))
		}
	}
	return fmt.Sprintf("T_hb .5, T_fail 1.5, %d moments, seconds until a substitute acts: %s", moments,
		strings.Join(text, "; ")), nil
}

// checkExtra is C-11: of a group of ten, and with these interpretations beside each other.
func checkExtra(also ...words.Interpretation) (string, error) {
	const nodes = 10
	var text []string
	for _, c := range []struct {
		read []words.Interpretation
		most int
	}{{nil, 0}, {[]words.Interpretation{words.Announce}, nodes - 1}, {
		[]words.Interpretation{words.MasterBeats},
		nodes - 1,
	}} {
		r, err := failing(nodes, second/2, 3*second/2, 0, append(also, c.read...)...).recovers(context.Background(), 1)
		if err != nil {
			return "", err
		}
		if r.extra != c.most {
			return "", fmt.Errorf("as %s %d messages are sent, it must be %d", readAs(c.read), r.extra, c.most)
		}
		text = append(text, fmt.Sprintf("%d %s", r.extra, readAs(c.read)))
	}
	return fmt.Sprintf("%d nodes, sent for the change beside regular heartbeats: %s", nodes, strings.Join(text,
		", ")), nil
}

// checkWindows is C-14: two masters within an hour, in a group of so many.
func checkWindows(nodes int) (string, error) {
	var text []string
	for _, read := range [][]words.Interpretation{nil, {words.DeadReturns}, {words.NoStepBack}} {
		o, err := watched(context.Background(), nodes, 1, typical(second/2, second), 1, read...)
		if err != nil {
			return "", err
		}
		if o.windows == 0 {
			return "", fmt.Errorf("as %s there are never two masters in the hour", readAs(read))
		}
		if within := o.longest <= second/2+50*millisecond; within != (read == nil) {
			return "", fmt.Errorf("as %s two act for %s", readAs(read), o.longest)
		}
		text = append(text, fmt.Sprintf("%d times, at most %s s, %s", o.windows, shortly(o.longest),
			readAs(early(second/2, second, read))))
	}
	o, err := bullying(nodes, second/2, second).watched(context.Background(), 1, 10, 1)
	if err != nil {
		return "", err
	}
	if o.windows == 0 {
		return "", fmt.Errorf("with Fast Bully there are never two masters in the hour")
	}
	return fmt.Sprintf("%d nodes, T_hb .5, T_fail 1.0, 1 %% loss, two masters in an hour: %s; %d times, at most %s "+
		"s, Fast "+
		"Bully", nodes, strings.Join(text, "; "), o.windows, shortly(o.longest)), nil
}

// checkCounted is C-15 counted: within five deviations of what is expected of these.
func checkCounted(expected watching) (string, error) {
	const nodes = 5
	of := typical(second/2, second)
	o, err := watched(context.Background(), nodes, 1, of, 1)
	if err != nil {
		return "", err
	}
	monitors := int64(nodes * (nodes - 1))
	mean := new(big.Rat).Mul(expected.expected(), big.NewRat(monitors, 1))
	off := new(big.Rat).Sub(big.NewRat(int64(o.suspicions), 1), mean)
	if off.Mul(off, off).Cmp(new(big.Rat).Mul(mean, big.NewRat(25, 1))) > 0 {
		return "", fmt.Errorf("%d suspicions, and %s are expected", o.suspicions, mean.FloatString(1))
	}
	return fmt.Sprintf("T_hb .5, T_fail 1.0: %d in %d hours of one that watches another, %s are expected", o.suspicions,
		monitors, mean.FloatString(1)), nil
}

// checkReturns is C-20 for who is lost: which part of the time somebody acts then.
func checkReturns(list ...words.Interpretation) (string, error) {
	var text []string
	for _, gossips := range []bool{false, true} {
		r := refreshed{2 * second, 10 * second, gossips, list}
		part, err := r.available(context.Background(), 10)
		if err != nil {
			return "", err
		}
		if most := big.NewRat(801, 1000); part.Cmp(most) > 0 {
			return "", fmt.Errorf("somebody acts for %s of the time", part.FloatString(3))
		}
		text = append(text, part.FloatString(3))
	}
	return fmt.Sprintf("T_fail 2 s, T_refresh 10 s: somebody acts for %s of the time, and for %s where records are "+
		"published "+
		"each second", text[0], text[1]), nil
}

// checkStays is that with eviction somebody acts all the time after a failure.
func checkStays(list ...words.Interpretation) (string, error) {
	r := refreshed{2 * second, 10 * second, true, list}
	part, err := r.available(context.Background(), 10)
	if err != nil {
		return "", err
	}
	if part.Cmp(big.NewRat(1, 1)) != 0 {
		return "", fmt.Errorf("somebody acts for %s of the time, it must be all of it", part.FloatString(3))
	}
	return "somebody acts all the time, from the first takeover on", nil
}

// checkPatience is C-24 where it holds: less than one false takeover in a hundred hours.
func checkPatience(of watching) (string, error) {
	often := of.expected()
	if often.Cmp(big.NewRat(1, 100)) >= 0 {
		return "", fmt.Errorf("%s suspicions an hour", often.FloatString(4))
	}
	return fmt.Sprintf("%s false suspicions a monitor and hour for T_hb %s, T_fail %s", often.FloatString(4),
		of.interval,
		of.timeout), nil
}
