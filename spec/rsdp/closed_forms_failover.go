package rsdp

import (
	"fmt"
	"math/big"
)

// Failover is what the paper's closed forms of the failover topologies go by (section 4). Mutual is its
// first topology (4.1), Observer its second (4.2), Observers its third (4.3). A form needs the numbers
// that its equation names, and no others. Times are in one unit.
type Failover struct {
	Instances int // N, at least 2
	Watchers  int // M, at least 1
	// Interval is h or h_o, the time between two health checks of one process: more than 0.
	Interval *big.Rat
	// Consensus is T_c, the time to a consensus, and Procedure T_p, that of the procedure: not negative.
	Consensus, Procedure *big.Rat
	// InstanceFails is p_i, WatcherFails p_o and ConsensusFails P_consensus: 0 to 1.
	InstanceFails, WatcherFails, ConsensusFails *big.Rat
	// Observed is T_obs, the time for which messages are counted, and Size C_m, that of one in bytes:
	// not negative.
	Observed, Size *big.Rat
}

// Check tells what is wrong with the numbers that are there, or nothing.
func (f Failover) Check() error {
	switch {
	case f.Instances < 2:
		return fmt.Errorf("%d instances, there must be at least 2", f.Instances)
	case f.Watchers < 1:
		return fmt.Errorf("%d observers, there must be at least 1", f.Watchers)
	case f.Interval != nil && f.Interval.Sign() <= 0:
		return fmt.Errorf("interval is %s, it must be more than 0", f.Interval.RatString())
	}
	for _, one := range []struct {
		name  string
		value *big.Rat
		check func(string, *big.Rat) error
	}{
		{"consensus", f.Consensus, notNegative},
		{"procedure", f.Procedure, notNegative},
		{"observed", f.Observed, notNegative},
		{"size", f.Size, notNegative},
		{"instanceFails", f.InstanceFails, probability},
		{"watcherFails", f.WatcherFails, probability},
		{"consensusFails", f.ConsensusFails, probability},
	} {
		if one.value == nil {
			continue
		}
		if err := one.check(one.name, one.value); err != nil {
			return err
		}
	}
	return nil
}

// DetectedEvenly is the expected time until a failure, at any time, is detected by the next of so many
// health checks that come evenly in each interval: half of what lies between two of them.
func (f Failover) DetectedEvenly(checkers int) *big.Rat { return f.intervals(1, 2*int64(checkers)) }

// DetectedTogether is the same where all check at one time: half of an interval.
func (f Failover) DetectedTogether() *big.Rat { return f.DetectedEvenly(1) }

// DetectedAnyhow is the same where each checks at a time of its own, drawn evenly.
func (f Failover) DetectedAnyhow(checkers int) *big.Rat { return f.intervals(1, int64(checkers)+1) }

// MutualDetection is E[T_d1] of equation (12): h/(2N).
//
// Of N processes only N-1 are left to detect the failure of one: see [Failover.MutualDetectionGap] and
// [Failover.MutualDetectionShifted].
func (f Failover) MutualDetection() *big.Rat { return f.DetectedEvenly(f.Instances) }

// MutualDetectionGap is what equation (12) is right after the failure, when the checks of the one that
// has failed are missing: h (N+2) / (2 N^2).
func (f Failover) MutualDetectionGap() *big.Rat {
	n := int64(f.Instances)
	return f.intervals(n+2, 2*n*n)
}

// MutualDetectionShifted is what equation (12) is where the N-1 that are left check evenly, as after they
// have shifted their phases anew: h/(2(N-1)).
func (f Failover) MutualDetectionShifted() *big.Rat { return f.DetectedEvenly(f.Instances - 1) }

// MutualFailover is T_f1 of equation (13): h/(2N) + T_c + T_p.
func (f Failover) MutualFailover() *big.Rat { return f.after(f.MutualDetection(), f.Consensus) }

// MutualFailoverGap is equation (13) with the time to detect of [Failover.MutualDetectionGap].
func (f Failover) MutualFailoverGap() *big.Rat { return f.after(f.MutualDetectionGap(), f.Consensus) }

// AllInstancesFail is P_all instances of equation (14): p_i^N.
func (f Failover) AllInstancesFail() *big.Rat { return power(f.InstanceFails, f.Instances) }

// MutualFails is P_f1 of equation (15): that there is no consensus, or no instance, were these
// independent.
func (f Failover) MutualFails() *big.Rat { return either(f.ConsensusFails, f.AllInstancesFail()) }

// MutualFailsCovered is what equation (15) comes to where P_consensus covers that all have failed, for
// who is down reaches no consensus: P_consensus, which must not be less than p_i^N.
func (f Failover) MutualFailsCovered() *big.Rat { return new(big.Rat).Set(f.ConsensusFails) }

