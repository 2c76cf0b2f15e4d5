package paper

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// claimed lists the claims with the numbers of the facts sheet, and from C-26 on those of Table 1, which it has not.
// Each is in the paper's words.
func claimed() []claims.Claim {
	list := slices.Concat(claimedOfScores(), claimedOfSpreading(), claimedOfFailures(), claimedOfComparison(),
		claimedOfTableOne(), claimedOfTableOneOn())
	slices.SortFunc(list, func(a, b claims.Claim) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// claimedOfScores are those of formula (1) and of what is ranked by it.
func claimedOfScores() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-01", Where: "formula (1), criterion 2",
			Says: "“The smaller the Score(i) value (1), the higher the priority of the node for being elected as " +
				"the master.” “Preference is given to weaker nodes, i.e., those with lower computing power.”",
		},
		{
			ID: "C-02", Where: "Table 1",
			Says: "“The nodes exchange metrics and then independently and deterministically choose the best node " +
				"based on common criteria.”",
		},
		{
			ID: "C-03", Where: "formula (1), criterion 3",
			Says: "“This is an additional criterion that is used to resolve situations with equal scores, as an " +
				"additional mechanism for resolving a «tie».”",
		},
		{
			ID: "C-25", Where: "advantages of Gossip, below Table 1",
			Says: "“Nodes know the full list of substitutes. Meets the need for instantaneous selection of " +
				"substitutes.”",
		},
	}
}

// claimedOfSpreading are those of how records get to all.
func claimedOfSpreading() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-04", Where: "technique 1",
			Says: "“If it receives a duplicate, it discards the message. This ensures that each update is " +
				"propagated only once to each node.”",
		},
		{
			ID: "C-05", Where: "above technique 1, abstract",
			Says: "“Without a mechanism to interrupt the cyclic transmission, a message can circulate in the system " +
				"an unlimited number of times.” “Time-To-Live (TTL) and iteration markers have been introduced, " +
				"which eliminate the circulation of outdated data.”",
		},
		{
			ID: "C-06", Where: "technique 2, Table 3",
			Says: "“Each node that forwards the message reduces the TTL by 1. If the TTL reaches 0, it deletes the " +
				"message.” “6-12 hops: Maximum propagation depth.”",
		},
		{
			ID: "C-07", Where: "Table 3",
			Says: "“Convergence time”, Depth_max × T_gossip: “The time it takes for data to reach all " +
				"nodes.”",
		},
		{
			ID: "C-08", Where: "example below Table 4",
			Says: "“Nodes reached in R rounds ≈ F^R. Accordingly: After round 1: 3 nodes. After round 2: 9 nodes. " +
				"After round 3: 27 nodes. After round 4: 81 nodes (the entire cluster).”",
		},
		{
			ID: "C-09", Where: "example below Table 4",
			Says: "“Full convergence (information dissemination) in a cluster of 50 nodes takes 4–6 seconds”, with " +
				"T_gossip = 1.0 and F = 3.",
		},
		{
			ID: "C-12", Where: "advantages of Gossip, below Table 1",
			Says: "“Works in clusters whose topology is not a complete graph or in the presence of cycles.”",
		},
		{
			ID: "C-13", Where: "Table 5, abstract",
			Says: "“Resilient (gossip can withstand partial loss of messages).” “Demonstrates high resilience to " +
				"message loss (≤ 1 %).”",
		},
		{
			ID: "C-22", Where: "technique 3",
			Says: "“Send only the updates that are missing. This avoids unnecessary data exchange and synchronizes " +
				"nodes that have fallen behind.”",
		},
		{
			ID: "C-23", Where: "below technique 4",
			Says: "“For systems with increased requirements for accuracy and speed, techniques 3 and 4 or their " +
				"combination are effective.”",
		},
	}
}

// claimedOfFailures are those of what happens when the master fails, and of how that is noticed.
func claimedOfFailures() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-10", Where: "principle 3, Table 1",
			Says: "“Automatic selection of a predefined substitute in case of failure of the current leader, which " +
				"ensures almost instantaneous restoration of cluster management.” “Fast recovery thanks to " +
				"predefined substitutions.”",
		},
		{
			ID: "C-11", Where: "steps at a failure, Tables 1 and 5",
			Says: "“The change of the master node occurs without explicitly launching the election procedure, with " +
				"minimal delays and without generating excessive message exchange.” “No election storm.” “No " +
				"spike, information spreads gradually.”",
		},
		{
			ID: "C-14", Where: "Table 5",
			Says: "“They may diverge for a short time if the view hasn't yet been coordinated.” Risk of two " +
				"masters: “Medium, possible during delayed gossip messages”; of Fast Bully: “Very low (stable " +
				"representation)”.",
		},
		{
			ID: "C-15", Where: "Table 3",
			Says: "“Master failure timeout”, 2 × T_hb = 1,5-2,0 s: “Timeout before the master node is " +
				"considered to be down”; “Heartbeat interval”: 0,5–1,0 s.",
		},
		{
			ID: "C-20", Where: "steps at a failure",
			Says: "“When new nodes are dynamically added or when some nodes are lost, re-electing the coordinator " +
				"does not require explicitly starting the election procedure. A new leader and an updated list of " +
				"deputies are generated automatically based on the messages spread within the cluster.”",
		},
		{
			ID: "C-24", Where: "abstract, conclusions",
			Says: "“Demonstrates high resilience to message loss (≤ 1 %), and ensures minimal delay during " +
				"automatic coordinator reassignment.” “High stability of the proposed algorithm under the " +
				"conditions of typical DTS operation.”",
		},
	}
}

