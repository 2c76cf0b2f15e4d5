package paper

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// instants is at how many instants of an interval a leader fails: a multiple of the health checks of an
// interval, so that means are exact.
const instants = 60

// numbers are N, and M where there is one.
func (g guard) numbers() string {
	if g.watchers == 0 {
		return fmt.Sprintf("N = %d", g.instances)
	}
	return fmt.Sprintf("N = %d, M = %d", g.instances, g.watchers)
}

// meanTimes are, of the failures of the acting leader at these instants, the mean time until it is next
// checked, in seconds, and the least and the most that it takes from then until another acts.
func (g guard) meanTimes() (checked *big.Rat, least, most faults.Time, err error) {
	sum := faults.Time(0)
	for i := range faults.Time(instants) {
		o, err := g.takesOver(context.Background(), (2*i+1)*g.interval()/(2*instants), uint64(i)+1)
		if err != nil {
			return nil, 0, 0, err
		}
		sum += o.checked
		if then := o.acts - o.checked; i == 0 {
			least, most = then, then
		} else {
			least, most = min(least, then), max(most, then)
		}
	}
	return big.NewRat(int64(sum), int64(second)*instants), least, most, nil
}

// firstCheck is the guard's mean time to the next health check, which must be that of its gaps.
func (g guard) firstCheck() (*big.Rat, error) {
	checked, _, _, err := g.meanTimes()
	if err == nil && checked.FloatString(2) != g.expected().FloatString(2) {
		err = fmt.Errorf("checked after %s s, and by the gaps after %s s", checked.FloatString(2),
			g.expected().FloatString(2))
	}
	return checked, err
}

// checkMutualDetection is A-29: in the running topology the next check of who has failed comes later than by
// equation (12).
func checkMutualDetection(sizes []int) (string, error) {
	var said []string
	for _, n := range sizes {
		g := guard{words.Mutual, n, 0, even, spec.None}
		checked, err := g.firstCheck()
		if err != nil {
			return "", err
		}
		f := g.closed()
		if checked.Cmp(f.MutualDetection()) <= 0 || checked.FloatString(2) != f.MutualDetectionGap().FloatString(2) {
			return "", fmt.Errorf("%d instances: after %s s", n, checked.FloatString(2))
		}
		said = append(said, fmt.Sprintf("%s s with %d, by (12) %s s", checked.FloatString(2), n,
			f.MutualDetection().FloatString(2)))
	}
	return "h = 10 s: who fails is next checked after " + strings.Join(said, "; "), nil
}

// checkAdds is: from the next check on it always takes as long until another acts, but for
// one message.
func checkAdds(g guard) (string, error) {
	_, least, most, err := g.meanTimes()
	if err == nil && most-least > quick {
		err = fmt.Errorf("%s: %s to %s", g.topology, least, most)
	}
	return fmt.Sprintf("%s, %d instances: from the next check until another acts it takes %s at each of %d instants, "+
		"to a message", g.topology, g.instances, most, instants), err
}

// checkSpreads is A-34: from the next check on it does not always take as long until another acts, as
// equation (26) has it, since whom the observers elect waits until it has missed the leader itself.
func checkSpreads(g guard) (string, error) {
	_, least, most, err := g.meanTimes()
	if err == nil && most-least <= quick {
		err = fmt.Errorf("%s: %s to %s", g.topology, least, most)
	}
	return fmt.Sprintf("%s, %s, h_o = 10 s: from the next check until another acts it takes %s to %s s, by when in "+
		"an interval the leader fails, and not T_c + T_p always", g.topology, g.numbers(), inSeconds(least),
		inSeconds(most)), err
}

// inSeconds writes a time in seconds, to a tenth.
func inSeconds(t faults.Time) string { return big.NewRat(int64(t), int64(second)).FloatString(1) }

// vector is a setting with what the paper's closed form gives.
type vector struct {
	name      string
	got, want *big.Rat
}

// checkVectors holds closed forms against numbers that were worked out by hand.
func checkVectors(list []vector) (string, error) {
	var said []string
	for _, v := range list {
		if v.got.Cmp(v.want) != 0 {
			return "", fmt.Errorf("%s is %s, want %s", v.name, v.got.RatString(), v.want.RatString())
		}
		said = append(said, v.name+" is "+decimal(v.want))
	}
	return strings.Join(said, "; "), nil
}

