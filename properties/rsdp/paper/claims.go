package paper

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/claims"
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
			Says: "RSDP continuously resynchronises, so that discrepancies by lost messages are resolved in the end.",
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
			ID: "A-12", Where: "Section 3.1, Figure 5",
			Says: "sanitizeShareState: a state is valid if it has members, the replica and the leader among them.",
		},
		{
			ID: "A-13", Where: "Section 3.1, Figure 5",
			Says: "shouldReload: the client is notified of a change of the state: if the members or the leader differ.",
		},
		{
			ID: "A-14", Where: "Section 3.1, Figure 5",
			Says: "updateState: members and a leader are assigned if the leader is one of them, so that L is in G_c.",
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
			Says: "A popular vote is the most resilient to hostile behaviour, as one has to gather the majority of " +
				"votes.",
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
		{ID: "A-28", Where: "Section 4.1", Says: "Mutual health checks tolerate up to N-1 failed nodes."},
		{ID: "A-29", Where: "Equation 12", Says: "They detect a failure after h/(2N), on average."},
		{ID: "A-30", Where: "Equation 13", Says: "The failover is over T_c + T_p later."},
		{
			ID: "A-31", Where: "Equations 14 and 15",
			Says: "All instances fail with p_i^N; it fails in all with P_c + p_i^N - P_c p_i^N.",
		},
		{
			ID: "A-32", Where: "Equations 16 to 18",
			Says: "A consensus takes 3N(N-1) messages; with the health checks there are T_obs/h M_health of them more.",
		},
		{
			ID: "A-33", Where: "Equations 19 to 24",
			Says: "One observer detects after h_o/2, ends the failover T_p later, fails with p_o + p_i^N - p_o " +
				"p_i^N, and sends N messages an interval.",
		},
		{ID: "A-34", Where: "Equations 25 and 26", Says: "M observers detect after h_o/(2M), and end it T_c + T_p " +
			"later."},
		{
			ID: "A-35", Where: "Equation 27",
			Says: "They fail with P_c + p_o^M + p_i^N less the product of the three.",
		},
		{
			ID: "A-36", Where: "Equations 28 to 31",
			Says: "They send M N health checks an interval, and 3M(M-1) messages for a consensus.",
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
			Says: "Health checks whose beginnings are shifted decrease the time to detect a failure.",
		},
	}
}
