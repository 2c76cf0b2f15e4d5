package paper

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// Paper is what Toliupa, Kotov, Buchyk, Boiko and Shtanenko claim, and what decides it.
func Paper() claims.Paper {
	list := slices.Concat(claimedOfEngine(), claimedOfReducer(), claimedOfVotes(), claimedOfTimes(),
		claimedOfTopologies())
	slices.SortFunc(list, func(a, b claims.Claim) int { return strings.Compare(a.ID, b.ID) })
	return claims.Paper{
		Title: "Toliupa, Kotov, Buchyk, Boiko and Shtanenko, “Stateful cluster leader failover models and methods " +
			"based on Replica State Discovery Protocol” (IT&I 2024)",
		Claims: list,
		Checks: slices.Concat(ofEngine(), ofRepairs(), ofReducer(), ofValidity(), ofVotes(), ofTimes(), ofDetection(),
			ofObservers(), ofComparison()),
	}
}

func claimedOfEngine() []claims.Claim {
	return []claims.Claim{
		{
			ID: "A-01", Where: "Section 2.4",
			Says: "All replicas converge to the same state after a finite number of message exchanges; the " +
				"probability that two hold the same goes to 1.",
		},
		{
			ID: "A-02", Where: "Section 2.4",
			Says: "A message is delivered after some finite delay; where some are lost, repeatable synchronisation " +
				"sessions are the contingency.",
		},
		{ID: "A-03", Where: "Section 2.2", Says: "By the interPhaseMutex one phase alone has access to the state."},
		{
			ID: "A-04", Where: "Section 2.2",
			Says: "Every operation on the state is deterministic, and made of clean functions without side effects.",
		},
		{ID: "A-21", Where: "Section 3", Says: "Of a reducer's eight methods getCurrentState alone is not required."},
		{
			ID: "A-23", Where: "Section 3.2",
			Says: "“RSDP continuously resynchronizes the state of the cluster, so any discrepancies caused by the " +
				"lost messages will eventually be resolved due to the principle of eventual consistency.”",
		},
		{ID: "A-39", Where: "Section 2.2", Says: "After a CLOSE no additional synchronisation is necessary."},
		{ID: "A-40", Where: "Section 2.3", Says: "f_close removes the references to who has left from the state."},
		{
			ID: "A-41", Where: "Section 2.4",
			Says: "Membership lists are merged by union, and resource utilisations by their mean.",
		},
	}
}

func claimedOfReducer() []claims.Claim {
	return []claims.Claim{
		{
			ID: "A-05", Where: "Section 3.1",
			Says: "aggregateState: the members are the senders of the STATUSes, and the leader is the greatest of " +
				"them.",
		},
		{
			ID: "A-06", Where: "Section 3.1",
			Says: "aggregateState initialises the state if there are no members yet, or no leader, and only then.",
		},
		{ID: "A-07", Where: "Section 3.1", Says: "normalizeState: a client leads if and only if the leader is its " +
			"replica."},
		{ID: "A-08", Where: "Section 3.1", Says: "Latest source of truth: the members and the leader of the last " +
			"SHARE."},
		{ID: "A-09", Where: "Section 3.1", Says: "Popular vote: the tuple of members and leader that is shared " +
			"most often."},
		{
			ID: "A-10", Where: "Section 3.1",
			Says: "Ranked vote: the k-th of n candidates of a ballot has 2^(n-k) points, and who has most leads.",
		},
		{ID: "A-11", Where: "Section 3.1", Says: "In case of a tie the highest address is selected."},
		{
			ID: "A-12", Where: "Sections 3.1 and 3.2, Figure 5",
			Says: "sanitizeShareState: “areValidMembers = (G' ≠ ∅) ∧ (a_self ∈ G')” and “isLeaderValid = L' ∈ G'” " +
				"(3.1). “A leader is valid if it is in a set of known members, and the members are valid if it is " +
				"not an empty set.” (3.2)",
		},
		{
			ID: "A-13", Where: "Sections 3.1 and 3.2, Figure 5",
			Says: "shouldReload: “membersChanged = (G' ≠ G_c)” or “leaderChanged = (L' ≠ L)” (3.1). It “decides " +
				"whether the state has changed and whether the client should be notified” (3.2).",
		},
		{
			ID: "A-14", Where: "Sections 3.1 and 3.2, Figure 5",
			Says: "“L ∈ G_c: the address of the current leader”; updateState: “if (G' ≠ ∅ ∧ L' ∈ G') then (G_c ← G', " +
				"L ← L')” (3.1). “At last, updateState simply sets a new state if it was provided.” (3.2)",
		},
		{
			ID: "A-15", Where: "Section 3.1, Figure 6",
			Says: "aggregateCloseState: who has left is no member any more, and the greatest of the others leads.",
		},
		{ID: "A-22", Where: "Section 3.2", Says: "The sorting is not redundant: it is needed for determinism."},
	}
}