// claimedOfComparison are those of costs and sizes, beside Fast Bully, and of the pipelines.
func claimedOfComparison() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-16", Where: "Table 5",
			Says: "Total bandwidth usage: “Higher (periodic messaging), but without spikes”; of Fast Bully: “Low " +
				"(with significant spikes)”.",
		},
		{
			ID: "C-17", Where: "abstract",
			Says: "“Compared to the fast Bully algorithm, the proposed approach reduces total control recovery " +
				"traffic by up to 18%.”",
		},
		{
			ID: "C-18", Where: "Table 5, below Table 1",
			Says: "Initial election overhead: “No overhead costs, equivalent to regular operation”; of Fast Bully: " +
				"“Significant spike (may cause a storm)”.",
		},
		{
			ID: "C-19", Where: "Table 5",
			Says: "Scalability: “Easily scalable to large clusters (100-500 nodes)”; of Fast Bully: “Best suited " +
				"for small and medium-sized clusters (≤ 50 nodes)”.",
		},
		{
			ID: "C-21", Where: "tasks of the method, title, abstract",
			Says: "“Construction of processing pipelines with minimization of inter-cluster delays, provided that " +
				"the sequence of tasks is maintained and the resource constraints of each cluster are met.”",
		},
	}
}

// claimedOfTableOne are those of Table 1 and of the lists below it that are not among the others.
func claimedOfTableOne() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-26", Where: "Table 1, Bully",
			Says: "“In case of failure of the master node, the node with the highest ID becomes the leader. " +
				"Initialization occurs by sending «Elections» messages to all active nodes.”",
		},
		{
			ID: "C-27", Where: "Table 1, Bully, advantages",
			Says: "“Simple, fast on a stable network.”",
		},
		{
			ID: "C-28", Where: "Table 1, Bully, disadvantages",
			Says: "“High traffic with frequent use. Sensitive to message loss.”",
		},
		{
			ID: "C-29", Where: "Table 1, Fast Bully",
			Says: "“Enhanced algorithm with fewer messages during elections, but with nodes caching more " +
				"information.”",
		},
		{
			ID: "C-30", Where: "Table 1, Fast Bully, advantages",
			Says: "“Faster due to reduced messages; optimal for small clusters.”",
		},
		{
			ID: "C-31", Where: "Table 1, Fast Bully, disadvantages",
			Says: "“Requires a guarantee of the correct order of message transmission.”",
		},
		{
			ID: "C-32", Where: "Table 1, Raft",
			Says: "“Very resilient even to the loss of messages and partitions.” “More complicated than the Bully " +
				"algorithm and redundant for selecting only the master node.”",
		},
		{
			ID: "C-33", Where: "Table 1, Viewstamped Replication, advantages",
			Says: "“Great for clusters with high availability requirements.”",
		},
	}
}

// claimedOfTableOneOn are those of its other rows, and of the lists.
func claimedOfTableOneOn() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-34", Where: "Table 1, Viewstamped Replication, disadvantages",
			Says: "“More difficult to implement; requires constant activity of all replicas.”",
		},
		{
			ID: "C-35", Where: "Table 1, ring",
			Says: "“The nodes located in the logical ring transmit the message «Elections» in a circle. The node " +
				"with the highest score wins.”",
		},
		{
			ID: "C-36", Where: "Table 1, ring, advantages",
			Says: "“Simple, guaranteed elections.”",
		},
		{
			ID: "C-37", Where: "Table 1, ring, disadvantages",
			Says: "“Slow in large clusters, not suitable for latency optimization.”",
		},
		{
			ID: "C-38", Where: "Table 1, Gossip, and the list below it",
			Says: "“Light traffic.” “Constant but very light traffic.”",
		},
		{
			ID: "C-39", Where: "Table 1, Gossip, disadvantages",
			Says: "“Requires efficient initial metric distribution. Does not handle long partitions on its own.”",
		},
		{
			ID: "C-40", Where: "advantages of Fast Bully, below Table 1",
			Says: "“Provides fast convergence when using node identifiers.”",
		},
		{
			ID: "C-41", Where: "advantages of Fast Bully, below Table 1",
			Says: "“Performs better than the classic bully algorithm in the conditions of temporary network " +
				"issues.”",
		},
	}
}
