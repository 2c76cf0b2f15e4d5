package paper

import (
	"github.com/scrutineer-go/scrutineer/internal/claims"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// What is judged of the topologies, by its names in the table.
const (
	actsAlone  = "NeverTwoAct"
	leaderActs = "LeaderActs"
)

// explored is that a property holds in all these explorations.
func explored(property string, ids ...string) []claims.Evidence {
	var list []claims.Evidence
	for _, id := range ids {
		list = append(list, claims.Exploration{ID: id, Property: property})
	}
	return list
}

// risky are the numbers of equations (15) and (27).
func risky(instances int, instance, watcher, consensus string) specification.Failover {
	f := mutual(instances, "10", "0", "0")
	f.InstanceFails, f.WatcherFails, f.ConsensusFails = exact(instance), exact(watcher), exact(consensus)
	return f
}

// mutually are mutual topologies of so many instances each.
func mutually(sizes ...int) []guard {
	var list []guard
	for _, n := range sizes {
		list = append(list, guarded(words.Mutual, n, 0))
	}
	return list
}

// ofDetection are the checks of the mutual topology.
func ofDetection() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-28", Verdict: claims.Verified,
			Found: "Restricted to crashes: nothing is lost, nobody is cut off or comes up again, the views are " +
				"right at first, the latest source of truth elects, and windows wait for all answers, as do health " +
				"checks, so that nobody up is missed, and which are further apart than a session takes; with 4 " +
				"instances the explorations have the leader alone be checked, and the runs have each failure " +
				"settled before the next. Then one of those who are left acts, and never two, with 2, 3 and 4 " +
				"instances. Beyond that it does not hold: one lost HELLO makes two act, and two that hold different " +
				"views, as after a partition that has healed, both act for ever, unless sessions are repeated.",
			For: claims.All(claims.Holds(actsAlone, "failover-two", "failover-three"),
				claims.Holds(leaderActs, "failover-two-live"),
				explored(leaderActs, "failover-three-all", "failover-four"),
				explored(actsAlone, "failover-three-all", "failover-four"),
				computed("all orders of failures", given(checkMutualOutage, guarded(words.Mutual, 4, 0))),
				claims.Fails(actsAlone, "failover-hello-lost"), claims.Fails("OneAtLast", "failover-torn-for-ever")),
		},
		{
			Claim: "A-29", Verdict: claims.Refuted,
			Found: "Restricted to checks that are shifted evenly, at equal intervals: who has failed has checked " +
				"too, and N-1 are left. The next check comes after h(N+2)/(2N^2), as its checks are missing (A4.7); " +
				"the detection comes later by the time for which an answer is awaited. (12) would hold if the one " +
				"that fails were not one of the N that check.",
			Against: computed("the running topology", given(checkMutualDetection, mutually(2, 5))),
			For:     computed("three who check others", checkObserversTimes),
		},
		{
			Claim: "A-30", Verdict: claims.Refuted,
			Found: "Restricted as A-29. With (12) in it the sum is too little, also where T_c + T_p is all that " +
				"follows on the detection and the awaited answer is not counted. It fails by (12) alone (A-29): T_c " +
				"+ T_p is what was measured, on both sides. As a sum of what is measured it holds: with five " +
				"instances what follows on the detection does not depend on when the leader fails.",
			Against: computed("the running topology", given(checkLateFailover, mutually(2, 5, 10))),
			For:     computed("what follows on the detection", given(checkAdds, guarded(words.Mutual, 5, 0))),
		},
		{
			Claim: "A-31", Verdict: claims.Verified,
			Found: "If these are independent. Who is down reaches no consensus: where P_consensus counts that, " +
				"(15) is P_consensus alone. A failure within a window is not one at the same time; the runs have " +
				"one after another, each settled before the next.",
			For: claims.All(computed("all cases", given(checkMutualRisk, risky(5, "0.1", "0", "0.01"))),
				computed("all orders of failures", given(checkMutualOutage, guarded(words.Mutual, 3, 0)))),
		},
		{
			Claim: "A-32", Verdict: claims.Refuted,
			Found: "Of a consensus that follows on a failure: who has failed sends nothing, and N-1 are left. If " +
				"each of them begins a session, as in 2.3, they send 3(N-1)(N-2) messages if a broadcast is not " +
				"copied to who is down, with queues that outlive it (N-1)(3N-4), which is less than (16) all the " +
				"same; and fewer if only those begin one who find the failure before a first session is over, as in " +
				"2.2 (a3): one of 3 and of 5 instances, two of 10. (16) is the count where all N are up and all " +
				"begin, as in a cold start. (17) counts the health checks while nobody fails, with N(N-1) for " +
				"M_health, as the first sentence has it; (17) names no value, and answers to health checks are not " +
				"counted by either.",
			Against: computed("running topologies", given(checkFewer, []guard{
				guarded(words.Mutual, 3, 0), guarded(words.Mutual, 3, 0).in(together),
				guarded(words.Mutual, 5, 0), guarded(words.Mutual, 5, 0).in(together),
				guarded(words.Mutual, 10, 0), guarded(words.Mutual, 10, 0).in(together),
			})),
			For: claims.All(computed("sessions of all from a cold start", given(checkSessions, []int{3, 5, 10})),
				computed("health checks", given(checkHealth, []guard{
					guarded(words.Mutual, 3, 0), guarded(words.Mutual, 5, 0), guarded(words.Mutual, 10, 0),
				}))),
		},
	}
}

