package paper

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
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

// course is what follows on the failures of an acting leader: the mean times in seconds until it is next
// checked, until a check of it is found to have no answer, and until another acts; and the least and the most
// that it takes from the second to the third.
type course struct {
	checked, detected, acts *big.Rat
	least, most             faults.Time
}

// course runs the topology once for each of the instants at which its leader may fail. The mean time to the
// next check must be that of the gaps between checks.
func (g guard) course() (course, error) {
	var c course
	var checked, detected, acts faults.Time
	for i := range faults.Time(instants) {
		o, err := g.takesOver(context.Background(), (2*i+1)*g.interval()/(2*instants), uint64(i)+1)
		if err != nil {
			return c, err
		}
		checked, detected, acts = checked+o.checked, detected+o.detected, acts+o.acts
		then := o.acts - o.detected
		if i == 0 {
			c.least = then
		}
		c.least, c.most = min(c.least, then), max(c.most, then)
	}
	mean := func(sum faults.Time) *big.Rat { return big.NewRat(int64(sum), int64(second)*instants) }
	c.checked, c.detected, c.acts = mean(checked), mean(detected), mean(acts)
	if !alike(c.checked, g.expected()) {
		return c, fmt.Errorf("checked after %s s, and by the gaps after %s s", cents(c.checked), cents(g.expected()))
	}
	if await := minus(c.detected, c.checked); await.Cmp(g.awaited()) != 0 {
		return c, fmt.Errorf("detected %s s after the check, an answer is awaited for %s s", cents(await),
			cents(g.awaited()))
	}
	return c, nil
}

// awaited is for how long an answer to a health check is awaited.
func (g guard) awaited() *big.Rat { return rat(faults.Time(g.config().AckTime())) }

// checkMutualDetection is A-29: in the running topology who has failed is next checked later than by equation
// (12), and is found to have failed later still.
func checkMutualDetection(list []guard) (string, error) {
	var said []string
	for _, g := range list {
		n := g.instances
		c, err := g.course()
		if err != nil {
			return "", err
		}
		f := g.closed()
		if !later(c.checked, f.MutualDetection()) || !alike(c.checked, f.MutualDetectionGap()) {
			return "", fmt.Errorf("%d instances: after %s s", n, cents(c.checked))
		}
		said = append(said, fmt.Sprintf("with %d next checked after %s s and found to have failed after %s s, by (12) "+
			"after %s s", n, cents(c.checked), cents(c.detected), cents(f.MutualDetection())))
	}
	return fmt.Sprintf("h = 10 s, mean of failures at %d instants of an interval: who fails is %s", instants,
		strings.Join(said, "; ")), nil
}

// checkLateFailover is A-30: with what follows on the detection for T_c + T_p another acts later than by
// equation (13), be the time for which an answer is awaited counted or not.
func checkLateFailover(list []guard) (string, error) {
	var said []string
	for _, g := range list {
		n := g.instances
		c, err := g.course()
		if err != nil {
			return "", err
		}
		f := g.closed()
		f.Consensus = minus(c.acts, c.detected)
		if !later(minus(c.acts, g.awaited()), f.MutualFailover()) {
			return "", fmt.Errorf("%d instances: after %s s, by (13) after %s s", n, cents(c.acts),
				cents(f.MutualFailover()))
		}
		said = append(said, fmt.Sprintf("with %d after %s s, %s s without the awaited answer, by (13) after %s s", n,
			cents(c.acts), cents(minus(c.acts, g.awaited())), cents(f.MutualFailover())))
	}
	return "h = 10 s, T_c + T_p as it runs: another acts " + strings.Join(said, "; "), nil
}

// checkAdds is: from the detection on it always takes as long until another acts, but for one
// message.
func checkAdds(g guard) (string, error) {
	c, err := g.course()
	if err == nil && c.most-c.least > quick {
		err = fmt.Errorf("%s: %s to %s", g.topology, c.least, c.most)
	}
	return fmt.Sprintf("%s, %s: another acts %s after the detection at each of %d instants, to a message", g.topology,
		g.numbers(), c.most, instants), err
}

