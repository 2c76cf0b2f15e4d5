package paper

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// checkCopies is C-04 counted, in floods and waves of so many nodes: a node passes an update on once, and gets it more
// than twice.
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
	sends, useful, most := 0, 0, 0
	const waves = 50
	for seed := range uint64(waves) {
		w, err := flood.spreads(context.Background(), seed+1)
		if err != nil {
			return "", err
		}
		if w.forwards > 1 {
			return "", fmt.Errorf("seed %d: one passes the record on %d times", seed+1, w.forwards)
		}
		sends, useful, most = sends+w.sent, useful+w.useful, max(most, w.most)
	}
	if c.sent <= 2*(nodes-1) || sends <= 2*useful {
		return "", fmt.Errorf("of %d and %d copies %d and %d are of use", c.sent, sends, c.useful, useful)
	}
	mean := func(n, of int) string { return big.NewRat(int64(n), int64(of)).FloatString(1) }
	return fmt.Sprintf("%d nodes, all linked: to all neighbours %d sends, %s to each other node and to one %d, %d "+
		"of use; to F=3 in %d runs %s sends, %s to each that gets any and to one %d, %s of use, %s duplicates",
		nodes, c.sent,
		mean(c.sent, nodes-1), c.most, c.useful, waves, mean(sends, waves), mean(sends, useful), most,
		mean(useful, waves), mean(sends-useful, waves)), nil
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

// spans writes the least and the most of times.
func spans(came []faults.Time) string {
	if len(came) == 0 {
		return shortly(never)
	}
	low, high := shortly(slices.Min(came)), shortly(slices.Max(came))
	if low == high {
		return low
	}
	return low + " to " + high
}

// isSingle tells that each node publishes one version and no more, and nothing is sent again.
func (r reading) isSingle() bool {
	return r.versions == 1 && (r.technique == words.Forward || r.technique == words.Rounds)
}

// isOffTheExample tells that these are no times of 4 to 6 s, of the proposed algorithm: less where a version goes on at
// once, more where it does in rounds.
func (r reading) isOffTheExample(t times) bool {
	if len(t.came) == 0 {
		return true
	}
	switch r.technique {
	case words.Forward:
		return t.worst() < 4*second
	case words.Rounds:
		return slices.Min(t.came) > 6*second
	default:
		return true
	}
}

// checkConvergence is C-09 and C-13: all readings, at these losses of a thousand. Where anything is sent again it takes
// no more than a round longer with losses than without.
func checkConvergence(losses []int) (string, error) {
	const runs = 2
	var text []string
	for _, r := range readings() {
		var of []string
		var least faults.Time
		for k, loss := range losses {
			t, err := r.spreading(50, 3, loss).converges(context.Background(), runs)
			if err != nil {
				return "", err
			}
			if r.isSingle() != (len(t.came) == 0) {
				return "", fmt.Errorf("%s, loss %d: %d of %d runs come to know all", r.name, loss, len(t.came), runs)
			}
			if k == 0 {
				least = t.worst()
			}
			if more := t.worst() - least; more > second+inCluster().Max {
				return "", fmt.Errorf("%s, loss %d: %s s longer", r.name, loss, shortly(more))
			}
			if loss == 0 && !r.isOffTheExample(t) {
				return "", fmt.Errorf("%s: %s s", r.name, spans(t.came))
			}
			of = append(of, spans(t.came))
		}
		text = append(text, fmt.Sprintf("%s %s", r.name, strings.Join(of, " and ")))
	}
	return fmt.Sprintf("50 nodes, all linked, cold start, F=3, T_gossip 1 s, until all know all, %d runs at a loss "+
		"of %s thousandths, in s: %s", runs, numbers(losses), strings.Join(text, "; ")), nil
}

// checkIntervals is C-09 with the T_gossip of the example and of the algorithm's first step: records that go on in
// rounds take longer than the 6 s.
func checkIntervals(intervals []faults.Time) (string, error) {
	var text []string
	for _, of := range intervals {
		s := reading{technique: words.Rounds}.asPrinted().spreading(50, 3, 0)
		s.cfg.GossipMS = int(of / millisecond)
		t, err := s.converges(context.Background(), 2)
		if err != nil || len(t.came) < t.runs || slices.Min(t.came) <= 6*second {
			return "", failed(err, "T_gossip %s s: %v", shortly(of), t.came)
		}
		text = append(text, fmt.Sprintf("%s with T_gossip %s", spans(t.came), shortly(of)))
	}
	return fmt.Sprintf("rounds, each round, as printed, in s: %s", strings.Join(text, "; ")), nil
}