// ofObservers are those of the topologies with observers.
func ofObservers() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-33", Verdict: claims.Measured,
			Found: "Restricted to crashes, each settled before the next, to messages that take 1 ms each, and for " +
				"(19) and (20) to an observer that is up. (19) is the time to the next check; the detection comes " +
				"later by the time for which an answer is awaited, which the paper does not name, so that (19) and " +
				"(20) are reached only as that goes to nothing, and what follows on the detection, T_p, is always " +
				"the same. (21) is arithmetic, that the observer or all instances are down, if they fail " +
				"independently: as the probability that the cluster fails it is too much, as in the runs nobody " +
				"acts with 0.0026, by (21) 0.0500, since a leader that is up goes on without an observer; as the " +
				"probability that no further failover is possible it was not run. (22) and (23) are the health " +
				"checks, also if the leader fails, without answers and appointments, and (24) is (23) times C_m.",
			For: claims.All(computed("the running topology", given(checkObserverTimes, []int{1000, 100, 10})),
				computed("what follows on the detection", given(checkAdds, guarded(words.Observer, 5, 1))),
				computed("all orders of failures", given(checkObserverOutage, guarded(words.Observer, 5, 1))),
				computed("messages", given(checkObserversSend, []guard{
					guarded(words.Observer, 5, 1), guarded(words.Observer, 10, 1),
				}))),
		},
		{
			Claim: "A-34", Verdict: claims.Measured,
			Found: "(25) is the time to the next check, where the phases of the observers lie evenly and all " +
				"observers are up; the detection comes later by the time for which an answer is awaited. In the " +
				"house's T3 the elected observer must have missed the leader itself, suspicions do not travel, so " +
				"that what follows is not always the same, as (26) has it: up to two thirds of an interval more, " +
				"until the elected one has checked too. With suspicions in the session it could be.",
			For: claims.All(computed("(25) in the running topology", checkObserversTimes),
				computed("(26) in the running topology", given(checkSpreads, guarded(words.Observers, 5, 3)))),
		},
		{
			Claim: "A-35", Verdict: claims.Refuted,
			Found: "That is no inclusion and exclusion, and may be more than 1. It is 1 - (1-P_c)(1-p_o^M)(1-p_i^N).",
			Against: claims.All(computed("likely failures", given(checkObserversRisk, risky(1, "0.9", "0.9", "0.9"))),
				computed("rare ones", given(checkObserversRisk, risky(1, "0.1", "0.1", "0.1")))),
		},
		{
			Claim: "A-36", Verdict: claims.Measured,
			Found: "Of observers that are all up, in a run in which the leader fails once. (28) is the health " +
				"checks. (29) and (30) hold to a message if all observers check at one time, so that each begins a " +
				"session, as in 2.3; if their checks are shifted, as (25) needs, with three observers, whose next " +
				"check comes after that session, the first that finds the failure begins one alone, as in 2.2 (a3), " +
				"which takes 3(M-1) messages, and checks that are closer begin more, as those of ten instances do " +
				"(A-32). Answers and appointments are not counted by either.",
			For: computed("running topologies", given(checkObserversSend, []guard{
				guarded(words.Observers, 5, 3), guarded(words.Observers, 5, 3).in(together),
				guarded(words.Observers, 10, 3), guarded(words.Observers, 10, 3).in(together),
				guarded(words.Observers, 5, 5).in(together),
			})),
		},
	}
}

// ofComparison are the checks of how the topologies compare.
func ofComparison() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-37", Verdict: claims.Refuted, Found: "It grows with the square, by (16) and (17) and as it runs.",
			Against: claims.All(computed("equation 17", given(checkQuadratic, 50)), computed("running topologies",
				given(checkQuadraticRuns, 7))),
		},
		{
			Claim: "A-38", Verdict: claims.Measured,
			Found: "With one interval for all. By the equations mutual checks detect before observers if N > M. As " +
				"it runs five instances do so before up to three observers, since who has failed has checked too " +
				"(A-29). In all, one observer may be the faster, as it has no consensus to reach. The conclusions " +
				"call one observer appropriate where costs are higher: lower must be meant (a21).",
			For: claims.All(computed("running topologies", func() (string, error) { return checkFirst(5, 3) }),
				computed("equations 12 to 30", given(checkCompared, 20)), computed("equations 13 and 20",
					given(checkTradeOff, 20)), claims.Fails("WorkerActs", "failover-observer-dies"),
				explored(leaderActs, "failover-observers-two")),
		},
		{
			Claim: "A-42", Verdict: claims.Verified,
			Found: "Restricted to phases that are shifted evenly, against checks that all begin at one time. What " +
				"decreases is the time to the next check; that for which an answer is awaited stays.",
			For: computed("running topologies", given(checkPhases, []guard{
				guarded(words.Mutual, 5, 0),
				guarded(words.Observers, 5, 3),
			})),
		},
	}
}
