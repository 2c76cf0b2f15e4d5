package paper

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// under is a computation under interpretations, as one of none.
func under(run func(...words.Interpretation) (string, error), list ...words.Interpretation) func() (string, error) {
	return func() (string, error) { return run(list...) }
}

// passing is checkPassing under an interpretation.
func passing(most int, list ...words.Interpretation) func() (string, error) {
	return func() (string, error) { return checkPassing(ours, most, list...) }
}

// ofScores are the checks of what is ranked, and how.
func ofScores() []claims.Check {
	return []claims.Check{
		{
			Claim: "C-01", Verdict: claims.Verified,
			Found: "Nobody's place gets worse by less of a metric. The order of two others may change with it, where " +
				"the largest is what is divided by (c3).",
			For: computed("places in all groups of three", given(checkMonotone, ranker(really))),
		},
		{
			Claim: "C-02", Verdict: claims.Refuted,
			Found: "Not as printed: equal scores are left as they come (c2), and the unit of the latency, which " +
				"formula (1) does not normalise though its text says so, decides the order (c1). In floating point " +
				"so does whether the machine fuses a product with a sum (c6). With the key (score, number) and exact " +
				"arithmetic it holds.",
			Against: claims.All(computed("equal scores", under(checkDiverges, words.IDSummand)),
				computed("three units", given(checkUnits, thirds())),
				computed("binary64", given(checkFused, floating{fused: true})), broken("c2-id-summand", 0, oneAtLast),
				claims.Fails(sameRank, "gossip-id-summand-tie"),
				claims.Fails(masterAtLast, "gossip-id-summand-two")),
			For: claims.All(computed("all groups of four", under(checkOrders)), replayed("c2-id-summand", 1),
				claims.Holds(sameRank, "gossip-warm", "gossip-cold-two")),
		},
		{
			Claim: "C-03", Verdict: claims.Refuted,
			Found: "As a summand it makes ties as well as it breaks them, and it overrides what is better by both " +
				"other criteria; with w3 = 0 it breaks none (c2).",
			Against: computed("all pairs", given(checkTies, weights{500, 300, 200})),
			For:     computed("the number behind the score", under(checkOrders)),
		},
		{
			Claim: "C-25", Verdict: claims.Refuted,
			Found: "In a cluster that has settled, whatever it has published: nobody has the full list where nodes " +
				"are further apart than H hops, 12 at most in Table 3, or where the tunnels' latencies bring " +
				"duplicates first (C4.2); and as printed two of the same score stand in different orders in " +
				"different lists, so that two take over. That lists differ before all know the same is conceded by " +
				"Table 5 (C-14). Where all are within H hops, duplicates that may go further do, and the number " +
				"decides between equal scores, all have one list.",
			Against: claims.All(computed("latencies of the tunnels", given(checkTunnels, false)),
				computed("further than H hops", given(checkFar, 12)),
				computed("two of the same score", under(checkHeirs, words.AsPrinted()...))),
			For: claims.All(computed("equal data", under(checkOrders)),
				computed("within H hops", given(checkWithin, 0)),
				claims.Holds(pairOrder, "gossip-warm", "gossip-cold-two")),
		},
	}
}

