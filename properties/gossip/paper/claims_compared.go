package paper

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl/gossip/pipeline"
	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// Paper is what Syvolovskyi and Lysechko claim, and what decides it.
func Paper() claims.Paper {
	return claims.Paper{
		Title: "Syvolovskyi and Lysechko, “Method for Leader Node Selection and Processing Pipeline Formation in " +
			"Distributed Telecommunication Systems” (Science-Intensive Technologies 66, 2025)",
		Claims: claimed(),
		Checks: slices.Concat(ofScores(), ofSpreading(), ofReach(), ofFailures(), ofComparison(), ofTableOne()),
	}
}

// ofComparison are the checks of costs and sizes, and of the pipelines.
func ofComparison() []claims.Check {
	return []claims.Check{
		{
			Claim: "C-16", Verdict: claims.Measured,
			Found: "More by far, with F = 3 and T_gossip = 1 s, where a record is forwarded at once: each record " +
				"takes messages from all, and n publish. Without spikes it is.",
			For: computed("messages of 50 nodes", given(checkTraffic, 3)),
		},
		{
			Claim: "C-17", Verdict: claims.NotReproducible,
			Found: "The figure stands in the abstracts alone: neither what is counted, nor any experiment is told, " +
				"and Fast Bully is not specified. No way to count messages that counts what the algorithms do comes " +
				"to it: the likely ones to 100 % (nothing is announced), 0 (it is), or less (all messages, as in " +
				"its own Table 5). About 18 % come only of 40 and 39, sums of the example's 3, 9, 27, held against " +
				"49 and 48.",
			Known: claims.All(computed("ways to count", given(checkEighteen, int64(18))),
				computed("what is sent", given(checkNoEighteen, []int{5, 10, 20}))),
		},
		{
			Claim: "C-18", Verdict: claims.Measured,
			Found: "Of 20 and 50 nodes that begin together. Fast Bully's n(n-1) are there. A start of Gossip that " +
				"settles sends nothing but gossip, which is more, and takes longer; as printed everybody is its " +
				"own master until then, and beats to all, n(n-1) messages as well (c10, C4.4).",
			For: claims.All(computed("start of 20 nodes", given(checkStart, starters())),
				drawn("masters after a start", given(checkColdStart, starts())),
				broken("c4-4-cold-start", 0, oneMaster), broken("c4-4-cold-start", 1, oneMaster),
				replayed("c4-4-cold-start", 3),
				claims.Fails(oneMaster, "gossip-all-claim", "gossip-two-of-three", "gossip-three-of-four"),
				claims.Fails(oneAtLast, "gossip-nobody-claims"),
				claims.Holds(oneAtLast, "gossip-settled-leader", "gossip-settled-crash")),
		},
		{
			Claim: "C-19", Verdict: claims.Measured,
			Found: "With F = 3 and T_gossip = 1 s. Rounds grow slowly with n, and messages as n^2 each second " +
				"where everybody publishes; so they do for heartbeats of all. Fast Bully's grow as n but for its " +
				"start.",
			For: drawn("20 to 500 nodes", given(checkScale, []int{20, 50, 100, 500})),
		},
		{
			Claim: "C-21", Verdict: claims.NotReproducible,
			Found: "The paper has no algorithm for it, no formula and no example, though title, abstract and " +
				"conclusions name one. The house's own forms such pipelines: exactly where demands are equal or " +
				"few, with a bound else, as even whether there is any is NP-hard.",
			Known: computed("pipelines", func() (string, error) { return checkPipelines(pipeline.Compare(100, 1)) }),
		},
	}
}
