package paper

import (
	"context"
	"fmt"
	"math/big"

	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// unseen is progress that nobody watches.
func unseen(int, int) {}

// checkMaximum is A-24: of all delays up to d some have DEBATES and the consensus take longer than
// equations (1) and (3) say; running replicas take as long. None takes longer than the bound that is
// recommended.
func checkMaximum(c timed) (string, error) {
	most, err := c.longest(context.Background(), unseen)
	if err != nil {
		return "", err
	}
	closed := c.closed()
	debates, consensus := big.NewRat(int64(most.debates), 1), big.NewRat(int64(most.consensus), 1)
	bound := new(big.Rat).Add(closed.DebatesAtMost(), closed.ShareAtMost())
	if debates.Cmp(closed.Debates()) <= 0 || consensus.Cmp(closed.Consensus()) <= 0 || consensus.Cmp(bound) > 0 {
		return "", fmt.Errorf("at most %d and %d", most.debates, most.consensus)
	}
	return fmt.Sprintf("in one of %d runs of %d replicas with d = %d and t_p = 1 DEBATES take %d, by (1) at most "+
		"%s; in one all take %d, by (3) at most %s", most.runs, c.nodes, c.most, most.debates,
		closed.Debates().RatString(),
		most.consensus, closed.Consensus().RatString()), nil
}

// checkEqualDelays is A-24, where it holds: where each message takes d, nothing takes longer than the
// equations say.
func checkEqualDelays(sizes []int) (string, error) {
	for _, n := range sizes {
		c := timed{nodes: n, most: 10}
		equal, closed := c.equal(), c.closed()
		if big.NewRat(int64(equal.debates), 1).Cmp(closed.Debates()) > 0 ||
			big.NewRat(int64(equal.consensus), 1).Cmp(closed.Consensus()) > 0 {
			return "", fmt.Errorf("%d replicas take %d and %d", n, equal.debates, equal.consensus)
		}
	}
	return fmt.Sprintf("%v running replicas take no longer than (1) and (3) where each message takes d", sizes), nil
}

// checkLinear is A-25: one replica more makes equation (3) longer by 3 t_p, whatever the others are.
func checkLinear(most int) (string, error) {
	work := big.NewRat(7, 5)
	at := func(n int) *big.Rat {
		return specification.Timing{Replicas: n, Delay: big.NewRat(10, 1), Processing: work}.Consensus()
	}
	step := new(big.Rat).Mul(big.NewRat(3, 1), work)
	for n := 1; n < most; n++ {
		if more := new(big.Rat).Sub(at(n+1), at(n)); more.Cmp(step) != 0 {
			return "", fmt.Errorf("from %d to %d replicas it grows by %s", n, n+1, more.RatString())
		}
	}
	return fmt.Sprintf("from 1 to %d replicas equation (3) grows by 3 t_p with each", most), nil
}

// checkLinearRuns is A-25 in running replicas that take one message after the other: at worst so much
// more for each replica, as long as each takes t_p for a message whatever stands in it.
func checkLinearRuns(most int) (string, error) {
	last := 0
	for n := 2; n <= most; n++ {
		c := timed{nodes: n, most: 10}
		took := c.equal().consensus
		if n > 2 && (took <= last || took-last > 3) {
			return "", fmt.Errorf("%d replicas take %d, one less %d", n, took, last)
		}
		last = took
	}
	return fmt.Sprintf("2 to %d running replicas take up to 3 t_p more with each", most), nil
}

// late is how repeated sessions of all end that go on to lose messages.
type late struct {
	repeated
	runs, sessions int
}

// disagreement is the share of the later half of the sessions that ends in disagreement, by latest.
func (l late) disagreement() (*big.Rat, error) {
	sum := new(big.Rat)
	for seed := range uint64(l.runs) {
		run, err := l.run(context.Background(), seed+1, l.sessions)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, disagreeing(run[l.sessions/2:l.sessions], 0))
	}
	return sum.Quo(sum, big.NewRat(int64(l.runs), 1)), nil
}

// checkLate is A-01 under lasting loss (A4.2): late sessions end in disagreement no less than one does.
func checkLate(l late) (string, error) {
	share, err := l.disagreement()
	if err == nil && share.Cmp(big.NewRat(25, 1)) < 0 {
		err = fmt.Errorf("%s %% of the late sessions end in disagreement", share.FloatString(0))
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d replicas that lose %d %% for ever: of %d runs %s %% of sessions %d to %d end in "+
		"disagreement",
		l.net.nodes, l.net.perMille/10, l.runs, share.FloatString(0), l.sessions/2+1, l.sessions), nil
}

// checkLateUnited is A-01 where lists are united: once they agree they always do.
func checkLateUnited(l late) (string, error) {
	share, err := l.disagreement()
	if err == nil && share.Sign() > 0 {
		err = fmt.Errorf("%s %% of the late sessions end in disagreement", share.FloatString(0))
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("where lists are united none of these sessions does, in %d runs", l.runs), nil
}
