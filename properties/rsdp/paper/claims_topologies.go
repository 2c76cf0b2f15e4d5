package paper

import (
	"github.com/scrutineer-go/scrutineer/claims"
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

// ofDetection are the checks of the mutual topology.
func ofDetection() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-28", Verdict: claims.Verified,
			Found: "If they crash and nothing is lost: the one that is left acts. One lost HELLO makes two act, " +
				"and after a partition that heals there are two for ever, unless sessions are repeated. If an " +
				"election asked for a quorum of q, as (9) does, it would tolerate N-q.",
			For: claims.All(claims.Holds(actsAlone, "failover-two", "failover-three"),
				claims.Holds(leaderActs, "failover-two-live"),
				explored(leaderActs, "failover-three-all", "failover-four"),
				explored(actsAlone, "failover-three-all", "failover-four"),
				claims.Fails(actsAlone, "failover-hello-lost"), claims.Fails("OneAtLast", "failover-torn-for-ever")),
		},
		{
			Claim: "A-29", Verdict: claims.Refuted,
			Found: "Who has failed has checked too, and N-1 are left: h(N+2)/(2N^2) where its checks are missing, " +
				"and h/(2(N-1)) once the others have shifted theirs (A4.7). (12) is that of N that check somebody " +
				"else.",
			Against: computed("the running topology", given(checkMutualDetection, []int{2, 5})),
			For:     computed("three who check others", checkObserversTimes),
		},
		{
			Claim: "A-30", Verdict: claims.Verified,
			Found: "As a sum, with the time to detect of A-29: with (12) as printed the sum is not right. In the " +
				"running topology T_c is the time in which the answer to a check is awaited, and both windows.",
			For: claims.All(computed("numbers", given(checkVectors, mutualTimes())),
				computed("the running topology", given(checkAdds, guarded(words.Mutual, 5, 0)))),
		},
		{
			Claim: "A-31", Verdict: claims.Verified,
			Found: "If these are independent. Who is down reaches no consensus: where P_consensus counts that, " +
				"(15) is P_consensus alone. A failure within a window is not one at the same time.",
			For: computed("all cases", given(checkMutualRisk, risky(5, "0.1", "0", "0.01"))),
		},
		{
			Claim: "A-32", Verdict: claims.Verified,
			Found: "With N(N-1) for M_health, which is defined for the other topologies alone. Answers to health " +
				"checks are not counted, nor more than one consensus; a session of one alone, such as the first " +
				"detector begins, takes 3(N-1).",
			For: claims.All(computed("numbers", given(checkVectors, mutualTraffic())), computed("sessions",
				given(checkSessions, []int{3, 5, 10})), computed("health checks",
				given(checkHealth, []guard{guarded(words.Mutual, 3, 0), guarded(words.Mutual, 5, 0)}))),
		},
	}
}

// ofObservers are those of the topologies with observers.
func ofObservers() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-33", Verdict: claims.Verified, Found: "Answers to health checks are not counted.",
			For: claims.All(computed("the running topology", checkObserverTimes), computed("numbers",
				given(checkVectors, observerVectors())), computed("health checks",
				given(checkHealth, []guard{guarded(words.Observer, 5, 1)})), computed("what follows on a check",
				given(checkAdds, guarded(words.Observer, 5, 1)))),
		},
		{
			Claim: "A-34", Verdict: claims.Measured,
			Found: "(25) holds, where the phases of the observers lie evenly and all observers are up; phases that " +
				"are drawn give h_o/(M+1). In the house's T3 the elected observer must have missed the leader " +
				"itself, suspicions do not travel, so that (26) does not: with three observers it takes 2.5 to 9.2 s " +
				"from the first check on, up to two thirds of an interval more, until the elected one has checked " +
				"too. With suspicions in the session it could. As a sum (26) is reproduced.",
			For: claims.All(computed("(25) in the running topology", checkObserversTimes), computed("numbers",
				given(checkVectors, observersTimeVectors())), computed("(26) in the running topology",
				given(checkSpreads, guarded(words.Observers, 5, 3)))),
		},
		{
			Claim: "A-35", Verdict: claims.Refuted,
			Found: "That is no inclusion and exclusion, and may be more than 1. It is 1 - (1-P_c)(1-p_o^M)(1-p_i^N).",
			Against: claims.All(computed("likely failures", given(checkObserversRisk, risky(1, "0.9", "0.9", "0.9"))),
				computed("rare ones", given(checkObserversRisk, risky(1, "0.1", "0.1", "0.1")))),
		},
		{
			Claim: "A-36", Verdict: claims.Verified,
			Found: "As of A-32. The sessions that are counted are of three replicas, against (16), and not of " +
				"observers: (29) is (16) with M for N, and observers hold the same sessions.",
			For: claims.All(computed("numbers", given(checkVectors, observersTrafficVectors())),
				computed("sessions of three replicas", given(checkSessions, []int{3})), computed("health checks",
					given(checkHealth, []guard{guarded(words.Observers, 5, 3), guarded(words.Observers, 10, 3)}))),
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
			Found: "With one interval for all. Mutual checks detect before observers if N > M; in all, one " +
				"observer may be the faster, as it has no consensus to reach. The conclusions call one observer " +
				"appropriate where costs are higher: lower must be meant (a21).",
			For: claims.All(computed("equations 12 to 30", given(checkCompared, 20)), computed("equations 13 and 20",
				given(checkTradeOff, 20)), claims.Fails("WorkerActs", "failover-observer-dies"),
				explored(leaderActs, "failover-observers-two")),
		},
		{
			Claim: "A-42", Verdict: claims.Verified, Found: "By as many times as there are checkers, where all are up.",
			For: computed("running topologies", given(checkPhases, []guard{
				guarded(words.Mutual, 5, 0),
				guarded(words.Observers, 5, 3),
			})),
		},
	}
}