// checkPushPull is C-23: at 1 % loss, that the first is the faster one, which is push-pull, with each fanout.
func checkPushPull(both [2]words.Technique) (string, error) {
	const runs = 5
	var text []string
	for _, f := range []int{1, 2, 3} {
		var took []faults.Time
		for _, technique := range both {
			r := reading{technique: technique, versions: 1, waits: true}
			t, err := r.spreading(50, f, 10).converges(context.Background(), runs)
			if err != nil || len(t.came) != runs {
				return "", failed(err, "%s, F=%d: %d of %d runs come to know all", technique, f, len(t.came), runs)
			}
			took = append(took, median(t.came))
		}
		if took[0] >= took[1] {
			return "", fmt.Errorf("with F=%d %s takes %s, %s %s", f, both[0], took[0], both[1], took[1])
		}
		text = append(text, fmt.Sprintf("F=%d in %d rounds for %d of push", f, took[0]/second, took[1]/second))
	}
	return fmt.Sprintf("50 nodes, all linked, 1 %% loss, all know all, median of %d runs: %s", runs,
		strings.Join(text, ", ")), nil
}

// checkAccuracy is C-23 beside the proposed algorithm: where each publishes one version that and technique 3 begin with
// the same, and the first lacks some for ever; where each publishes one each round it is the faster one.
func checkAccuracy(technique words.Technique) (string, error) {
	const runs = 2
	var text []string
	for k, r := range []reading{
		{name: "techniques 1 and 2, once", technique: words.Forward, versions: 1},
		{name: "each round", technique: words.Forward},
		{name: "technique 3, once", technique: technique, versions: 1},
		{name: "technique 4, once", technique: words.PushPull, versions: 1, waits: true},
	} {
		t, err := r.asPrinted().spreading(50, 3, 10).converges(context.Background(), runs)
		if err != nil || (k == 0) != (len(t.came) == 0) {
			return "", failed(err, "%s: %d of %d runs come to know all", r.name, len(t.came), runs)
		}
		text = append(text, fmt.Sprintf("%s %s", r.name, spans(t.came)))
	}
	return fmt.Sprintf("50 nodes, all linked, 1 %% loss, F=3, T_gossip 1 s, as printed, seconds until all know "+
		"all, %d runs: %s", runs, strings.Join(text, "; ")), nil
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
		if err != nil || r.extra != c.most {
			return "", failed(err, "as %s %d messages are sent, it must be %d", readAs(c.read), r.extra, c.most)
		}
		text = append(text, fmt.Sprintf("%d %s", r.extra, readAs(c.read)))
	}
	return fmt.Sprintf("%d nodes, sent for the change beside regular heartbeats: %s", nodes, strings.Join(text,
		", ")), nil
}

// checkWindows is C-14 for Gossip: two masters within an hour, in a group of so many.
func checkWindows(nodes int) (string, error) {
	var text []string
	for _, read := range [][]words.Interpretation{nil, {words.DeadReturns}, {words.NoStepBack}, words.AsPrinted()} {
		o, err := watched(context.Background(), nodes, 1, typical(second/2, second), 1, read...)
		if err != nil || o.windows == 0 {
			return "", failed(err, "as %s there are no two masters", readAs(read))
		}
		if within := o.longest <= second/2+50*millisecond; within != (read == nil) {
			return "", fmt.Errorf("as %s two act for %s", readAs(read), o.longest)
		}
		name := readAs(early(second/2, second, read))
		if slices.Equal(read, words.AsPrinted()) {
			name = "all as printed"
		}
		text = append(text, fmt.Sprintf("%d times, at most %s s, %s", o.windows, shortly(o.longest), name))
	}
	return fmt.Sprintf("%d nodes, T_hb .5, T_fail 1.0, 1 %% loss, two masters in an hour: %s", nodes, strings.Join(text,
		"; ")), nil
}

// checkVeryLow is C-14 for both, where T_fail is two intervals: in Fast Bully two lead more often than once an hour. As
// printed Gossip has two masters more often, and for more than ten times as long.
func checkVeryLow(of []watching) (string, error) {
	const nodes = 5
	var text []string
	for _, w := range of {
		both, err := w.ofBoth(nodes)
		if err != nil {
			return "", err
		}
		printed := both.printed
		if min(both.repaired[0].windows, printed[0].windows) <= 1 || printed[1].windows <= printed[0].windows ||
			printed[1].several <= 10*printed[0].several {
			return "", fmt.Errorf("with T_hb %s, T_fail %s: %s", w.interval, w.timeout, both)
		}
		text = append(text, fmt.Sprintf("with T_hb %s, T_fail %s %s", w.interval, w.timeout, both))
	}
	return fmt.Sprintf("%d nodes, 1 %% loss, two leaders in an hour: %s", nodes, strings.Join(text, "; ")), nil
}

