package rsdp_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// Equations (12) and (13), as printed and mended (A-29, A-30, A4.7).
func TestMutualTimes(t *testing.T) {
	for _, row := range []struct {
		instances                        int
		interval, consensus, procedure   string
		printed, gap, shifted, failsOver string
	}{
		{5, "10", "2", "5", "1.0", "1.40", "1.25", "8.0"},
		{2, "10", "2", "5", "2.5", "5.0", "5.0", "9.5"},
		{3, "10", "2", "5", "1.667", "2.778", "2.5", "8.667"},
		{10, "10", "2", "5", ".5", ".6", ".556", "7.5"},
		{10, "30", "1", "3", "1.5", "1.8", "1.667", "5.5"},
	} {
		f := rsdp.Failover{
			Instances: row.instances, Interval: rat(row.interval), Consensus: rat(row.consensus),
			Procedure: rat(row.procedure),
		}
		where := fmt.Sprint("N=", row.instances)
		is(t, where+": (12)", f.MutualDetection(), row.printed)
		is(t, where+": (12) with a gap", f.MutualDetectionGap(), row.gap)
		is(t, where+": (12) shifted anew", f.MutualDetectionShifted(), row.shifted)
		is(t, where+": (13)", f.MutualFailover(), row.failsOver)
		later := new(big.Rat).Sub(f.MutualFailoverGap(), f.MutualFailover())
		if later.Cmp(new(big.Rat).Sub(f.MutualDetectionGap(), f.MutualDetection())) != 0 {
			t.Errorf("%s: (13) with a gap is later by %s", where, later)
		}
	}
	five := rsdp.Failover{Instances: 5, Interval: rat("10")}
	is(t, "five together", five.DetectedTogether(), "5")
	is(t, "four anyhow", five.DetectedAnyhow(4), "2")
	is(t, "five anyhow", five.DetectedAnyhow(5), "1.667")
}

// Equations (19), (20), (25) and (26).
func TestObserverTimes(t *testing.T) {
	f := rsdp.Failover{
		Instances: 5, Watchers: 3, Interval: rat("10"), Consensus: rat("2"), Procedure: rat("5"),
	}
	is(t, "(19)", f.ObserverDetection(), "5")
	is(t, "(20)", f.ObserverFailover(), "10")
	is(t, "(25)", f.ObserversDetection(), "1.6667")
	is(t, "(26)", f.ObserversFailover(), "8.6667")
	is(t, "(25) anyhow", f.DetectedAnyhow(3), "2.5")
}

// Equations (14), (15), (21) and (27), as printed and mended.
func TestFailoverRisks(t *testing.T) {
	f := rsdp.Failover{
		Instances: 5, Watchers: 3, InstanceFails: rat(".1"), WatcherFails: rat(".05"), ConsensusFails: rat(".01"),
	}
	is(t, "(14)", f.AllInstancesFail(), ".00001")
	is(t, "(15)", f.MutualFails(), ".0100099")
	is(t, "(15) covered", f.MutualFailsCovered(), ".01")
	is(t, "(21)", f.ObserverFails(), ".0500095")
	is(t, "p_o^M", f.AllWatchersFail(), ".000125")
	is(t, "(27) as printed", f.ObserversFailsPrinted(), ".010135")
	is(t, "(27)", f.ObserversFails(), ".0101336488")
	f.Instances = 3
	is(t, "(14), N=3", f.AllInstancesFail(), ".001")
	is(t, "(15), N=3", f.MutualFails(), ".01099")
	f.Instances = 10
	is(t, "(21), N=10", f.ObserverFails(), ".050000000095")
	for p, want := range map[string][2]string{".9": {"1.971", ".999"}, ".1": {".299", ".271"}} {
		same := rsdp.Failover{
			Instances: 1, Watchers: 1, InstanceFails: rat(p), WatcherFails: rat(p), ConsensusFails: rat(p),
		}
		is(t, "(27) as printed, of "+p, same.ObserversFailsPrinted(), want[0])
		is(t, "(27), of "+p, same.ObserversFails(), want[1])
	}
}

