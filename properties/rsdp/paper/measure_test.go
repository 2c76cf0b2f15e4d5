package paper

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// The longest DEBATES of two replicas takes 11, and a consensus 16, where d is 4 (A4.6). Of three, with
// all delays 0, there is only work.
func TestLongest(t *testing.T) {
	two := timings([]int{2})[0]
	most, err := two.longest(t.Context(), func(int, int) {})
	if err != nil || most.debates != 11 || most.consensus != 16 || most.runs != 20975 {
		t.Errorf("%v: %d and %d in %d runs", err, most.debates, most.consensus, most.runs)
	}
	none := timed{3, 0, []int{0}}
	if most, err := none.longest(t.Context(), func(int, int) {}); err != nil || most.consensus > 6 || most.debates > 4 {
		t.Errorf("%v: %d and %d", err, most.debates, most.consensus)
	}
}

// Three running replicas take 26 and 37 where each message takes 0 or d, which is 10 (A4.6), in what a
// search of all 262,144 combinations has found; one around it finds nothing longer.
func TestLongestOfThree(t *testing.T) {
	three := timings([]int{3})[0]
	if end := three.replay(found{1013, []int{0, 0, 0, 0, 1, 1}}); end.debates != 26 {
		t.Errorf("DEBATES takes %d", end.debates)
	}
	if end := three.replay(found{5999, []int{1, 1, 0, 1, 1}}); end.consensus != 37 {
		t.Errorf("a consensus takes %d", end.consensus)
	}
	if most := three.search(5900, 6100); most.consensus != 37 || most.debates > 26 {
		t.Errorf("they take %d and %d", most.debates, most.consensus)
	}
}

// Replicas that count and those that run take the same time, whatever the delays and the order.
func TestCountingIsRunning(t *testing.T) {
	for seed := range uint64(300) {
		key := draw.New(seed)
		c := timed{nodes: 2 + int(key.Below(4)), most: int(key.With(1).Below(12))}
		run := func(with func(int) participants) finish {
			decided := uint64(0)
			s := service{
				nodes: c.nodes, work: 1, with: with,
				first: func(many int) int {
					decided++
					return int(key.With(2).With(decided).Below(uint64(many)))
				},
				delay: func(phase, from, to int) int {
					way := key.With(uint64(3 + phase)).With(uint64(from)).With(uint64(to))
					return int(way.Between(0, int64(c.most)))
				},
			}
			return s.run()
		}
		counts, runs := run(countingOf), run(runningOf)
		bound := c.closed().DebatesAtMost()
		if counts != runs || big.NewRat(int64(runs.debates), 1).Cmp(bound) > 0 {
			t.Fatalf("seed %d: %v by counting and %v by running, the bound is %s", seed, counts, runs, bound)
		}
	}
}

// A session in which nothing is lost is heard by all, and all end with the same.
func TestNothingLost(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		clean := failing{lossyNet{4, 0, inOrder}, 0}
		if many, err := clean.succeed(t.Context(), 1, false); err != nil || many != 4 {
			t.Errorf("%v, %d of 4 hear all", err, many)
		}
		all, err := clean.outcomes(t.Context(), 1)
		for _, o := range all {
			if err != nil || o != (outcome{}) {
				t.Errorf("%v, it ends %+v", err, o)
			}
		}
	}
	lost := failing{lossyNet{4, 1000, false}, 0}
	if many, err := lost.succeed(t.Context(), 1, false); err != nil || many != 0 {
		t.Errorf("%v, %d hear all where all is lost", err, many)
	}
	if all, err := lost.outcomes(t.Context(), 1); err != nil || !all[0].twoLead || !all[2].disagree {
		t.Errorf("%v, it ends %+v", err, all)
	}
}

// Losses are as many as they are to be, and none is of a message to oneself.
func TestLosses(t *testing.T) {
	const nodes, sessions, perMille = 5, 100, 50
	lost := losses(draw.New(1), nodes, sessions, perMille)
	for _, f := range lost {
		if c := f.Kind.(*faults.Loss).Copy; c.From == c.To || c.Nth < 1 || c.Nth > sessions {
			t.Errorf("%+v is lost", c)
		}
	}
	all := 3 * nodes * (nodes - 1) * sessions
	if share := 1000 * len(lost) / all; share < 40 || share > 60 {
		t.Errorf("%d of %d are lost", len(lost), all)
	}
}

// Views agree where they have the same members and leader, in whatever order.
func TestViews(t *testing.T) {
	of := func(leader spec.NodeID, members ...spec.NodeID) words.View {
		return words.View{Members: members, Leader: leader}
	}
	for _, c := range []struct {
		views   held
		agree   bool
		follow  bool
		leaders int
	}{
		{held{of(1, 0, 1), of(1, 1, 0)}, true, true, 1},
		{held{of(1, 1), of(1, 0, 1)}, false, true, 1},
		{held{of(0, 0, 1), of(1, 0, 1)}, false, false, 2},
		{held{of(spec.None), of(spec.None)}, true, true, 0},
	} {
		if c.views.agree() != c.agree || c.views.followOne() != c.follow || c.views.leaders() != c.leaders {
			t.Errorf("%v: %v, %v, %d", c.views, c.views.agree(), c.views.followOne(), c.views.leaders())
		}
	}
}

// What the gaps between health checks give is what the closed forms give that are mended.
func TestExpected(t *testing.T) {
	for _, n := range []int{2, 3, 5, 10} {
		g := guarded(words.Mutual, n, 0)
		if got, want := g.expected(), g.closed().MutualDetectionGap(); got.Cmp(want) != 0 {
			t.Errorf("%d instances: %s, by equation 12 as mended %s", n, got, want)
		}
		g = guarded(words.Observers, n, 3)
		if got, want := g.expected(), g.closed().ObserversDetection(); got.Cmp(want) != 0 {
			t.Errorf("three observers: %s, by equation 25 %s", got, want)
		}
	}
	one := guarded(words.Observer, 5, 1)
	if got, want := one.expected(), one.closed().ObserverDetection(); got.Cmp(want) != 0 {
		t.Errorf("one observer: %s, by equation 19 %s", got, want)
	}
}

// A mean that is not the one that the gaps give is an error, and so is a leader whom nobody replaces.
func TestDetectionIsHeldAgainstTheGaps(t *testing.T) {
	g := guarded(words.Mutual, 5, 0)
	if _, err := g.row([]takeover{{checked: second}, {checked: second}}); err == nil ||
		!strings.Contains(err.Error(), "checked after 1.00 on average, and by the gaps after 1.40") {
		t.Errorf("%v", err)
	}
	alone := guarded(words.Observer, 1, 1)
	if _, err := alone.takesOver(t.Context(), second, 1); err == nil || !strings.Contains(err.Error(), "nobody has") {
		t.Errorf("%v", err)
	}
}

// Messages to oneself, to others, and of each kind are told apart.
func TestTraffic(t *testing.T) {
	counts, err := conversation{nodes: 4}.counted(t.Context())
	var got []string
	for _, kind := range phases() {
		got = append(got, fmt.Sprint(counts.others[kind], "+", counts.own[kind]))
	}
	if want := []string{"12+4", "12+4", "12+4"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v, it must be %v", err, got, want)
	}
}

// A configuration that cannot be is refused before anything runs.
func TestReplicasAreChecked(t *testing.T) {
	if _, err := replicas(words.Config{}); err == nil || !strings.Contains(err.Error(), "nodes") {
		t.Errorf("%v", err)
	}
	if _, err := failover(words.FailoverConfig{}); err == nil {
		t.Error("no topology is refused")
	}
}