// bothMasters are those of an hour of Fast Bully, and of Gossip.
type bothMasters struct{ repaired, printed [2]*masters }

// String says how often and for how long there were two.
func (b bothMasters) String() string {
	say := func(o *masters) string { return fmt.Sprintf("%d times for %s s in all", o.windows, shortly(o.several)) }
	return fmt.Sprintf("Fast Bully %s, as printed %s, Gossip %s, as printed %s", say(b.repaired[0]), say(b.printed[0]),
		say(b.repaired[1]), say(b.printed[1]))
}

// ofBoth watches an hour of both, repaired and as printed.
func (w watching) ofBoth(nodes int) (both bothMasters, err error) {
	for _, of := range []struct {
		to     *[2]*masters
		theirs []bully.Interpretation
		gossip []words.Interpretation
	}{{&both.repaired, nil, nil}, {&both.printed, bully.AsPrinted(), words.AsPrinted()}} {
		of.to[0], err = bullying(nodes, w.interval, w.timeout, of.theirs...).watched(context.Background(), 1, w.loss, 1)
		if err != nil {
			return both, err
		}
		if of.to[1], err = watched(context.Background(), nodes, 1, w, 1, of.gossip...); err != nil {
			return both, err
		}
	}
	return both, nil
}

// checkRarely is where there are never two in an hour: with three intervals and more, in both repaired, and in Fast
// Bully as printed.
func checkRarely(of []watching) (string, error) {
	const nodes = 5
	var text []string
	for _, w := range of {
		both, err := w.ofBoth(nodes)
		if err != nil {
			return "", err
		}
		if both.repaired[0].windows+both.repaired[1].windows+both.printed[0].windows > 0 {
			return "", fmt.Errorf("with T_hb %s, T_fail %s: %s", w.interval, w.timeout, both)
		}
		text = append(text, fmt.Sprintf("with T_hb %s, T_fail %s %s", w.interval, w.timeout, both))
	}
	return fmt.Sprintf("%d nodes, 1 %% loss, two leaders in an hour: %s", nodes, strings.Join(text, "; ")), nil
}

// checkOneBeat is C-14 with one message: of two heartbeats of Fast Bully's leader to its first substitute the first is
// lost and the next takes longer than the one before them did. Two lead, under the T_fail of Table 3.
func checkOneBeat(intervals int) (string, error) {
	var text []string
	for _, list := range [][]bully.Interpretation{nil, bully.AsPrinted()} {
		s := bullying(5, second/2, faults.Time(intervals)*second/2, list...)
		s.seed, s.lasts = 1, minute
		beat := func(nth int) faults.MessageRef {
			return faults.MessageRef{Kind: bully.KindBeat, From: 0, To: 1, Nth: nth}
		}
		s.faults = []faults.Fault{{Kind: &faults.Loss{Copy: beat(4)}}}
		s.pins = []faults.Pin{
			{Kind: &faults.DelayPin{Copy: beat(3), By: s.delay.Min}},
			{Kind: &faults.DelayPin{Copy: beat(5), By: s.delay.Max}},
		}
		o := s.watchMasters()
		if _, err := s.run(context.Background(), nil, o); err != nil {
			return "", err
		}
		if o.ends(); o.windows == 0 {
			return "", fmt.Errorf("one leads throughout")
		}
		text = append(text, fmt.Sprintf("%s s", shortly(o.longest)))
	}
	each := claims.Listed([]faults.Time{second / 2, second}, func(interval faults.Time) string {
		return fmt.Sprintf("%s with T_hb %s", typical(interval, 2*interval).expected().FloatString(1), interval)
	})
	return fmt.Sprintf("5 nodes, T_fail = 2 T_hb, a heartbeat to the first substitute lost, and the next 40 ms "+
		"slower than the last: two lead for %s, as printed for %s; expected in an hour at 1 %% loss: %s",
		text[0], text[1], each), nil
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
	if err != nil || part.Cmp(big.NewRat(1, 1)) != 0 {
		return "", failed(err, "somebody acts for %s of the time", part.FloatString(3))
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
