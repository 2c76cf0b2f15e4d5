package paper

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/claims"
)

// claimed lists the claims with the numbers of the facts sheet.
func claimed() []claims.Claim {
	list := slices.Concat(claimedOfScores(), claimedOfSpreading(), claimedOfFailures(), claimedOfComparison())
	slices.SortFunc(list, func(a, b claims.Claim) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// claimedOfScores are those of formula (1) and of what is ranked by it.
func claimedOfScores() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-01", Where: "formula (1)",
			Says: "The less a node's mean latency, its power or its identifier, the less its score, and the better " +
				"its rank.",
		},
		{
			ID: "C-02", Where: "Table 1, abstract",
			Says: "The choice is deterministic: nodes that have the same metrics choose the same master, each by " +
				"itself.",
		},
		{
			ID: "C-03", Where: "formula (1), criterion 3",
			Says: "The normalised identifier resolves ties between nodes whose other criteria come to the same.",
		},
		{
			ID: "C-25", Where: "advantages of Gossip, Table 2",
			Says: "Each node knows the full list of substitutes, so that all go over to the same one at once.",
		},
	}
}

// claimedOfSpreading are those of how records get to all.
func claimedOfSpreading() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-04", Where: "technique 1, Figure 3",
			Says: "As duplicates are discarded each update is propagated by each node only once.",
		},
		{
			ID: "C-05", Where: "techniques 1 and 2, abstract",
			Says: "Versions and TTL keep messages from circulating in loops for ever.",
		},
		{ID: "C-06", Where: "technique 2, Table 3", Says: "The TTL, of 6 to 12 hops, limits how deep a message goes."},
		{
			ID: "C-07", Where: "Table 3",
			Says: "After T_conv = Depth_max x T_gossip data have reached all nodes.",
		},
		{
			ID: "C-08", Where: "example below Table 4",
			Says: "In R rounds about F^R nodes are reached: 3, 9, 27, and after the fourth 81, the entire cluster " +
				"of 50.",
		},
		{
			ID: "C-09", Where: "example below Table 4, conclusions",
			Says: "A cluster of 50 converges in 4 to 6 s, with T_gossip = 1 s and F = 3.",
		},
		{
			ID: "C-12", Where: "advantages of Gossip",
			Says: "It works where the topology is no complete graph, and where it has cycles.",
		},
		{
			ID: "C-13", Where: "Table 5, conclusions",
			Says: "It withstands partial loss of messages, of up to 1 %.",
		},
		{
			ID: "C-22", Where: "technique 3",
			Says: "Anti-entropy sends only the updates that are missing, and brings those up to date that have " +
				"fallen behind.",
		},
		{
			ID: "C-23", Where: "technique 4",
			Says: "For systems that need more accuracy and speed push-pull is effective.",
		},
	}
}

// claimedOfFailures are those of what happens when the master fails, and of how that is noticed.
func claimedOfFailures() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-10", Where: "principle 3, steps at a failure",
			Says: "A substitute takes over automatically, almost instantaneously.",
		},
		{
			ID: "C-11", Where: "steps at a failure, Table 5",
			Says: "The master changes without election messages, and without a spike of traffic.",
		},
		{
			ID: "C-14", Where: "Table 5",
			Says: "Views may diverge for a short time; the risk of two masters is medium, and very low with Fast " +
				"Bully.",
		},
		{
			ID: "C-15", Where: "Table 3",
			Says: "T_fail = 2 x T_hb = 1.5 to 2.0 s is the time after which the master is taken for down, with T_hb " +
				"= 0.5 to 1.0 s.",
		},
		{
			ID: "C-20", Where: "steps at a failure",
			Says: "When nodes come or are lost the master and the substitutes follow from what is gossiped, without " +
				"an election.",
		},
		{
			ID: "C-24", Where: "abstract, conclusions",
			Says: "Under typical conditions, with up to 1 % loss, it is highly stable, and the master is reassigned " +
				"with minimal delay.",
		},
	}
}

// claimedOfComparison are those of costs and sizes, beside Fast Bully, and of the pipelines.
func claimedOfComparison() []claims.Claim {
	return []claims.Claim{
		{
			ID: "C-16", Where: "Table 5",
			Says: "In all it uses more bandwidth than Fast Bully, periodically and without spikes.",
		},
		{
			ID: "C-17", Where: "abstract",
			Says: "Against Fast Bully it reduces the traffic of recovering control by up to 18 %.",
		},
		{
			ID: "C-18", Where: "Table 5",
			Says: "The initial election costs nothing beyond regular operation, where Fast Bully's may cause a storm.",
		},
		{
			ID: "C-19", Where: "Table 5",
			Says: "Fast Bully suits clusters of up to 50 nodes; Gossip easily scales to 100 to 500.",
		},
		{
			ID: "C-21", Where: "title, abstract, conclusions",
			Says: "The method forms pipelines of the least delay between clusters, in the order of their stages and " +
				"within the clusters' resources.",
		},
	}
}
