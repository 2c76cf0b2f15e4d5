package paper

import (
	"github.com/scrutineer-go/scrutineer/claims"
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
			Found: "Only where all know the same, and with a key that has no ties. While one knows of a third node " +
				"the order of two others may turn by that alone, as maxima are those of whom one knows (c3, C4.1): " +
				"two different choices, though the third is the last. With maxima that are configured it does not.",
			Against: claims.All(
				computed("a third node", under(checkThird, words.LocalNormalisers, words.RawSeconds)),
				computed("equal scores, by substitutes", under(checkDiverges, words.IDSummand)),
				broken("c4-1-local-normalisers", 0, pairOrder, knownInTime),
				claims.Fails(pairOrder, "gossip-view-dependent")),
			For: claims.All(computed("equal data", under(checkOrders)), replayed("c4-1-local-normalisers", 1),
				claims.Holds(pairOrder, "gossip-warm", "gossip-cold-two")),
		},
	}
}

// thirds are weights of about a third each.
func thirds() weights { return weights{334, 333, 333} }

// ofSpreading are the checks of how records get to all.
func ofSpreading() []claims.Check {
	return []claims.Check{
		{
			Claim: "C-04", Verdict: claims.Verified,
			Found: "Each node passes a version on at most once. It gets it far more often: with F = 3 about two " +
				"thirds of all copies are duplicates, and flooding 50 that are all linked takes up to 2,401 sends " +
				"(c11).",
			For: claims.All(computed("copies in any order", passing(1, words.DedupDrops)),
				computed("copies of an update", given(checkCopies, 50))),
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
			Found: "To H hops exactly. So a ring of more than 25 nodes, or a line of more than 13, is not covered " +
				"by H = 12, which is in the range of clusters of 5 to 60.",
			For: claims.All(computed("lines and rings", given(checkDepth, 0)),
				claims.Fails(coveredLast, "gossip-ttl-uncovered")),
		},
		{
			Claim: "C-07", Verdict: claims.Refuted,
			Found: "With F random neighbours there is no such time: a record may stop before it has got to all. " +
				"With all neighbours duplicates that are discarded may keep it from those within H hops (C4.2). " +
				"With all neighbours, H = n-1 and no loss it holds, and passing on at once is faster by far.",
			Against: claims.All(computed("one wave", given(checkWave, 3)),
				computed("within H hops", under(checkShortcut, words.DedupDrops)),
				broken("c4-2-dedup-drops", 0, coveredLast),
				claims.Fails(covered, "gossip-dedup-uncovered", "gossip-fanout-uncovered")),
			For: claims.All(computed("floods", given(checkFlooding, 0)), replayed("c4-2-dedup-drops", 1),
				claims.Holds(covered, "gossip-diamond", "gossip-diamond-three")),
		},
		{
			Claim: "C-08", Verdict: claims.Refuted,
			Found: "F^R counts neither those of earlier rounds nor that some are sent to twice. After the second " +
				"round there are more, after the third about as many, after the fourth by far not all of the " +
				"cluster (c14).",
			Against: claims.All(computed("one wave of 50", given(checkWave, 3)),
				drawn("mean coverage", given(checkCoverage, 3))),
		},
		{
			Claim: "C-09", Verdict: claims.Measured,
			Found: "It depends on what is read: a record that is passed on once does not get to all, at any time; " +
				"with a new version each second and at once it takes 1 to 3 s, in rounds 7 to 9 s; about 6 s " +
				"is that of pushing all that is known in each round, which is not the proposed algorithm. No " +
				"experiment is described: the time is that of 3, 9, 27, 81 (c16), and with the T_gossip of the " +
				"algorithm's first step, 2 to 5 s, it is a multiple (c17).",
			For: drawn("50 nodes", given(checkConvergence, []int{0})),
		},
	}
}

// ofReach are the checks of what gets to all in any graph, with losses, and by techniques 3 and 4.
func ofReach() []claims.Check {
	return []claims.Check{
		{
			Claim: "C-12", Verdict: claims.Refuted,
			Found: "Not with duplicates that are discarded whatever their TTL, and H = 6: of eight nodes within 6 " +
				"hops one may never get a record, without loss and with delays of 10 to 50 ms (C4.2). With H = n-1, " +
				"or where a copy with a larger TTL goes on, it holds.",
			Against: claims.All(computed("a shortcut and a tail", under(checkShortcut, words.DedupDrops)),
				broken("c4-2-dedup-drops", 0, coveredLast), claims.Fails(covered, "gossip-dedup-uncovered")),
			For: claims.All(computed("all graphs of up to four", given(checkFlooding, 0)),
				replayed("c4-2-dedup-drops", 1), claims.Holds(covered, "gossip-diamond", "gossip-diamond-three")),
		},
		{
			Claim: "C-13", Verdict: claims.Measured,
			Found: "With what is repeated, a new version or all that is known, the times at 1 % are those without " +
				"loss, or a round more; what is sent once reaches less than all in both.",
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
			Found: "All know all after about half of the rounds of push, at the same F.",
			For:   drawn("50 nodes, push-pull", given(checkPushPull, [2]words.Technique{words.PushPull, words.Push})),
		},
	}
}

// ofFailures are the checks of what happens when the master fails, or seems to.
func ofFailures() []claims.Check {
	return []claims.Check{
		{
			Claim: "C-10", Verdict: claims.Measured,
			Found: "After T_fail, less what has gone by since the last heartbeat, and a delay. If substitutes have " +
				"died with it up to another T_fail, and where only the master beats one more for each.",
			For: drawn("failures of the master", given(checkRecovery, 3*second/2)),
		},
		{
			Claim: "C-11", Verdict: claims.Verified,
			Found: "No message more, or n-1 with the optional notice.",
			For:   computed("messages of a change", under(checkExtra)),
		},
		{
			Claim: "C-14", Verdict: claims.Measured,
			Found: "Each false suspicion of the master by its first substitute gives two masters, in both " +
				"algorithms. Where a better one takes over again by its next heartbeat it is for less than an " +
				"interval, with an epoch for each; as printed until the next ranking, T_refresh; where nobody steps " +
				"back for ever.",
			For: claims.All(drawn("one hour of heartbeats", given(checkWindows, 5)),
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