// checkSpreads is A-34: from the detection on it does not always take as long until another acts, as
// equation (26) has it, since whom the observers elect waits until it has missed the leader itself.
func checkSpreads(g guard) (string, error) {
	c, err := g.course()
	if err == nil && c.most-c.least <= quick {
		err = fmt.Errorf("%s: %s to %s", g.topology, c.least, c.most)
	}
	return fmt.Sprintf("%s, %s, h_o = 10 s: from the detection until another acts it takes %s to %s s, by when in "+
		"an interval the leader fails, and not T_c + T_p always", g.topology, g.numbers(), inSeconds(c.least),
		inSeconds(c.most)), err
}

// mutual are numbers of equations (12) to (31).
func mutual(n int, interval, consensus, procedure string) specification.Failover {
	return specification.Failover{
		Instances: n, Watchers: 1, Interval: exact(interval), Consensus: exact(consensus), Procedure: exact(procedure),
		Observed: exact("3600"), Size: exact("100"),
	}
}

// checkSessions is A-32: a session that all replicas begin, all being up, is as many messages as equation (16)
// says.
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

// checkHealth is A-32: the health checks of an hour in which nobody fails.
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
	return "health checks in 3600 s with h = 10 s where nobody fails: " + strings.Join(said, ", "), nil
}

// bill is what a topology sends in an hour in the middle of which its leader fails, beside the equations.
type bill struct {
	guard                   guard
	checks, sessions        int // health checks, and messages of sessions
	answers, appointments   int // which no equation counts
	printedChecks, printedS int
}

// begun is how many sessions of those who are left, of that many, are in its messages; whole, that there is nothing
// beside. It takes no copy to who is down.
func (b bill) begun(left int) (sessions int, whole bool) {
	of := 3 * (left - 1)
	return b.sessions / of, b.sessions > 0 && b.sessions%of == 0
}

func (g guard) bill() (bill, error) {
	w := watch{g, true}
	counts, err := w.counted(context.Background())
	health, consensus, _ := w.printed()
	sessions, _ := counts.session()
	return bill{
		g, counts.others[words.KindProbe], sessions, counts.others[words.KindAck], counts.others[words.KindAppoint],
		int(observed/g.interval()) * health, consensus,
	}, err
}

func (b bill) String() string {
	phases := map[phasing]string{even: "shifted", together: "at one time"}[b.guard.phases]
	return fmt.Sprintf("%s, checks %s: %d checks and %d messages of sessions, by the equations %d and %d, beside %d "+
		"answers and %d appointments", b.guard.numbers(), phases, b.checks, b.sessions, b.printedChecks, b.printedS,
		b.answers, b.appointments)
}

// checkFewer is A-32: where the leader fails mutual checks send fewer messages than by equations (16) and (17),
// be sessions begun by those who find it before a first one is over or one by each who is left.
func checkFewer(list []guard) (string, error) {
	var said []string
	for _, g := range list {
		b, err := g.bill()
		all := 3 * (g.instances - 1) * (g.instances - 2) // messages if each of those who are left begins a session
		begun, whole := b.begun(g.instances - 1)
		fewer := whole && b.sessions < all
		if g.phases == together {
			fewer = b.sessions == all
		}
		if err == nil && (!fewer || all >= b.printedS || b.checks >= b.printedChecks) {
			err = errors.New(b.String())
		}
		if err != nil {
			return "", err
		}
		said = append(said, fmt.Sprintf("%s, sessions: %d", b, begun))
	}
	return "the leader fails in the middle of 3600 s: " + strings.Join(said, "; "), nil
}

