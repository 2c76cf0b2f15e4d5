package paper

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/claims"
)

// Paper is what Rodrigues, Freitas, Fulber-Garcia and Duarte claim, and what decides it.
func Paper() claims.Paper {
	return claims.Paper{
		Title: "Rodrigues, Freitas, Fulber-Garcia and Duarte, “A Hierarchical Adaptive Leader Election Algorithm " +
			"for Crash-Recovery Distributed Systems” (LADC 2024)",
		Claims: claimed(),
		Checks: slices.Concat(ofTests(), ofDetection(), ofElections(), ofMeasurements(), ofPenalties()),
	}
}

// claimed lists the claims with the numbers of the facts sheet.
func claimed() []claims.Claim {
	return slices.Concat(claimedOfTests(), claimedOfElections(), claimedOfMeasurements())
}

func claimedOfTests() []claims.Claim {
	return []claims.Claim{
		{ID: "VC-1", Where: "Table 1", Says: "The clusters c_{i,s} of eight processes, by equation (1)."},
		{
			ID: "VC-2", Where: "Figures 1 and 2",
			Says: "Who tests whom: where all are up i tests i xor 1, 2 and 4, and without p4 p5 is connected to p0 " +
				"and p6.",
		},
		{ID: "VC-3", Where: "Section 2", Says: "At most N log2 N tests are executed in a round."},
		{
			ID: "VC-4", Where: "Section 2",
			Says: "In the worst case an event, a failure or a recovery alike, is known to all after log2 N rounds.",
		},
		{
			ID: "VC-5", Where: "Section 2",
			Says: "Whoever has failed, the tests form a graph with logarithmic properties: news get from anybody " +
				"to anybody over at most log2 N tests.",
		},
		{
			ID: "VC-6", Where: "Section 2",
			Says: "An even timestamp is a correct process, an odd one a suspected one, and the greater one is the " +
				"newer.",
		},
		{
			ID: "VC-7", Where: "Section 2",
			Says: "ALL makes N^2-N tests in a round and detects in one; vRing makes N, and needs up to N rounds.",
		},
	}
}

func claimedOfElections() []claims.Claim {
	return []claims.Claim{
		{
			ID: "VC-8", Where: "Section 4.1",
			Says: "Strong completeness: every crashed process is eventually suspected by every correct one.",
		},
		{
			ID: "VC-9", Where: "Section 4.1",
			Says: "Eventual accuracy: every correct process always elects a correct process.",
		},
		{
			ID: "VC-10", Where: "Section 4.1",
			Says: "Eventual agreement: after the GST no two correct processes elect two different ones.",
		},
		{
			ID: "VC-11", Where: "Section 4",
			Says: "The leader is the correct process of the least incarnation, and of several the one with the " +
				"least number.",
		},
		{
			ID: "VC-12", Where: "Section 4.1",
			Says: "A process that fails and recovers for ever is not elected in the end, if one stays up after the " +
				"GST.",
		},
		{
			ID: "VC-13", Where: "Section 4",
			Says: "The example: p0 fails, and p1, p2, p4 suspect it in the first round, p3, p5, p6 in the second, " +
				"p7 in the third; p1 leads, and goes on to when p0 is up again.",
		},
	}
}

func claimedOfMeasurements() []claims.Claim {
	return []claims.Claim{
		{ID: "VC-14", Where: "Table 2", Says: "The messages of a round without faults, and by how much vCube has " +
			"fewer."},
		{ID: "VC-15", Where: "Table 3", Says: "The messages after p0 has crashed, and by how much vCube has fewer."},
		{
			ID: "VC-16", Where: "Section 5.4",
			Says: "After a crash there are slightly fewer messages, as the crashed process tests nobody and " +
				"answers nobody.",
		},
		{
			ID: "VC-17", Where: "Figure 5",
			Says: "p1, p2 and p4 suspect p0 in the first round, in this order, and p1 is the last of them to have " +
				"a new leader; the others in the second; with ALL all at the same time.",
		},
		{
			ID: "VC-18", Where: "Figure 6",
			Says: "A crash is known after log2 N rounds of vCube, and after one of ALL, or two where it falls in " +
				"its midst.",
		},
		{
			ID: "VC-19", Where: "Figure 4",
			Says: "The time of a round without faults grows faster with N for ALL than for vCube.",
		},
		{
			ID: "VC-20", Where: "Figure 7",
			Says: "p0 fails three times as the leader and is in 11 then, one more than p1, which is elected; " +
				"without the penalty p0 leads until it has failed more often than another.",
		},
		{
			ID: "VC-21", Where: "lines 36 to 40",
			Says: "The penalty raises a leader's own incarnation so that it gives way to the next.",
		},
		{
			ID: "VC-22", Where: "Section 1",
			Says: "By the penalty a stable process that becomes unstable does not slow down the election.",
		},
		{
			ID: "VC-23", Where: "Section 5.1",
			Says: "The set-up of the simulations: 8 to 512 processes, 31 runs, an interval of 100 and a timeout of " +
				"4, delays of 0.1 and exponentially 0.2.",
		},
	}
}