// ofSpreading are the checks of how records get to all.
func ofSpreading() []claims.Check {
	return []claims.Check{
		{
			Claim: "C-04", Verdict: claims.Refuted,
			Found: "As copies it comes to each node more often than once, which the sentence before concedes: it " +
				"receives duplicates. Counted of one update that is passed on at once, among 50 nodes that are all " +
				"linked, without loss. What holds: each node takes it up once, and passes it on once and no more, " +
				"where duplicates are dropped as printed (c11).",
			Against: computed("copies of an update", given(checkCopies, 50)),
			For:     computed("copies in any order", passing(1, words.DedupDrops)),
		},
		{
			Claim: "C-05", Verdict: claims.Verified,
			Found: "With either of the two techniques: each copy that goes on has a TTL that is less by one, and " +
				"with the cache as printed a version goes on once; repaired it goes on again with each larger TTL. " +
				"With TTL alone F^H copies are possible.",
			For: claims.All(computed("copies in any order, cache", passing(1, words.DedupDrops)),
				computed("copies in any order, repaired cache", passing(0)),
				computed("copies in any order, TTL alone", passing(0, words.NoCache)),
				claims.Holds(restAtLast, "gossip-rest", "gossip-rest-ttl")),
		},
		{
			Claim: "C-06", Verdict: claims.Verified,
			Found: "To H hops exactly, where the origin sends H and who receives 1 passes nothing on (c12). So a " +
				"ring of more than 25 nodes, or a line of more than 13, is not covered by H = 12, which is in the " +
				"range of clusters of 5 to 60.",
			For: claims.All(computed("lines and rings", given(checkDepth, 0)),
				claims.Fails(coveredLast, "gossip-ttl-uncovered")),
		},
		{
			Claim: "C-07", Verdict: claims.Refuted,
			Found: "Depth_max is not defined: it may be the greatest distance, the rounds of the example, or H. " +
				"Beyond H hops data never arrive, however often each node publishes; nor, where they go on at once " +
				"to all neighbours, over tunnels whose latencies bring duplicates first (C4.2). In rounds, with F " +
				"random neighbours, some lack after 1, 4 and 6 rounds, and with F = 2 after 12, too (one seed). " +
				"With all neighbours, H = n-1 and no loss it holds, and passing on at once is faster by far.",
			Against: claims.All(computed("latencies of the tunnels", given(checkTunnels, false)),
				computed("further than H hops", given(checkFar, 12)),
				computed("F random neighbours", given(checkDeadline, []int{2, 3}))),
			For: computed("floods", given(checkFlooding, 0)),
		},
		{
			Claim: "C-08", Verdict: claims.Refuted,
			Found: "Of 50 nodes that are all linked, one version, in rounds, as printed: F^R counts neither those " +
				"of earlier rounds nor that some are sent to twice. After the second round there are more, after " +
				"the third about as many, after the fourth by far not all of the cluster (c14).",
			Against: claims.All(computed("one wave of 50", given(checkWave, 3)),
				drawn("mean coverage", given(checkCoverage, 3))),
		},
		{
			Claim: "C-09", Verdict: claims.Measured,
			Found: "Decided for 50 nodes that are all linked and begin together, without loss, copies of 10 to 50 " +
				"ms; the example's rounds are of 1 s. It depends on what is read: a record that is passed on once " +
				"does not get to all, at any time; with a new version each second it takes less than 4 s at once, " +
				"and more than 6 s in rounds; about 6 s is that of pushing all that is known in each round, which " +
				"is not the proposed algorithm. No experiment is described: the time is that of 3, 9, 27, 81 (c16), " +
				"and with the T_gossip of the algorithm's first step, 2 to 5 s, rounds take a multiple (c17). No " +
				"reading of the proposed algorithm gives 4 to 6 s.",
			For: claims.All(drawn("50 nodes", given(checkConvergence, []int{0})),
				drawn("longer intervals", given(checkIntervals, []faults.Time{second, 2 * second, 5 * second}))),
		},
	}
}

// ofReach are the checks of what gets to all in any graph, with losses, and by techniques 3 and 4.
func ofReach() []claims.Check {
	return []claims.Check{
		{
			Claim: "C-12", Verdict: claims.Refuted,
			Found: "Not by the rules as printed within the paper's own ranges (examples there; the proposed " +
				"algorithm uses a TTL), without loss, and however often all publish. In a cycle of tunnels of 10 " +
				"and 50 ms, latencies of their own as in formula (1), the detour comes first each time, and its TTL " +
				"is spent: with H = 6 one of eight nodes, none further than 6 hops, never hears of the best and " +
				"follows another (C4.2). On a ring of more than 25 nodes H = 12 leaves two masters. It worked in 20 " +
				"drawn graphs, where nobody is further than H hops and latencies are drawn copy by copy, as a later " +
				"version brings what the first one misses; it does with H = n-1; and where a copy with a larger TTL " +
				"goes on.",
			Against: claims.All(computed("latencies of the tunnels", given(checkTunnels, false)),
				computed("further than H hops", given(checkFar, 12))),
			For: claims.All(computed("all graphs of up to four", given(checkFlooding, 0)),
				computed("within H hops", given(checkWithin, 0)),
				drawn("publishing again", given(checkRepeats, meshes)),
				claims.Holds(covered, "gossip-diamond", "gossip-diamond-three", "gossip-diamond-dedup")),
		},
		{
			Claim: "C-13", Verdict: claims.Measured,
			Found: "Decided for records, not for heartbeats (C-15, C-24), of 50 nodes that are all linked, each copy " +
				"lost with a chance of 1 %; 2 runs. With what is repeated, a new version or all that is known, it " +
				"takes no more than a round longer than without loss; what is sent once reaches less than all in " +
				"both.",
			For: claims.All(drawn("50 nodes, 0 and 1 %", given(checkConvergence, []int{0, 10})),
				claims.Fails(coveredLast, "gossip-loss-uncovered"),
				claims.Holds(coveredLast, "gossip-anti-entropy-covers", "gossip-push-covers")),
		},
		{
			Claim: "C-22", Verdict: claims.Verified,
			Found: "By a map of versions. A hash, which the paper has as well, cannot tell which are missing.",
			For: claims.All(computed("all pairs of what is known", given(checkDigests, process(ours))),
				claims.Holds(coveredLast, "gossip-anti-entropy-covers")),
		},
		{
			Claim: "C-23", Verdict: claims.Measured,
			Found: "Of 50 nodes that are all linked, at 1 % loss. For accuracy both are: what is told once comes to " +
				"all, which it does not by techniques 1 and 2. For speed push-pull is beside push, in about half of " +
				"the rounds at the same F; but the proposed algorithm, publishing each round and passing on at once, " +
				"is faster than either.",
			For: claims.All(drawn("push-pull", given(checkPushPull, [2]words.Technique{words.PushPull, words.Push})),
				drawn("beside techniques 1 and 2", given(checkAccuracy, words.AntiEntropy))),
		},
	}
}