// checkObserversSend is A-36, and of one observer A-33: the health checks are those of equations (22) and (28)
// though the leader fails. Where observers check at one time each begins a session, which is as much as (29)
// says; where checks are shifted the first begins one alone.
func checkObserversSend(list []guard) (string, error) {
	var said []string
	for _, g := range list {
		b, err := g.bill()
		want := 3 * (g.watchers - 1)
		if g.phases == together {
			want = b.printedS
		}
		if err == nil && (b.sessions != want || b.checks != b.printedChecks) {
			err = fmt.Errorf("%s; want %d and %d", b, b.printedChecks, want)
		}
		if err != nil {
			return "", err
		}
		said = append(said, b.String())
	}
	return "the leader fails in the middle of 3600 s: " + strings.Join(said, "; "), nil
}

// checkObserverTimes is A-33: one observer checks who has failed after half an interval on average, and finds
// that it has failed as much later as it awaits an answer.
func checkObserverTimes(answers []int) (string, error) {
	var said []string
	half := guarded(words.Observer, 5, 1).closed().ObserverDetection()
	for _, ms := range answers {
		g := guarded(words.Observer, 5, 1).awaiting(ms)
		c, err := g.course()
		if err == nil && (!alike(c.checked, half) || c.detected.Cmp(half) <= 0) {
			err = fmt.Errorf("checked after %s s, detected after %s s", cents(c.checked), cents(c.detected))
		}
		if err != nil {
			return "", err
		}
		said = append(said, fmt.Sprintf("%s s where an answer is awaited for %s s", cents(c.detected),
			cents(g.awaited())))
	}
	return fmt.Sprintf("h_o = 10 s, mean of failures at %d instants of an interval: who fails is next checked after "+
		"%s s, as (19) has it, and found to have failed after %s", instants, cents(half), strings.Join(said, ", ")), nil
}

// checkObserversTimes is A-34: three whose phases are shifted check who has failed after a sixth of an interval.
func checkObserversTimes() (string, error) {
	g := guarded(words.Observers, 5, 3)
	c, err := g.course()
	if want := g.closed().ObserversDetection(); err == nil && !alike(c.checked, want) {
		err = fmt.Errorf("after %s s", cents(c.checked))
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("h_o = 10 s, M = 3: who fails is next checked after %s s, as (25) has it, and found to have "+
		"failed after %s s", cents(c.checked), cents(c.detected)), nil
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
		counts, err := (watch{guard: guarded(words.Mutual, n, 0)}).counted(context.Background())
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

// checkFirst is A-38 as it runs: mutual checks of so many instances detect before so many observers, and not before
// more; and before one.
func checkFirst(instances, observers int) (string, error) {
	mutual, err := guarded(words.Mutual, instances, 0).course()
	if err != nil {
		return "", err
	}
	var said []string
	for m := 1; m <= instances; m++ {
		c, err := guarded(words.Observers, instances, m).course()
		if err == nil && (mutual.detected.Cmp(c.detected) < 0) != (m <= observers) {
			err = fmt.Errorf("mutual checks after %s s, %d observers after %s s", cents(mutual.detected), m,
				cents(c.detected))
		}
		if err != nil {
			return "", err
		}
		said = append(said, cents(c.detected))
	}
	return fmt.Sprintf("h = h_o = 10 s, N = %d: mutual checks detect after %s s, 1 to %d observers after %s s",
		instances, cents(mutual.detected), instances, strings.Join(said, ", ")), nil
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
		shifted, err := g.course()
		if err != nil {
			return "", err
		}
		equal, err := g.in(together).course()
		if err != nil {
			return "", err
		}
		if shifted.detected.Cmp(equal.detected) >= 0 {
			return "", fmt.Errorf("%s: %s and %s", g.topology, cents(shifted.detected), cents(equal.detected))
		}
		said = append(said, fmt.Sprintf("%s with %s: %s s, and %s s where all check at one time",
			g.topology, g.numbers(), cents(shifted.detected), cents(equal.detected)))
	}
	return "who fails is found to have failed after: " + strings.Join(said, "; "), nil
}
