package paper

import (
	"math/big"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// small is enough to see that each experiment says what it must.
func small() []reproduce.Experiment {
	return experiments(extent{
		sizes: []int{5, 10}, fanouts: []int{2, 3}, runs: 2, waves: 4, starts: 2, hours: 1, watchers: 4, moments: 2,
		groups: []int{5}, five: 5, of: 10,
	})
}

// Each experiment gives a table, and the same bytes again.
func TestExperiments(t *testing.T) {
	protocoltest.SmallExperiments(t, "gossip", small(), Experiments())
}

// An experiment that is given up ends, and says why.
func TestInterrupted(t *testing.T) {
	protocoltest.GivenUp(t, "gossip", small(), "eighteen")
}

// How often a heartbeat comes too late is what trying all pairs of delays says.
func TestLater(t *testing.T) {
	const least, most = 10, 14
	for timeout := faults.Time(80); timeout <= 130; timeout++ {
		o := watching{
			timeout: timeout * faults.Microsecond, least: least * faults.Microsecond,
			most: most * faults.Microsecond,
		}
		late, all := int64(0), int64(0)
		for d := faults.Time(least); d <= most; d++ {
			for next := faults.Time(least); next <= most; next++ {
				all++
				if 100+next-d >= timeout {
					late++
				}
			}
		}
		if got := o.later(100 * faults.Microsecond); got.Cmp(big.NewRat(late, all)) != 0 {
			t.Errorf("timeout %d: %s, and of %d pairs %d are late", timeout, got, all, late)
		}
	}
}

// What is expected is what a long row of heartbeats comes to.
func TestExpected(t *testing.T) {
	o := watching{interval: second, timeout: 2 * second, loss: 100, least: 10 * millisecond, most: 50 * millisecond}
	const beats = 200_000
	last, suspicions := faults.Time(0), int64(0)
	for n := range faults.Time(beats) {
		key := draw.New(1).With(uint64(n))
		if key.Hits(int(o.loss)) {
			continue
		}
		at := n*o.interval + faults.Time(key.With(1).Between(int64(o.least), int64(o.most)))
		if at-last >= o.timeout && n > 0 {
			suspicions++
		}
		last = at
	}
	often := big.NewRat(suspicions*3600, beats)
	if off := new(big.Rat).Quo(often, o.expected()); off.Cmp(big.NewRat(97, 100)) < 0 || off.Cmp(big.NewRat(103,
		100)) > 0 {
		t.Errorf("%s an hour, and %s are expected", often.FloatString(1), o.expected().FloatString(1))
	}
}

// The sheet's example of C4.1, and 0/0.
func TestScores(t *testing.T) {
	w := weights{400, 400, 200}
	two := scores(w, seconds, []metrics{of(300, 5, 4), of(500, 2, 10)})
	three := scores(w, seconds, []metrics{of(300, 5, 4), of(500, 2, 10), of(1000, 20, 20)})
	for i, want := range []string{"0.60", "0.56", "0.26", "0.34"} {
		if got := append(two, three[:2]...)[i].FloatString(2); got != want {
			t.Errorf("score %d is %s, it must be %s", i, got, want)
		}
	}
	if got := scores(w, normalised, []metrics{of(0, 0, 0)}); got[0].Sign() != 0 {
		t.Errorf("of nothing the score is %s", got[0])
	}
}

// A group whose substitute is not told anything by the master for longer than T_fail has two masters, until
// it hears of it again.
func TestWindows(t *testing.T) {
	o, err := watched(t.Context(), 3, 1, typical(second/2, second), 1)
	if err != nil || o.windows == 0 || o.longest > second/2+50*millisecond || o.none > 50*millisecond {
		t.Errorf("%d windows, at most %s, %s without any: %v", o.windows, o.longest, o.none, err)
	}
	for _, list := range [][]words.Interpretation{{words.NoStepBack}, printedReturns()} {
		if o, err = watched(t.Context(), 3, 1, typical(second/2, second), 1, list...); err != nil ||
			o.longest < 2*second {
			t.Errorf("as %s: %d windows, at most %s: %v", readAs(list), o.windows, o.longest, err)
		}
	}
}

// Times of runs that do not come to it are none.
func TestMedian(t *testing.T) {
	if got := median([]faults.Time{3, 1, 2, 9}); got != 2 {
		t.Errorf("the median is %d", got)
	}
	if got := median(nil); got != never || secondsOrNone(got, 1).Kind != reproduce.KindNone {
		t.Errorf("of nothing it is %d", got)
	}
}
