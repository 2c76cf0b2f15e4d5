package rsdp_test

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// rat reads a number.
func rat(text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return r
}

// is holds a number against one that is written with some digits.
func is(t *testing.T, name string, got *big.Rat, want string) {
	t.Helper()
	if strings.HasPrefix(want, ".") {
		want = "0" + want
	}
	_, digits, _ := strings.Cut(want, ".")
	if text := got.FloatString(len(digits)); text != want {
		t.Errorf("%s is %s, it must be %s", name, text, want)
	}
}

// Equations (1) to (3).
func TestTiming(t *testing.T) {
	for _, row := range []string{
		"1 10 1 20 10 30", "2 10 1 22 11 33", "3 10 1 24 12 36", "5 10 1 28 14 42", "10 10 1 38 19 57",
		"50 10 1 118 59 177", "5 50 2 116 58 174", "100 5 0.1 29.8 14.9 44.7", "2 4 1 10 5 15",
	} {
		of := strings.Fields(row)
		timing := rsdp.Timing{Delay: rat(of[1]), Processing: rat(of[2])}
		fmt.Sscan(of[0], &timing.Replicas)
		if err := timing.Check(); err != nil {
			t.Error(row, err)
		}
		is(t, row+": (1)", timing.Debates(), of[3])
		is(t, row+": (2)", timing.Share(), of[4])
		is(t, row+": (3)", timing.Consensus(), of[5])
	}
	two := rsdp.Timing{Replicas: 2, Delay: rat("4"), Processing: rat("1")}
	is(t, "the bound of DEBATES", two.DebatesAtMost(), "14")
	is(t, "the bound of SHARE", two.ShareAtMost(), "7")
}

// The time to a consensus grows by 3 t_p with each replica, and is the sum of its phases.
func TestTimingIsLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		timing := rsdp.Timing{
			Replicas:   rapid.IntRange(1, 1000).Draw(t, "n"),
			Delay:      big.NewRat(rapid.Int64Range(0, 1000).Draw(t, "d"), 7),
			Processing: big.NewRat(rapid.Int64Range(0, 1000).Draw(t, "t_p"), 11),
		}
		more := timing
		more.Replicas++
		slope := new(big.Rat).Sub(more.Consensus(), timing.Consensus())
		if slope.Cmp(new(big.Rat).Mul(rat("3"), timing.Processing)) != 0 {
			t.Errorf("one replica more costs %s", slope)
		}
		if sum := new(big.Rat).Add(timing.Debates(), timing.Share()); sum.Cmp(timing.Consensus()) != 0 {
			t.Errorf("the phases take %s, all %s", sum, timing.Consensus())
		}
		if timing.Debates().Cmp(timing.DebatesAtMost()) > 0 || timing.Share().Cmp(timing.ShareAtMost()) > 0 {
			t.Error("the bounds are less than what they bound")
		}
	})
}

// risks are the facts sheet's numbers: n, p_f, p_l; (5), (6), (7), (8), q, (10), (11), and (11) with a
// majority.
func risks() []string {
	return []string{
		"3 0 .01 6 .9414801494 .8345137615 .1654862385 2 .9901270922 .0098729078 .0098729078",
		"3 .01 .01 6 .9320653479 .8097278682 .1902721318 2 .9867817019 .0132182981 .0132182981",
		"4 .01 .01 9 .9043820750 .6689717586 .3310282414 2 .9967539142 .0032460858 .0481137822",
		"5 .01 .01 12 .8775210230 .5203405227 .4796594773 3 .9848369305 .0151630695 .0151630695",
		"5 .05 0 12 .95 .7737809375 .2262190625 3 .9988418750 .0011581250 .0011581250",
		"5 .01 .001 12 .9781851227 .8955818150 .1044181850 3 .9998995528 .0001004472 .0001004472",
		"7 .02 .005 18 .8954503883 .4616264702 .5383735298 4 .9967788458 .0032211542 .0032211542",
		"10 .01 .01 27 .7547192872 .0599590147 .9400409853 5 .9820469299 .0179530701 .0727359404",
		"24 0 .01 69 .4998370299 .000000059 .9999999409 12 .5799596049 .4200403951 .5812204474",
		"25 0 .01 72 .4849913703 .000000014 .9999999861 13 .4397399522 .5602600478 .5602600478",
		"50 0 .01 147 .2282304601 .0000000000 1.0000000000 25 .0000244871 .9999755129 .9999932269",
		"5 .1 .05 12 .4863240789 .0272037556 .9727962444 3 .4743704342 .5256295658 .5256295658",
	}
}

