package paper

import (
	"fmt"
	"math/big"
	"math/bits"

	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// counted has, of all ways in which the messages of one session of three may be lost, how many there are
// of each number of losses in which something is so.
type counted []int64

// chanceOf is the probability of it.
func (c counted) chanceOf(r specification.Risk) *big.Rat {
	sum := new(big.Rat)
	for lost, ways := range c {
		p := big.NewRat(ways, 1)
		for range lost {
			p.Mul(p, r.Loss)
		}
		for range len(c) - 1 - lost {
			p.Mul(p, r.Message())
		}
		sum.Add(sum, p)
	}
	return sum
}

// session counts all ways in which messages of a session of all of so many replicas may be lost: those in
// which replica 0 gets all that equation (6) asks for, and those in which so many do.
func sessionsOf(nodes int) (first counted, many []counted) {
	ways := nodes * (nodes - 1)
	first, many = make(counted, 3*ways+1), make([]counted, nodes+1)
	for k := range many {
		many[k] = make(counted, 3*ways+1)
	}
	way := func(from, to int) int { // the number of that way
		if to > from {
			to--
		}
		return from*(nodes-1) + to
	}
	for lost := range uint64(1) << (3 * ways) {
		hello, status, share := lost, lost>>ways, lost>>(2*ways)
		succeed := 0
		for self := range nodes {
			gets := true
			for other := range nodes {
				if other != self {
					in, out := way(other, self), way(self, other)
					gets = gets && (hello>>in|hello>>out|status>>in|share>>in)&1 == 0
				}
			}
			if gets {
				succeed++
				if self == 0 {
					first[bits.OnesCount64(lost)]++
				}
			}
		}
		many[succeed][bits.OnesCount64(lost)]++
	}
	return first, many
}

// checkReplica is A-26: that a replica gets a HELLO, a STATUS and a SHARE of all others is less likely
// than by equation (6), for nobody answers a HELLO that is lost.
func checkReplica(r specification.Risk) (string, error) {
	first, _ := sessionsOf(r.Replicas)
	got := first.chanceOf(r)
	if got.Cmp(r.Replica()) >= 0 || got.Cmp(r.ReplicaCausal()) != 0 {
		return "", fmt.Errorf("it is %s", got.FloatString(digits))
	}
	return fmt.Sprintf("of all ways in which the messages of %d may be lost, each with %s, a replica gets all it "+
		"needs with %s, by (6) %s", r.Replicas, r.Loss.FloatString(2), got.FloatString(digits),
		r.Replica().FloatString(digits)), nil
}

// digits are those of a probability.
const digits = 4

// checkAllArrive is A-26: equation (7) is that everything arrives.
func checkAllArrive(r specification.Risk) (string, error) {
	_, many := sessionsOf(r.Replicas)
	got := many[r.Replicas].chanceOf(r)
	if got.Cmp(r.All()) != 0 {
		return "", fmt.Errorf("it is %s, by (7) %s", got.FloatString(digits), r.All().FloatString(digits))
	}
	return fmt.Sprintf("all %d get all they need with %s, as (7) has it", r.Replicas, got.FloatString(digits)), nil
}

// checkNoFailure is A-26: equation (8) is not how often the latest source of truth fails.
func checkNoFailure(l lossy) (string, error) {
	got, printed := l.ends(elections()[0], 0).disagree, l.risk().LastStateFails()
	if got.Cmp(printed) >= 0 {
		return "", fmt.Errorf("%s %%, by (8) %s %%", hundredfold(got, 2), hundredfold(printed, 2))
	}
	return fmt.Sprintf("%d replicas that lose %d %% end in disagreement in %s %% of the sessions, by (8) in %s %%",
		l.nodes, l.lost, hundredfold(got, 2), hundredfold(printed, 2)), nil
}

// checkQuorum is A-27: at least a quorum gets all it needs less often than by equation (10), for
// replicas do not succeed independently.
func checkQuorum(r specification.Risk) (string, error) {
	_, many := sessionsOf(r.Replicas)
	got, q := new(big.Rat), r.Quorum()
	for k := q; k <= r.Replicas; k++ {
		got.Add(got, many[k].chanceOf(r))
	}
	if got.Cmp(r.QuorumReached(q)) >= 0 || got.Cmp(r.QuorumCausal(q)) != 0 {
		return "", fmt.Errorf("it is %s", got.FloatString(digits))
	}
	return fmt.Sprintf("%d of %d get all they need with %s where %s are lost, by (10) with %s", q, r.Replicas,
		got.FloatString(digits), r.Loss.FloatString(2), r.QuorumReached(q).FloatString(digits)), nil
}

// checkDisjoint is A-27: where n is even, two quorums of equation (9) have nobody in common.
func checkDisjoint(most int) (string, error) {
	var disjoint []int
	for n := 1; n <= most; n++ {
		r := specification.Risk{Replicas: n}
		if 2*r.Majority() <= n {
			return "", fmt.Errorf("of %d, %d are no majority", n, r.Majority())
		}
		if 2*r.Quorum() <= n {
			disjoint = append(disjoint, n)
		}
	}
	if len(disjoint) != most/2 {
		return "", fmt.Errorf("two quorums may have nobody in common of %v", disjoint)
	}
	return fmt.Sprintf("half of n, rounded up, is no majority of %v: two quorums may have nobody in common",
		disjoint), nil
}

// checkNoQuorum is A-27: equation (11) is not how often a vote fails.
func checkNoQuorum(l lossy) (string, error) {
	printed := l.risk().VoteFails()
	popular, ranked := l.ends(elections()[1], 0).disagree, l.ends(elections()[2], 0).disagree
	if popular.Cmp(printed) == 0 || ranked.Cmp(printed) == 0 {
		return "", fmt.Errorf("it is %s %%", hundredfold(printed, 2))
	}
	return fmt.Sprintf("%d replicas that lose %d %% end in disagreement in %s %% of the sessions by popular vote, "+
		"in %s %% by rank, and by (11) in %s %%", l.nodes, l.lost, hundredfold(popular, 2), hundredfold(ranked, 2),
		hundredfold(printed, 2)), nil
}

// anyOf is the probability that any of some independent things happens, worked out over all cases.
func anyOf(ps ...*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for which := 1; which < 1<<len(ps); which++ {
		p := big.NewRat(1, 1)
		for i, one := range ps {
			if which>>i&1 == 1 {
				p.Mul(p, one)
			} else {
				p.Mul(p, new(big.Rat).Sub(big.NewRat(1, 1), one))
			}
		}
		sum.Add(sum, p)
	}
	return sum
}

// checkMutualRisk is A-31: equations (14) and (15), were consensus and instances independent.
func checkMutualRisk(f specification.Failover) (string, error) {
	all := new(big.Rat) // that all instances fail, over all cases of which of them do
	for which := range 1 << f.Instances {
		p := big.NewRat(1, 1)
		for i := range f.Instances {
			if which>>i&1 == 1 {
				p.Mul(p, f.InstanceFails)
			} else {
				p.Mul(p, new(big.Rat).Sub(big.NewRat(1, 1), f.InstanceFails))
			}
		}
		if bits.OnesCount(uint(which)) == f.Instances {
			all.Add(all, p)
		}
	}
	if want := anyOf(f.ConsensusFails, all); f.AllInstancesFail().Cmp(all) != 0 || f.MutualFails().Cmp(want) != 0 {
		return "", fmt.Errorf("it is %s and %s", all.FloatString(7), want.FloatString(7))
	}
	return fmt.Sprintf("over all cases all %d instances fail with %s, and they or the consensus with %s", f.Instances,
		all.FloatString(7), f.MutualFails().FloatString(7)), nil
}

// checkObserversRisk is A-35: equation (27) is not the probability that one of three things happens.
func checkObserversRisk(f specification.Failover) (string, error) {
	got, printed := anyOf(f.ConsensusFails, f.AllWatchersFail(), f.AllInstancesFail()), f.ObserversFailsPrinted()
	if got.Cmp(printed) == 0 || got.Cmp(f.ObserversFails()) != 0 {
		return "", fmt.Errorf("it is %s, by (27) %s", got.FloatString(digits), printed.FloatString(digits))
	}
	return fmt.Sprintf("where consensus fails with %s, all observers with %s, all instances with %s, one of them "+
		"does with %s, by (27) with %s", f.ConsensusFails.FloatString(2), f.AllWatchersFail().FloatString(2),
		f.AllInstancesFail().FloatString(2), got.FloatString(digits), printed.FloatString(digits)), nil
}