// Equations (16) to (18), (22) to (24), and (28) to (31).
func TestFailoverMessages(t *testing.T) {
	of := func(instances, watchers int) rsdp.Failover {
		return rsdp.Failover{
			Instances: instances, Watchers: watchers, Interval: rat("10"), Observed: rat("3600"), Size: rat("100"),
		}
	}
	for n, want := range map[int]string{
		3: "18 2178 217800", 5: "60 7260 726000", 10: "270 32670 3267000", 20: "1140 137940 13794000",
	} {
		f := of(n, 1)
		got := fmt.Sprintln(f.MutualConsensus(), f.MutualMessages().RatString(), f.MutualOverhead().RatString())
		if got != want+"\n" {
			t.Errorf("N=%d: %s, it must be %s", n, got, want)
		}
	}
	for n, want := range map[int]string{5: "5 1800 180000", 10: "10 3600 360000"} {
		f := of(n, 1)
		got := fmt.Sprintln(f.ObserverHealth(), f.ObserverMessages().RatString(), f.ObserverOverhead().RatString())
		if got != want+"\n" {
			t.Errorf("one observer, N=%d: %s, it must be %s", n, got, want)
		}
	}
	for n, want := range map[int]string{5: "15 18 5418 541800", 10: "30 18 10818 1081800"} {
		f := of(n, 3)
		got := fmt.Sprintln(f.ObserversHealth(), f.ObserversConsensus(), f.ObserversMessages().RatString(),
			f.ObserversOverhead().RatString())
		if got != want+"\n" {
			t.Errorf("three observers, N=%d: %s, it must be %s", n, got, want)
		}
	}
	five, ten, twenty := of(5, 1).MutualMessages(), of(10, 1).MutualMessages(), of(20, 1).MutualMessages()
	is(t, "M(10)/M(5)", new(big.Rat).Quo(ten, five), "4.50")
	is(t, "M(20)/M(10)", new(big.Rat).Quo(twenty, ten), "4.22")
}

// What the paper compares: messages grow with the square of N; the first topology detects
// earlier than the third if and only if N is more than M; the second is over earlier than the first if
// and only if T_c is more than what it detects later; and the third checks less than the first if and
// only if M is less than N-1. Whatever is printed for it, a probability is at most 1.
func TestTopologiesCompared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hundredth := func(name string) *big.Rat { return big.NewRat(rapid.Int64Range(0, 100).Draw(t, name), 100) }
		f := rsdp.Failover{
			Instances: rapid.IntRange(2, 50).Draw(t, "N"), Watchers: rapid.IntRange(1, 50).Draw(t, "M"),
			Interval:  big.NewRat(rapid.Int64Range(1, 100).Draw(t, "h"), 3),
			Consensus: big.NewRat(rapid.Int64Range(0, 100).Draw(t, "T_c"), 7), Procedure: hundredth("T_p"),
			InstanceFails: hundredth("p_i"), WatcherFails: hundredth("p_o"), ConsensusFails: hundredth("P_consensus"),
			Observed: rat("3600"), Size: rat("100"),
		}
		if err := f.Check(); err != nil {
			t.Fatal(err)
		}
		later := new(big.Rat).Sub(f.ObserverDetection(), f.MutualDetection())
		for name, both := range map[string][2]bool{
			"detection":   {f.MutualDetection().Cmp(f.ObserversDetection()) < 0, f.Instances > f.Watchers},
			"failover":    {f.ObserverFailover().Cmp(f.MutualFailover()) < 0, f.Consensus.Cmp(later) > 0},
			"checks":      {f.ObserversHealth() < f.MutualHealth(), f.Watchers < f.Instances-1},
			"as one":      {true, f.ObserverHealth() <= f.ObserversHealth() && f.ObserverHealth() <= f.MutualHealth()},
			"gap":         {true, f.MutualDetectionGap().Cmp(f.MutualDetectionShifted()) >= 0},
			"as printed":  {true, f.ObserversFailsPrinted().Cmp(f.ObserversFails()) >= 0},
			"probability": {true, f.ObserversFails().Cmp(rat("1")) <= 0 && f.MutualFails().Cmp(rat("1")) <= 0},
			"one more":    {true, f.ObserversFails().Cmp(f.MutualFails()) >= 0},
		} {
			if both[0] != both[1] {
				t.Errorf("%s: %v and %v", name, both[0], both[1])
			}
		}
	})
}