// Equations (4) to (11), as printed and with a majority.
func TestRisk(t *testing.T) {
	for _, row := range risks() {
		of := strings.Fields(row)
		r := rsdp.Risk{Failure: rat(of[1]), Loss: rat(of[2])}
		fmt.Sscan(of[0], &r.Replicas)
		if err := r.Check(); err != nil {
			t.Error(row, err)
		}
		where := strings.Join(of[:3], " ")
		if got := fmt.Sprint(r.Messages(), r.Quorum()); got != of[3]+" "+of[7] {
			t.Errorf("%s: (5) and (9) are %s", where, got)
		}
		if sum := new(big.Rat).Add(r.Message(), r.Loss); sum.Cmp(rat("1")) != 0 {
			t.Errorf("%s: (4) is %s", where, r.Message())
		}
		is(t, where+": (6)", r.Replica(), of[4])
		is(t, where+": (7)", r.All(), of[5])
		is(t, where+": (8)", r.LastStateFails(), of[6])
		is(t, where+": (10)", r.QuorumReached(r.Quorum()), of[8])
		is(t, where+": (11)", r.VoteFails(), of[9])
		is(t, where+": (11) of a majority", r.MajorityFails(), of[10])
	}
}

// What (10) would be if messages that depend on each other were counted, and under the assumption as
// it is written (A4.5).
func TestQuorumUnderCausality(t *testing.T) {
	for _, row := range []string{
		"3 0 .01 .9901 .9372 .9372", "5 .05 0 .9988 .9988 .7738", "5 .01 .01 .9848 .9399 .8987",
		"5 0 .02 .9297 .8196 .8196", "10 0 .01 .9847 .9150 .9150",
	} {
		of := strings.Fields(row)
		r := rsdp.Risk{Failure: rat(of[1]), Loss: rat(of[2])}
		fmt.Sscan(of[0], &r.Replicas)
		is(t, row+": (10)", r.QuorumReached(r.Quorum()), of[3])
		is(t, row+": causal", r.QuorumCausal(r.Quorum()), of[4])
		is(t, row+": strict", r.QuorumStrict(r.Quorum()), of[5])
	}
}

// enumerated counts, of all ways in which messages of one session of all are lost, those in which at
// least q of n succeed, by how many arrive; numbered HELLO, STATUS, SHARE, each from i to j.
func enumerated(n, q int) []int64 {
	at := func(kind, i, j int) int { return (kind*n+i)*n + j }
	var used []int
	for kind := range 3 {
		for i := range n {
			for j := range n {
				if i != j {
					used = append(used, at(kind, i, j))
				}
			}
		}
	}
	ways, arrives := make([]int64, len(used)+1), make([]bool, 3*n*n)
	for way := range 1 << len(used) {
		for bit, m := range used {
			arrives[m] = way>>bit&1 == 1
		}
		succeed := 0
		for i := range n {
			all := true
			for j := range n {
				if i != j {
					answered := arrives[at(0, i, j)] && arrives[at(1, j, i)]
					all = all && arrives[at(0, j, i)] && answered && arrives[at(2, j, i)]
				}
			}
			if all {
				succeed++
			}
		}
		if succeed >= q {
			ways[bits.OnesCount(uint(way))]++
		}
	}
	return ways
}

// The forms under causality are those of counting all ways in which messages are lost.
func TestQuorumCausalIsExact(t *testing.T) {
	for n := 2; n <= 3; n++ {
		for q := 1; q <= n; q++ {
			ways := enumerated(n, q)
			for _, loss := range []string{"1/10", "1/3"} {
				r := rsdp.Risk{Replicas: n, Loss: rat(loss), Failure: new(big.Rat)}
				want := new(big.Rat)
				for arrived, many := range ways {
					p := big.NewRat(many, 1)
					for m := range len(ways) - 1 {
						p.Mul(p, map[bool]*big.Rat{true: r.Message(), false: r.Loss}[m < arrived])
					}
					want.Add(want, p)
				}
				if got := r.QuorumCausal(q); got.Cmp(want) != 0 {
					t.Errorf("n=%d, q=%d, p_l=%s: %s, by counting %s", n, q, loss, got, want)
				}
			}
		}
	}
}

// Of three replicas one fails with 1/5, and must get 6 messages of the others by (6); with its own HELLOs, which they
// must get, and without which nobody answers, there are 8.
func TestRiskOfOneReplica(t *testing.T) {
	r := rsdp.Risk{Replicas: 3, Loss: rat("1/10"), Failure: rat("1/5")}
	if got, want := r.Replica(), rat("2125764/5000000"); got.Cmp(want) != 0 { // 4/5 (9/10)^6
		t.Errorf("(6) is %s, want %s", got, want)
	}
	if got, want := r.ReplicaCausal(), rat("172186884/500000000"); got.Cmp(want) != 0 { // 4/5 (9/10)^8
		t.Errorf("with HELLOs it is %s, want %s", got, want)
	}
}

