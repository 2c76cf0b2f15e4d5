package paper

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
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

// claimed lists the claims with the numbers of the facts sheet, each in the paper's words but for tables and figures.
func claimed() []claims.Claim {
	return slices.Concat(claimedOfTests(), claimedOfElections(), claimedOfMeasurements())
}

func claimedOfTests() []claims.Claim {
	return []claims.Claim{
		{
			ID: "VC-1", Where: "Section 2, Table 1",
			Says: "“Function c_{i,s} (Equation 1) returns the ordered list of processes of each cluster.” “Table " +
				"1 shows function c_{i,s} for 8 processes.”",
		},
		{
			ID: "VC-2", Where: "Sections 2 and 4, Figures 1 and 2",
			Says: "“p0 tests p1, p2, p4; p2 tests p3, p0, p6; …” “Because p4 is faulty, p0 and p6 are connected " +
				"to p5.”",
		},
		{
			ID: "VC-3", Where: "Section 2",
			Says: "“The maximum number of tests executed is N log2 N.”",
		},
		{
			ID: "VC-4", Where: "Sections 2 and 5.4",
			Says: "“The worst case latency is of log2 N testing rounds.” “The latency to detect the recovery of " +
				"process is the same.”",
		},
		{
			ID: "VC-5", Where: "Section 2",
			Says: "“After processes fail, the vCube reorganizes itself, maintaining several logarithmic " +
				"properties, such as the number of neighbors of each process and the maximum distance between " +
				"two processes.”",
		},
		{
			ID: "VC-6", Where: "Sections 2 and 4",
			Says: "“An even value of timestamp indicates that the process is perceived as correct, while an odd " +
				"value indicates that it is suspected.” “Timestamps allow vCube to determine whether the " +
				"information received is new or old.”",
		},
		{
			ID: "VC-7", Where: "Section 2",
			Says: "“vRing uses the minimum number of tests: N, while brute-force requires N^2-N tests.” Latency " +
				"“on a vRing … can reach up to N testing rounds. Brute-force is optimal …, always requiring a " +
				"single testing round.”",
		},
	}
}

func claimedOfElections() []claims.Claim {
	return []claims.Claim{
		{
			ID: "VC-8", Where: "Section 4.1",
			Says: "“vCube always satisfies the strong completeness property, i.e., every faulty process is " +
				"eventually suspected.” “Every crashed process is eventually suspected by every correct " +
				"process.”",
		},
		{
			ID: "VC-9", Where: "Section 4.1",
			Says: "“Every correct process always elects a correct process as its leader.”",
		},
		{
			ID: "VC-10", Where: "Section 4.1",
			Says: "“No two correct processes elect two different processes as leaders. The eventual agreement " +
				"property can only be guaranteed after the GST.”",
		},
		{
			ID: "VC-11", Where: "Section 4",
			Says: "“The leader is the correct process with the smallest identifier among the processes with the " +
				"lowest number of incarnations.”",
		},
		{
			ID: "VC-12", Where: "Section 4.1",
			Says: "“Consider an unstable process that repeatedly fails and recovers, even after the GST. That " +
				"process will not be elected, as its incarnation number keeps growing. If there is at least one " +
				"stable process that does not fail after the GST, its incarnation number will be eventually " +
				"smaller than that of the unstable processes that fail and recover and it will be elected.”",
		},
		{
			ID: "VC-13", Where: "Section 4, second and final example",
			Says: "“p0 has failed. In the first testing round, p1, p2 and p4 test and suspect p0. In the next " +
				"round, … p3 tests p1, p5 tests p4, and p6 tests p4. All those testers receive the information " +
				"that p0 is suspected of having failed. Finally, in the third round, p7 learns about the event " +
				"… all processes receive the information about the failure of p0 and select p1 as the leader.” " +
				"When p0 has recovered “p1 will remain as the leader”.",
		},
	}
}

func claimedOfMeasurements() []claims.Claim {
	return []claims.Claim{
		{
			ID: "VC-14", Where: "Table 2",
			Says: "“Number of messages exchanged in fault-free scenarios”, and the balance of vCube.",
		},
		{
			ID: "VC-15", Where: "Table 3",
			Says: "“Number of messages in scenarios where p0 crashes”, and the balance of vCube.",
		},
		{
			ID: "VC-16", Where: "Section 5.4",
			Says: "“The same is true for the number of messages, although it is slightly lower as a crashed " +
				"process does not execute any test.”",
		},
		{
			ID: "VC-17", Where: "Section 5.4, Figure 5",
			Says: "“Processes p1, p2 and p4 directly test process p0 (Figure 2) and detect its failure in " +
				"the first round.” “The inconsistency remains until the second round, …, in which p6, p7, p3 " +
				"and p5 detect the failure of p0.” In the log p1 is the last of the first three to have a new " +
				"leader, and with ALL all detect it at the same time.",
		},
		{
			ID: "VC-18", Where: "Section 5.4, Figure 6",
			Says: "“vCube requires log2 N rounds in the worst case.” “The latency of ALL ranges from one to two " +
				"testing rounds.”",
		},
		{
			ID: "VC-19", Where: "Section 5.3, Figure 4",
			Says: "“The execution time varies for both algorithms, but it is clear that the increase is higher " +
				"for ALL as the number of processes increases.”",
		},
		{
			ID: "VC-20", Where: "Section 5.5, Figure 7",
			Says: "“In a scenario without the proposed penalty, process zero will continue to be elected " +
				"leader until its number of incarnations exceeds that of another process with fewer " +
				"incarnations, that is 10 incarnations. With the penalty, after three incarnations in sequence " +
				"(lines 4, 7 and 10) process zero will adjust its number of incarnations (line 15). So, after " +
				"another incarnation (line 18), the process (process 1) is finally elected (line 21).”",
		},
		{
			ID: "VC-21", Where: "lines 35 to 39",
			Says: "“if leader_i = i then if count_lead ≥ 3 then candidate ← p ∈ Correct_i, p ≠ i | p = " +
				"min(incarnation_i[p], p); incarnation_i[i] ← incarnation_i[candidate] + 1.”",
		},
		{
			ID: "VC-22", Where: "Section 1",
			Says: "“In this way, a previously very stable process becoming unstable does not slow down the " +
				"election.”",
		},
		{
			ID: "VC-23", Where: "Sections 5.2 to 5.4",
			Says: "“For each message sent, a transmission time of 0.1 time intervals plus a random transmission " +
				"time component generated with an exponential distribution with parameter Lambda=0.2.” “Each " +
				"scenario was executed 31 times.” “The testing interval … was set to 100.0 time units.”",
		},
	}
}