// decimal writes a number with as few digits as say it, up to seven.
func decimal(r *big.Rat) string {
	text := r.FloatString(7)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// mutual are the numbers of equation (13) and (17).
func mutual(n int, interval, consensus, procedure string) specification.Failover {
	return specification.Failover{
		Instances: n, Watchers: 1, Interval: exact(interval), Consensus: exact(consensus), Procedure: exact(procedure),
		Observed: exact("3600"), Size: exact("100"),
	}
}

func mutualTimes() []vector {
	return []vector{
		{"T_f1 with N = 5, h = 10, T_c = 2, T_p = 5", mutual(5, "10", "2", "5").MutualFailover(), exact("8")},
		{"with N = 3", mutual(3, "10", "2", "5").MutualFailover(), big.NewRat(26, 3)},
		{"with N = 10, h = 30, 1 and 3", mutual(10, "30", "1", "3").MutualFailover(), exact("5.5")},
	}
}

func mutualTraffic() []vector {
	of := func(n int) specification.Failover { return mutual(n, "10", "0", "0") }
	return []vector{
		{"M_total1 in 3600 s with h = 10 and N = 3", of(3).MutualMessages(), exact("2178")},
		{"with N = 5", of(5).MutualMessages(), exact("7260")},
		{"with N = 20", of(20).MutualMessages(), exact("137940")},
		{"its bytes at 100 each", of(20).MutualOverhead(), exact("13794000")},
	}
}

// checkSessions is A-32: a session of all replicas is as many messages as equation (16) says. Of A-36 it is
// what (29) says with M for N, as observers hold the same sessions; none of observers is run.
func checkSessions(sizes []int) (string, error) {
	var said []string
	for _, n := range sizes {
		counts, err := conversation{nodes: n}.counted(context.Background())
		if err != nil {
			return "", err
		}
		sent, _ := counts.session()
		if want := (specification.Failover{Instances: n}).MutualConsensus(); sent != want {
			return "", fmt.Errorf("%d replicas send %d messages, by (16) %d", n, sent, want)
		}
		said = append(said, fmt.Sprintf("%d of %d", sent, n))
	}
	return "messages to others in a running session of all: " + strings.Join(said, ", "), nil
}

// checkHealth is: the health checks of an hour in which nobody fails.
func checkHealth(list []guard) (string, error) {
	var said []string
	for _, g := range list {
		counts, err := (watch{guard: g}).counted(context.Background())
		if err != nil {
			return "", err
		}
		health, _, _ := watch{guard: g}.printed()
		checks := counts.others[words.KindProbe]
		if want := int(observed/g.interval()) * health; checks != want {
			return "", fmt.Errorf("%s, %d instances: %d health checks, want %d", g.topology, g.instances, checks, want)
		}
		said = append(said, fmt.Sprintf("%d with %s", checks, g.numbers()))
	}
	return "health checks in 3600 s with h = 10 s: " + strings.Join(said, ", "), nil
}

// checkObserverTimes is A-33: one observer checks who has failed after half an interval, on average.
func checkObserverTimes() (string, error) {
	g := guard{words.Observer, 5, 1, even, spec.None}
	checked, err := g.firstCheck()
	if want := g.closed().ObserverDetection(); err == nil && checked.FloatString(2) != want.FloatString(2) {
		err = fmt.Errorf("after %s s", checked.FloatString(2))
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("h_o = 10 s: who fails is next checked after %s s, as (19) has it", checked.FloatString(2)), nil
}

// checkObserversTimes is A-34: so do three whose phases are shifted, after a sixth of one.
func checkObserversTimes() (string, error) {
	g := guard{words.Observers, 5, 3, even, spec.None}
	checked, err := g.firstCheck()
	if want := g.closed().ObserversDetection(); err == nil && checked.FloatString(2) != want.FloatString(2) {
		err = fmt.Errorf("after %s s", checked.FloatString(2))
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("h_o = 10 s, M = 3: who fails is next checked after %s s, as (25) has it",
		checked.FloatString(2)), nil
}

func observerVectors() []vector {
	f := mutual(5, "10", "0", "5")
	f.InstanceFails, f.WatcherFails = exact("0.1"), exact("0.05")
	return []vector{
		{"T_f2 with h_o = 10, T_p = 5", f.ObserverFailover(), exact("10")},
		{"P_f2 with p_o = 0.05, p_i = 0.1, N = 5", f.ObserverFails(), anyOf(exact("0.05"), exact("0.00001"))},
		{"M_total2 in 3600 s", f.ObserverMessages(), exact("1800")},
		{"its bytes at 100 each", f.ObserverOverhead(), exact("180000")},
	}
}

func observersTimeVectors() []vector {
	f := mutual(5, "10", "2", "5")
	f.Watchers = 3
	return []vector{
		{"E[T_d3] with M = 3, h_o = 10", f.ObserversDetection(), big.NewRat(5, 3)},
		{"T_f3 with T_c = 2, T_p = 5", f.ObserversFailover(), big.NewRat(26, 3)},
	}
}

func observersTrafficVectors() []vector {
	f := mutual(5, "10", "0", "0")
	f.Watchers = 3
	ten := f
	ten.Instances = 10
	return []vector{
		{"M_total3 in 3600 s with N = 5, M = 3", f.ObserversMessages(), exact("5418")},
		{"its bytes at 100 each", f.ObserversOverhead(), exact("541800")},
		{"with N = 10", ten.ObserversMessages(), exact("10818")},
	}
}

// checkQuadratic is A-37: the messages of the mutual topology grow by a second difference that stays the
// same, which is quadratic; twice as many instances come to four times as many messages in the end, and one
// more to ever less of a factor.
func checkQuadratic(most int) (string, error) {
	at := func(n int) *big.Rat { return mutual(n, "10", "0", "0").MutualMessages() }
	second := func(n int) *big.Rat {
		sum := new(big.Rat).Add(at(n), at(n+2))
		return sum.Sub(sum, new(big.Rat).Mul(big.NewRat(2, 1), at(n+1)))
	}
	ratio := func(n, m int) *big.Rat { return new(big.Rat).Quo(at(n), at(m)) }
	for n := 3; n+2 <= most; n++ {
		if second(n).Cmp(second(2)) != 0 || ratio(n+1, n).Cmp(ratio(n, n-1)) >= 0 {
			return "", fmt.Errorf("at %d it is not", n)
		}
	}
	return fmt.Sprintf("from 2 to %d instances each further one adds %s messages more than the one before; "+
		"M(10)/M(5) = %s, M(20)/M(10) = %s", most, second(2).RatString(), ratio(10, 5).FloatString(2),
		ratio(20, 10).FloatString(2)), nil
}

// checkQuadraticRuns is A-37 in the running topology: the health checks of an hour.
func checkQuadraticRuns(most int) (string, error) {
	var checks []int
	for n := 2; n <= most; n++ {
		counts, err := (watch{guard: guard{words.Mutual, n, 0, even, spec.None}}).counted(context.Background())
		if err != nil {
			return "", err
		}
		checks = append(checks, counts.others[words.KindProbe])
	}
	for i := 2; i < len(checks); i++ {
		if more := checks[i] - 2*checks[i-1] + checks[i-2]; more != checks[2]-2*checks[1]+checks[0] || more <= 0 {
			return "", fmt.Errorf("health checks of 2 to %d: %v", most, checks)
		}
	}
	return fmt.Sprintf("health checks of 2 to %d running instances in 3600 s: %v, whose second difference stays "+
		"the same",
		most, checks), nil
}

// checkCompared is A-38: the closed forms of the three topologies beside each other, h being h_o.
func checkCompared(most int) (string, error) {
	settings := 0
	for n := 3; n <= most; n++ {
		for m := 1; m <= most; m++ {
			settings++
			f := mutual(n, "10", "0", "0")
			f.Watchers = m
			one, three := f.MutualDetection(), f.ObserversDetection()
			switch {
			case (one.Cmp(three) < 0) != (n > m), one.Cmp(f.ObserverDetection()) >= 0:
				return "", fmt.Errorf("with N = %d, M = %d detection takes %s, %s and %s", n, m, one,
					f.ObserverDetection(), three)
			case f.ObserverHealth() >= f.MutualHealth(), f.ObserverHealth() > f.ObserversHealth():
				return "", fmt.Errorf("with N = %d, M = %d one observer is not the cheapest", n, m)
			case (f.ObserversHealth() < f.MutualHealth()) != (m < n-1):
				return "", fmt.Errorf("with N = %d, M = %d health checks do not compare so", n, m)
			}
		}
	}
	return fmt.Sprintf("in %d settings of up to %d instances and observers mutual checks detect before observers "+
		"where N > M, and before one always; one observer sends least; observers send less than mutual checks "+
		"where M < N-1",
		settings, most), nil
}

// checkTradeOff is A-38: who has no consensus to reach may be faster in all, though it detects later.
func checkTradeOff(most int) (string, error) {
	for n := 2; n <= most; n++ {
		f := mutual(n, "10", "0", "0")
		limit := new(big.Rat).Sub(f.ObserverDetection(), f.MutualDetection())
		for _, more := range []int64{-1, 0, 1} {
			f.Consensus = new(big.Rat).Add(limit, big.NewRat(more, 1000))
			if f.ObserverFailover().Cmp(f.MutualFailover()) != -int(more) {
				return "", fmt.Errorf("with N = %d, T_c = %s it is not so", n, f.Consensus.RatString())
			}
		}
	}
	return fmt.Sprintf("with 2 to %d instances one observer is the faster in all where T_c > h_o/2 - h/(2N)", most), nil
}

// checkPhases is A-42: health checks whose phases are shifted find a failure sooner than those that all
// begin at one time, in the running topologies.
func checkPhases(list []guard) (string, error) {
	var said []string
	for _, g := range list {
		shifted, err := g.firstCheck()
		if err != nil {
			return "", err
		}
		g.phases = together
		equal, err := g.firstCheck()
		if err != nil {
			return "", err
		}
		if shifted.Cmp(equal) >= 0 {
			return "", fmt.Errorf("%s: %s and %s", g.topology, shifted.FloatString(2), equal.FloatString(2))
		}
		said = append(said, fmt.Sprintf("%s with %s: %s s, and %s s where all check at one time",
			g.topology, g.numbers(), shifted.FloatString(2), equal.FloatString(2)))
	}
	return "who fails is next checked after: " + strings.Join(said, "; "), nil
}