// ofFailures are the checks of what happens when the master fails, or seems to.
func ofFailures() []claims.Check {
	return []claims.Check{
		{
			Claim: "C-10", Verdict: claims.Measured,
			Found: "Of six nodes that know each other, without loss, T_fail of three intervals: after T_fail, less " +
				"what has gone by since the last heartbeat, and a delay. If substitutes have died with it up to " +
				"another T_fail, and where only the master beats one more for each.",
			For: drawn("failures of the master", given(checkRecovery, 3*second/2)),
		},
		{
			Claim: "C-11", Verdict: claims.Verified,
			Found: "No message more, or n-1 with the optional notice, or where the master alone beats; of ten nodes " +
				"that know each other, one failure, no loss.",
			For: computed("messages of a change", under(checkExtra)),
		},
		{
			Claim: "C-14", Verdict: claims.Measured,
			Found: "“Very low” for Fast Bully, which the paper does not specify and for which it names no timeout, " +
				"depends on T_fail. With Gossip's T_fail = 2 T_hb and 1 % loss two lead 32 to 81 times in an hour, " +
				"for 0.5 to 3.2 s in all: as a number of times that decides against it. With T_hb = .5 and T_fail " +
				"of 1.5 to 2.0 s, which Table 3 prints as well, there are none in an hour. Of the two as printed " +
				"Gossip's risk is the higher one, as the paper has it: 123 times for 81, and 602 s for 1; repaired " +
				"it is as rare as Fast Bully's. In both a false suspicion by the first substitute makes two. Before " +
				"all know the same, views do diverge (C4.1).",
			For: claims.All(computed("one heartbeat", given(checkOneBeat, 2)),
				drawn("one hour of both", given(checkVeryLow, timeouts()[:2])),
				drawn("one hour of heartbeats", given(checkWindows, 5)),
				drawn("three intervals", given(checkRarely, timeouts()[3:5])),
				computed("a third node", under(checkThird, words.LocalNormalisers, words.RawSeconds)),
				broken("c4-1-local-normalisers", 0, pairOrder, knownInTime), replayed("c4-1-local-normalisers", 1),
				claims.Fails(pairOrder, "gossip-view-dependent"),
				broken("c4-3-false-suspicion", 0, oneInEpoch, beatsInTime),
				replayed("c4-3-false-suspicion", 2, beatsInTime),
				broken("c9-no-step-back", 0, oneAtLast, beatsInTime), replayed("c9-no-step-back", 1, beatsInTime),
				broken("c0-master-beats", 0, oneMaster), replayed("c0-master-beats", 1),
				claims.Fails(oneMaster, "gossip-alarm-two", "gossip-master-beats-two"),
				claims.Fails(oneInEpoch, "gossip-shared-epochs-two"), claims.Fails(masterAtLast, "gossip-acts-on"),
				claims.Holds(masterAtLast, "gossip-one-master")),
		},
		{
			Claim: "C-15", Verdict: claims.Refuted,
			Found: "One lost heartbeat of a hundred is enough, in every second case: a delay more or less decides. " +
				"And 2 x T_hb is 1.0 to 2.0 s, not 1.5 to 2.0 (c7). Three intervals make it a hundred times as seldom.",
			Against: computed("expected suspicions", given(checkTimeout, timeouts())),
			For:     drawn("counted suspicions", given(checkCounted, typical(second/2, second))),
		},
		{
			Claim: "C-20", Verdict: claims.Refuted,
			Found: "Who comes is ranked with its first record. Who is lost is never removed from C_n as printed: " +
				"the next ranking has it first again, for T_fail of each T_refresh nobody acts, and where records " +
				"come more often than T_fail hardly anybody ever does (c8, C4.3). With eviction and a floor of " +
				"versions it holds.",
			Against: claims.All(computed("a master that has died", under(checkReturns, printedReturns()...)),
				broken("c4-3-dead-returns", 0, oneAtLast), broken("c4-3-no-floor", 0, oneAtLast),
				broken("c4-3-anti-entropy", 0, oneAtLast),
				claims.Fails(oneAtLast, "gossip-dead-return", "gossip-dead-are-told-of")),
			For: claims.All(computed("who joins", given(checkJoin, process(ours))),
				computed("eviction", under(checkStays)), replayed("c4-3-dead-returns", 1),
				replayed("c4-3-no-floor", 1), replayed("c4-3-anti-entropy", 1),
				claims.Holds(oneAtLast, "gossip-one-leader", "gossip-one-leader-pull")),
		},
		{
			Claim: "C-24", Verdict: claims.Refuted,
			Found: "Not with T_fail = 2 T_hb: at 1 % loss the first substitute alone takes over falsely 18 to 36 " +
				"times an hour. With three intervals and a delay more it does so less than once in a hundred hours.",
			Against: computed("false takeovers", given(checkTimeout, timeouts()[:2])),
			For:     computed("three intervals", given(checkPatience, typical(second/2, 1700*millisecond))),
		},
	}
}
