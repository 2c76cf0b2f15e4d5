package rsdp

import (
	"fmt"
	"math/big"
)

// Timing is what the paper's closed forms of the time to a consensus go by (section 3.3). All of
// its numbers are exact, and so is all that comes of them.
type Timing struct {
	Replicas int // n, at least 1
	// Delay is d, the longest way of a message, and Processing t_p, the longest time that a replica
	// takes for one; in one unit, not negative.
	Delay, Processing *big.Rat
}

// Check tells what is wrong with the numbers, or nothing.
func (t Timing) Check() error {
	if t.Replicas < 1 {
		return fmt.Errorf("%d replicas, there must be at least 1", t.Replicas)
	}
	return firstError(notNegative("delay", t.Delay), notNegative("processing", t.Processing))
}

// Debates is T_DEBATES of equation (1): 2d + 2 t_p (n-1).
//
// As a longest time it is too short: it counts the work for the HELLOs of all others, and not that
// for the STATUSes that are there before the last HELLO. See [Timing.DebatesAtMost].
func (t Timing) Debates() *big.Rat { return t.linear(2, 2) }

// Share is T_SHARE of equation (2): d + (n-1) t_p.
func (t Timing) Share() *big.Rat { return t.linear(1, 1) }

// Consensus is T_consensus of equation (3): 3 (d + t_p (n-1)), the sum of the two.
func (t Timing) Consensus() *big.Rat { return t.linear(3, 3) }

// DebatesAtMost is a bound of the time of DEBATES that holds: 2d + 6 (n-1) t_p. A replica that takes
// its messages one by one in the order in which they come gets 3 (n-1) of them in all, so that none
// waits for longer than that; the last STATUS has waited at two replicas.
func (t Timing) DebatesAtMost() *big.Rat { return t.linear(2, 6) }

// ShareAtMost is such a bound of the time of SHARE, from the last replica's SHARE on: d + 3 (n-1) t_p.
func (t Timing) ShareAtMost() *big.Rat { return t.linear(1, 3) }

// linear is so many delays, and (n-1) times so many processings.
func (t Timing) linear(delays, processings int64) *big.Rat {
	work := new(big.Rat).Mul(whole(processings*int64(t.Replicas-1)), t.Processing)
	return work.Add(work, new(big.Rat).Mul(whole(delays), t.Delay))
}

// Risk is what the paper's closed forms of the probability that a consensus fails go by (section
// 3.3): the loss of each message and the failure of each replica are independent.
type Risk struct {
	Replicas int // n, at least 1
	// Loss is p_l, the probability that a message is lost, and Failure p_f, that a replica fails
	// while a consensus is reached: 0 to 1.
	Loss, Failure *big.Rat
}

// Check tells what is wrong with the numbers, or nothing.
func (r Risk) Check() error {
	if r.Replicas < 1 {
		return fmt.Errorf("%d replicas, there must be at least 1", r.Replicas)
	}
	return firstError(probability("loss", r.Loss), probability("failure", r.Failure))
}

// Message is P_msg of equation (4): 1 - p_l.
func (r Risk) Message() *big.Rat { return complement(r.Loss) }

// Messages is M_total of equation (5), those that a replica is to receive: 3 (n-1).
func (r Risk) Messages() int { return 3 * (r.Replicas - 1) }

// Replica is P_replica of equation (6): (1-p_f) (1-p_l)^(3n-3).
//
// It counts what a replica receives alone. That its own HELLOs arrive is needed too, for otherwise
// nobody answers: see [Risk.ReplicaCausal].
func (r Risk) Replica() *big.Rat {
	p := power(r.Message(), r.Messages())
	return p.Mul(p, complement(r.Failure))
}

// ReplicaCausal is the probability that one replica does not fail and receives what equation (6)
// asks for, with that which must come before: its n-1 HELLOs too, so that it is
// (1-p_f) (1-p_l)^(4(n-1)).
func (r Risk) ReplicaCausal() *big.Rat {
	p := power(r.Message(), 4*(r.Replicas-1))
	return p.Mul(p, complement(r.Failure))
}

// All is P_all replicas of equation (7): that of (6) to the power of n. It is exact as the
// probability that nobody fails and each message arrives.
func (r Risk) All() *big.Rat { return power(r.Replica(), r.Replicas) }

// LastStateFails is P_last state failure of equation (8): 1 less (7). It bounds from above how often
// the latest source of truth really ends in disagreement, and does not say how often that is.
func (r Risk) LastStateFails() *big.Rat { return complement(r.All()) }