// All forms of the risk are probabilities, fall with each further loss, and have their limits: with
// nothing lost and nobody failing all succeed, with all lost nobody does.
func TestRiskIsAProbability(t *testing.T) {
	forms := func(r rsdp.Risk) map[string]*big.Rat {
		return map[string]*big.Rat{
			"(4)": r.Message(), "(6)": r.Replica(), "(7)": r.All(), "(10)": r.QuorumReached(r.Quorum()),
			"causal": r.QuorumCausal(r.Quorum()), "strict": r.QuorumStrict(r.Quorum()),
			"majority": r.QuorumCausal(r.Majority()), "replica": r.ReplicaCausal(), "join": r.Join(),
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		lost, fails := rapid.Int64Range(0, 99).Draw(t, "p_l"), rapid.Int64Range(0, 100).Draw(t, "p_f")
		r := rsdp.Risk{Replicas: n, Loss: big.NewRat(lost, 100), Failure: big.NewRat(fails, 100)}
		worse := r
		worse.Loss = big.NewRat(lost+1, 100)
		before := forms(r)
		for name, p := range forms(worse) {
			if p.Sign() < 0 || p.Cmp(rat("1")) > 0 || p.Cmp(before[name]) > 0 {
				t.Errorf("%s is %s where a hundredth more is lost, and %s before", name, p, before[name])
			}
		}
		if r.QuorumCausal(1).Cmp(r.ReplicaCausal()) < 0 || r.QuorumCausal(n).Cmp(r.All()) != 0 {
			t.Errorf("that one or all succeed is %s and %s", r.QuorumCausal(1), r.QuorumCausal(n))
		}
		if 2*r.Majority() <= n || 2*r.Quorum() < n || 2*(r.Majority()-1) > n {
			t.Errorf("of %d the quorum is %d, the majority %d", n, r.Quorum(), r.Majority())
		}
	})
	for n := 2; n < 8; n++ {
		sound := rsdp.Risk{Replicas: n, Loss: rat("0"), Failure: rat("0")}
		for name, p := range forms(sound) {
			is(t, fmt.Sprintf("%s, n=%d, of nothing lost", name, n), p, "1")
		}
		sound.Loss = rat("1")
		for name, p := range forms(sound) {
			is(t, fmt.Sprintf("%s, n=%d, of all lost", name, n), p, "0")
		}
	}
}

// One session of a newcomer loses less than one of all (A4.3), and one liar needs few names.
func TestJoinAndInflation(t *testing.T) {
	r := rsdp.Risk{Replicas: 5, Loss: rat(".01"), Failure: rat("0")}
	is(t, "a session of a newcomer", r.Join(), ".8864")
	is(t, "one of all", r.All(), ".5472")
	for n, want := range map[int]int{2: 1, 3: 2, 5: 3, 10: 4} {
		if got := (rsdp.Risk{Replicas: n}).Inflation(); got != want {
			t.Errorf("among %d a liar needs %d names, it must be %d", n, got, want)
		}
	}
}

// Numbers that cannot be are refused by their names.
func TestClosedFormsCheck(t *testing.T) {
	half := rat("1/2")
	type failover = rsdp.Failover
	with := func(change func(*failover)) error {
		f := rsdp.Failover{Instances: 2, Watchers: 1}
		change(&f)
		return f.Check()
	}
	for want, err := range map[string]error{
		"0 replicas, there must be at least 1":            rsdp.Timing{Delay: half, Processing: half}.Check(),
		"delay is missing":                                rsdp.Timing{Replicas: 1, Processing: half}.Check(),
		"processing is -1/2, it must not be negative":     rsdp.Timing{1, half, rat("-1/2")}.Check(),
		"-1 replicas, there must be at least 1":           rsdp.Risk{-1, half, half}.Check(),
		"loss is 3/2, a probability must be 0 to 1":       rsdp.Risk{1, rat("3/2"), half}.Check(),
		"failure is missing":                              rsdp.Risk{Replicas: 1, Loss: half}.Check(),
		"1 instances, there must be at least 2":           rsdp.Failover{Instances: 1, Watchers: 1}.Check(),
		"0 observers, there must be at least 1":           rsdp.Failover{Instances: 2}.Check(),
		"interval is 0, it must be more than 0":           with(func(f *failover) { f.Interval = rat("0") }),
		"watcherFails is 2, a probability must be 0 to 1": with(func(f *failover) { f.WatcherFails = rat("2") }),
		"observed is -1, it must not be negative":         with(func(f *failover) { f.Observed = rat("-1") }),
		"instanceFails is -1, it must not be negative":    with(func(f *failover) { f.InstanceFails = rat("-1") }),
		"procedure is -1, it must not be negative":        with(func(f *failover) { f.Procedure = rat("-1") }),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, it must be %q", err, want)
		}
	}
	if err := (rsdp.Failover{Instances: 2, Watchers: 1}).Check(); err != nil {
		t.Error(err)
	}
}