// MutualHealth is M_health of equation (17), which the paper does not define for this topology: the
// health checks of an interval, N (N-1).
func (f Failover) MutualHealth() int { return f.Instances * (f.Instances - 1) }

// MutualConsensus is M_consensus of equation (16): 3 N (N-1).
func (f Failover) MutualConsensus() int { return 3 * f.MutualHealth() }

// MutualMessages is M_total1 of equation (17), with one consensus in T_obs.
func (f Failover) MutualMessages() *big.Rat { return f.messages(f.MutualHealth(), f.MutualConsensus()) }

// MutualOverhead is Overhead_1 of equation (18), in bytes.
func (f Failover) MutualOverhead() *big.Rat { return f.bytes(f.MutualMessages()) }

// ObserverDetection is E[T_d2] of equation (19): h_o/2.
func (f Failover) ObserverDetection() *big.Rat { return f.DetectedTogether() }

// ObserverFailover is T_f2 of equation (20): h_o/2 + T_p.
func (f Failover) ObserverFailover() *big.Rat { return f.after(f.ObserverDetection(), new(big.Rat)) }

// ObserverFails is P_f2 of equation (21): that the observer fails, or all instances do.
func (f Failover) ObserverFails() *big.Rat { return either(f.WatcherFails, f.AllInstancesFail()) }

// ObserverHealth is M_health of equation (22): N.
func (f Failover) ObserverHealth() int { return f.Instances }

// ObserverMessages is M_total2 of equation (23).
func (f Failover) ObserverMessages() *big.Rat { return f.messages(f.ObserverHealth(), 0) }

// ObserverOverhead is Overhead_2 of equation (24), in bytes.
func (f Failover) ObserverOverhead() *big.Rat { return f.bytes(f.ObserverMessages()) }

// ObserversDetection is E[T_d3] of equation (25): h_o/(2M), where their phases are shifted evenly.
func (f Failover) ObserversDetection() *big.Rat { return f.DetectedEvenly(f.Watchers) }

// ObserversFailover is T_f3 of equation (26): h_o/(2M) + T_c + T_p.
func (f Failover) ObserversFailover() *big.Rat { return f.after(f.ObserversDetection(), f.Consensus) }

// AllWatchersFail is P_all observers: p_o^M.
func (f Failover) AllWatchersFail() *big.Rat { return power(f.WatcherFails, f.Watchers) }

// ObserversFailsPrinted is P_f3 of equation (27) as printed: the sum of three probabilities less their
// product. That is no inclusion and exclusion, and may be more than 1: see [Failover.ObserversFails].
func (f Failover) ObserversFailsPrinted() *big.Rat {
	a, b, c := f.ConsensusFails, f.AllWatchersFail(), f.AllInstancesFail()
	sum := new(big.Rat).Add(new(big.Rat).Add(a, b), c)
	return sum.Sub(sum, new(big.Rat).Mul(new(big.Rat).Mul(a, b), c))
}

// ObserversFails is what equation (27) is to be: that one of three comes, were these independent.
func (f Failover) ObserversFails() *big.Rat {
	return either(f.ConsensusFails, either(f.AllWatchersFail(), f.AllInstancesFail()))
}

// ObserversHealth is M_health of equation (28): M N.
func (f Failover) ObserversHealth() int { return f.Watchers * f.Instances }

// ObserversConsensus is M_consensus of equation (29): 3 M (M-1).
func (f Failover) ObserversConsensus() int { return 3 * f.Watchers * (f.Watchers - 1) }

// ObserversMessages is M_total3 of equation (30), with one consensus in T_obs.
func (f Failover) ObserversMessages() *big.Rat {
	return f.messages(f.ObserversHealth(), f.ObserversConsensus())
}

// ObserversOverhead is Overhead_3 of equation (31), in bytes.
func (f Failover) ObserversOverhead() *big.Rat { return f.bytes(f.ObserversMessages()) }

// intervals is that part of an interval.
func (f Failover) intervals(num, denom int64) *big.Rat {
	return new(big.Rat).Mul(f.Interval, big.NewRat(num, denom))
}

// after is the end of the procedure that begins after two times.
func (f Failover) after(detection, consensus *big.Rat) *big.Rat {
	sum := new(big.Rat).Add(detection, consensus)
	return sum.Add(sum, f.Procedure)
}

// messages are those of all intervals of T_obs, and of one consensus.
func (f Failover) messages(health, consensus int) *big.Rat {
	all := new(big.Rat).Quo(f.Observed, f.Interval)
	all.Mul(all, whole(int64(health)))
	return all.Add(all, whole(int64(consensus)))
}

// bytes is the size of so many messages.
func (f Failover) bytes(messages *big.Rat) *big.Rat { return new(big.Rat).Mul(messages, f.Size) }

// either is the probability that one of two independent events comes, or both.
func either(a, b *big.Rat) *big.Rat {
	neither := complement(a)
	return complement(neither.Mul(neither, complement(b)))
}