// Quorum is q of equation (9): n/2 rounded up. Where n is even it is no majority: two quorums may have
// no member in common. See [Risk.Majority].
func (r Risk) Quorum() int { return (r.Replicas + 1) / 2 }

// Majority is what equation (9) is said to be, a simple majority: n/2 rounded down, and 1.
func (r Risk) Majority() int { return r.Replicas/2 + 1 }

// QuorumReached is P_quorum consensus of equation (10): that at least q replicas succeed, each with
// the probability of (6), were they independent. q is 0 to n.
func (r Risk) QuorumReached(q int) *big.Rat {
	succeeds, sum := r.Replica(), new(big.Rat)
	fails := complement(succeeds)
	for k := q; k <= r.Replicas; k++ {
		term := binomial(r.Replicas, k)
		sum.Add(sum, term.Mul(term, power(succeeds, k)).Mul(term, power(fails, r.Replicas-k)))
	}
	return sum
}

// VoteFails is P_vote failure of equation (11): 1 less (10), with the quorum of (9).
func (r Risk) VoteFails() *big.Rat { return complement(r.QuorumReached(r.Quorum())) }

// MajorityFails is equation (11) with a majority for the quorum.
func (r Risk) MajorityFails() *big.Rat { return complement(r.QuorumReached(r.Majority())) }

// QuorumCausal is what equation (10) would be: the probability that at least q replicas do not fail
// and hear HELLO, STATUS and SHARE of all others, where a STATUS is sent to whose HELLO has come. They
// are not independent, for a HELLO that is lost costs two replicas what they need. q is 1 to n.
//
// Of k replicas that all succeed each pair needs all of its six messages, and each of them needs
// four with everybody else; that at least q succeed follows by inclusion and exclusion.
func (r Risk) QuorumCausal(q int) *big.Rat {
	n, sum := r.Replicas, new(big.Rat)
	for k := q; k <= n; k++ {
		term := binomial(n, k)
		term.Mul(term, binomial(k-1, q-1))
		term.Mul(term, power(complement(r.Failure), k))
		term.Mul(term, power(r.Message(), 3*k*(k-1)+4*k*(n-k)))
		if (k-q)%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	return sum
}

// QuorumStrict is the same where a replica that fails sends nothing, as the paper's assumption has
// it: each must hear from all, so that nobody may fail.
func (r Risk) QuorumStrict(q int) *big.Rat {
	sound := Risk{Replicas: r.Replicas, Loss: r.Loss, Failure: new(big.Rat)}
	return new(big.Rat).Mul(sound.QuorumCausal(q), power(complement(r.Failure), r.Replicas))
}

// Join is the probability that no message is lost in a session of one replica that joins (section
// 2.2): (1-p_l)^(3(n-1)), its HELLOs, the answers, and its SHAREs.
func (r Risk) Join() *big.Rat { return power(r.Message(), r.Messages()) }

// Inflation is how many made-up members one liar needs in its ballot to beat the full ballots of all
// other replicas by rank: the least m of which 2^m is more than n-1 (section 3.1).
func (r Risk) Inflation() int { return big.NewInt(int64(r.Replicas - 1)).BitLen() }

// whole is a whole number.
func whole(n int64) *big.Rat { return big.NewRat(n, 1) }

// complement is 1 - p.
func complement(p *big.Rat) *big.Rat { return new(big.Rat).Sub(whole(1), p) }

// power is p to the power of n, which is not negative.
func power(p *big.Rat, n int) *big.Rat {
	exponent := big.NewInt(int64(n))
	return new(big.Rat).SetFrac(
		new(big.Int).Exp(p.Num(), exponent, nil), new(big.Int).Exp(p.Denom(), exponent, nil),
	)
}

// binomial is how many sets of k there are in one of n.
func binomial(n, k int) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
}

// notNegative tells that a number is missing or less than 0.
func notNegative(name string, x *big.Rat) error {
	switch {
	case x == nil:
		return fmt.Errorf("%s is missing", name)
	case x.Sign() < 0:
		return fmt.Errorf("%s is %s, it must not be negative", name, x.RatString())
	}
	return nil
}

// probability tells that a number is none.
func probability(name string, p *big.Rat) error {
	if err := notNegative(name, p); err != nil {
		return err
	}
	if p.Cmp(whole(1)) > 0 {
		return fmt.Errorf("%s is %s, a probability must be 0 to 1", name, p.RatString())
	}
	return nil
}

// firstError is the first that is one.
func firstError(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}