func claimedOfVotes() []claims.Claim {
	return []claims.Claim{
		{
			ID: "A-16", Where: "Section 3.1",
			Says: "The latest source of truth costs little, and is susceptible to congestion and failures.",
		},
		{
			ID: "A-17", Where: "Section 3.1",
			Says: "A popular vote: “This approach is the most resilient among the others against intentionally " +
				"hostile behavior since, to perform an action, you have to gather the majority of votes.”",
		},
		{
			ID: "A-18", Where: "Section 3.1",
			Says: "A popular vote costs more, which scalar values alone in place of hashes reduce.",
		},
		{
			ID: "A-19", Where: "Section 3.1",
			Says: "A ranked vote is the most stable where connections are, as partial views weigh less.",
		},
		{
			ID: "A-20", Where: "Section 3.1",
			Says: "A ranked vote is not resilient to hostile actions: the set can be inflated.",
		},
	}
}

func claimedOfTimes() []claims.Claim {
	return []claims.Claim{
		{
			ID: "A-24", Where: "Equations 1 to 3",
			Says: "With d the longest delay and t_p the longest processing time DEBATES take 2d + 2 t_p (n-1), SHARE " +
				"d + t_p (n-1), and a consensus 3 (d + t_p (n-1)).",
		},
		{ID: "A-25", Where: "Section 3.3", Says: "The time to a consensus is linear in the number of members."},
		{
			ID: "A-26", Where: "Equations 4 to 8",
			Says: "A replica sends and receives all messages with (1-p_f)(1-p_l)^(3n-3), all replicas do with the " +
				"n-th power, and else the first election fails.",
		},
		{
			ID: "A-27", Where: "Equations 9 to 11",
			Says: "With a simple majority, half of n rounded up, votes fail if less than that many succeed, by the " +
				"binomial distribution; they are significantly more resilient.",
		},
	}
}

func claimedOfTopologies() []claims.Claim {
	return slices.Concat([]claims.Claim{
		{
			ID: "A-28", Where: "Section 4.1",
			Says: "“Additionally, since every node conducts the monitoring, the network can tolerate to up to N − 1 " +
				"failed nodes, where N is a node set cardinality.”",
		},
		{
			ID: "A-29", Where: "Section 4.1, equation 12",
			Says: "“The expected time for the first instance to detect a failure is the minimum time any instance " +
				"takes to detect it. Assuming health checks and uniformly distributed, the expected detection time " +
				"is” h/(2N).",
		},
		{
			ID: "A-30", Where: "Section 4.1, equation 13",
			Says: "“The total time from failure occurrence T_f1 to failover completion is the sum of detection time, " +
				"consensus time, and failover procedure time”: h/(2N) + T_c + T_p.",
		},
		{
			ID: "A-31", Where: "Equations 14 and 15",
			Says: "All instances fail with p_i^N; it fails in all with P_c + p_i^N - P_c p_i^N.",
		},
		{
			ID: "A-32", Where: "Section 4.1, equations 16 to 18",
			Says: "“Then each instance sends health checks to N − 1 other instances. During consensus, each " +
				"instance sends N − 1 messages three times. The overall amount of the messages sent during " +
				"consensus is” 3N(N-1) (16). “The total number of messages exchanged during the " +
				"observation period” is T_obs/h M_health and that (17), of C_m bytes each (18).",
		},
		{
			ID: "A-33", Where: "Section 4.2, equations 19 to 24",
			Says: "One observer: “the expected time to detect a failure is half the health-check interval”: h_o/2 " +
				"(19). “Since there is no consensus process among instances, the total failover time is” h_o/2 + " +
				"T_p (20). “The total failure probability includes the observer failure and all instances " +
				"failing”: p_o + p_i^N - p_o p_i^N (21). Then “the observer sends health checks to all N " +
				"instances”: N an interval (22), T_obs/h_o N in all (23), of C_m bytes each (24).",
		},
		{
			ID: "A-34", Where: "Section 4.3, equations 25 and 26",
			Says: "“With M observers, the expected time to detect a failure is” h_o/(2M). “Then the total time from " +
				"failure occurrence to failover completion” is h_o/(2M) + T_c + T_p.",
		},
		{
			ID: "A-35", Where: "Equation 27",
			Says: "They fail with P_c + p_o^M + p_i^N less the product of the three.",
		},
		{
			ID: "A-36", Where: "Section 4.3, equations 28 to 31",
			Says: "“Each of M observers sends health checks to all N instances”: M N an interval (28). " +
				"“Additionally, each observer sends M − 1 messages three times during consensus”: 3M(M-1) (29). " +
				"T_obs/h_o times (28), and (29) once, in all (30), of C_m bytes each (31).",
		},
	}, claimedOfComparison())
}

func claimedOfComparison() []claims.Claim {
	return []claims.Claim{
		{
			ID: "A-37", Where: "Section 5",
			Says: "The communication overhead of mutual checks grows exponentially with the members.",
		},
		{
			ID: "A-38", Where: "Section 5",
			Says: "Mutual checks are best for the time to detect, one observer costs least and is a single point of " +
				"failure, and several are a trade-off.",
		},
		{
			ID: "A-42", Where: "Section 4.1",
			Says: "Health probes “in a specified interval but with different initial timestamp shifts based on a " +
				"node position in the network”: “This allows to efficiently utilize the repetitive status probes and " +
				"decrease failure detection time.”",
		},
	}
}
