package paper

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/claims"
	bully "github.com/scrutineer-go/scrutineer/spec/fastbully/words"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// bothBullies are Bully and Fast Bully, repaired.
func bothBullies() [2]election {
	return [2]election{bullyElection("Bully"), fastBully("Fast Bully", true)}
}

// byListOrScores are Fast Bully that takes over by its list, and that gathers scores before.
func byListOrScores() [2]election {
	return [2]election{fastBully("by the list", true), fastBully("scores gathered", true, bully.Regathers)}
}

// ofTableOne are the checks of Table 1. Each algorithm runs as this repository states it, the paper has no more of it
// than a cell; all with T_hb = .5 s and T_fail = 1.5 s, copies of 10 to 50 ms, all linked.
func ofTableOne() []claims.Check {
	bullies := bothBullies()
	return slices.Concat(ofRivals(bullies), ofOthers(bullies), []claims.Check{
		{
			Claim: "C-38", Verdict: claims.Refuted,
			Found: "Constant it is, from round to round, of 15 to 59 nodes that know each other. Very light it is " +
				"not beside the other algorithms of the table, all linked and with T_hb = .5 s: as printed, each " +
				"record in a message of its own (principle 4) and passing on at once, its records alone take more " +
				"messages than all that any of the others sends, with the F and T_gossip of the example in clusters " +
				"of any size, and with the lightest of Table 3, F = 2 and T_gossip = 5 s, in those of 15 and more. " +
				"With F = 3 they grow as n^2, with F = 2 and H = 6 somewhat less, the others' as n. With all that " +
				"is known in one message it would be n F a round, with F = 2 and T_gossip = 5 s fewer than any " +
				"other sends.",
			Against: computed("messages of records", given(checkLight, lightly())),
			For: claims.All(computed("rounds of the example", given(checkConstant, inExample())),
				computed("the lightest rounds", given(checkConstant, lightly()))),
		},
		{
			Claim: "C-39", Verdict: claims.Verified,
			Found: "As printed everybody is the master until metrics have come (C-18). While two of five are cut " +
				"off, T_fail of three intervals, two act where it is repaired, and as printed nobody in the other " +
				"part, where each record has who is cut off first again (c8). Afterwards all follow one.",
			For: claims.All(claims.Fails(oneMaster, "gossip-all-claim"), broken("c4-4-cold-start", 0, oneMaster),
				computed("partitions", given(checkLong, gossiping("Gossip"))),
				computed("a partition, as printed", under(checkPrintedCut, words.AsPrinted()...))),
		},
		{
			Claim: "C-40", Verdict: claims.Measured,
			Found: "After a failure, without loss: by the list of substitutes in T_fail and a delay, with n-1 " +
				"messages; where scores are gathered first that takes as long as they are waited for, and more " +
				"messages.",
			For: computed("by the list and by scores", given(checkByList, byListOrScores())),
		},
		{
			Claim: "C-41", Verdict: claims.Measured,
			Found: "About as well. Where the leader and one more are cut off for 5 s two lead for as long in both, " +
				"and after it Bully agrees sooner repaired, Fast Bully as printed. Of one lost message of a " +
				"recovery of five each recovers by the next heartbeat.",
			For: claims.All(computed("a short partition", given(checkTrouble, 5*second)),
				computed("one lost message", func() (string, error) {
					return checkOneLoss(bullies[0], bullies[1], asPrintedBully(), asPrintedFastBully(true))
				})),
		},
	})
}

// ofRivals are those of Bully and Fast Bully.
func ofRivals(bullies [2]election) []claims.Check {
	return []claims.Check{
		{
			Claim: "C-26", Verdict: claims.Verified,
			Found: "Whoever crashes at once, without loss. Elections go to the higher ones alone here, as in " +
				"Garcia-Molina's; the cell has them go to all active nodes.",
			For: computed("all crash sets", given(checkHighest, bullies[0])),
		},
		{
			Claim: "C-27", Verdict: claims.Measured,
			Found: "T_fail less what has gone by since the last heartbeat, and twice an answer's time, in any size.",
			For:   computed("recoveries", given(checkFast, bullies[0])),
		},
		{
			Claim: "C-28", Verdict: claims.Measured,
			Found: "An election's messages grow as n^2. To one lost message it is not sensitive as it is here, with " +
				"heartbeats: it costs part of a second, and two lead for a moment.",
			For: claims.All(computed("messages", given(checkBullyTraffic, bullies)),
				computed("one lost message", func() (string, error) {
					return checkOneLoss(bullies[0], asPrintedBully())
				})),
		},
		{
			Claim: "C-29", Verdict: claims.Measured,
			Found: "Fewer in a recovery, n-1 for about n^2, by the list that each keeps of all. Not in the first " +
				"election, in which all send their scores to all, and the winner its list.",
			For: claims.All(computed("messages", given(checkFewer, bullies)),
				computed("lists", given(checkCached, clusters()))),
		},
		{
			Claim: "C-30", Verdict: claims.Measured,
			Found: "Not faster where a message takes the same time however many there are: T_fail is nearly all of " +
				"a recovery in both. A cold start is slower, by the time in which scores are gathered. In a small " +
				"cluster it differs from Bully by some messages.",
			For: computed("times", given(checkFaster, bullies)),
		},
		{
			Claim: "C-31", Verdict: claims.Measured,
			Found: "Not by Fast Bully as it is here, with heartbeats, repaired or as printed: without any order a " +
				"message that comes late divides the group until the next silence at most.",
			For: claims.All(computed("five nodes", orderOf(5)), computed("nine nodes", orderOf(9))),
		},
	}
}

// ofOthers are those of the algorithms that are no Bully.
func ofOthers(bullies [2]election) []claims.Check {
	ring := ringElection("ring", patiently)
	return []claims.Check{
		{
			Claim: "C-32", Verdict: claims.Open,
			Found: "Raft's election has no statement in this module. That of etcd's Raft is in examples/raft, a " +
				"module of its own, whose runs no claim is decided by.",
		},
		{
			Claim: "C-33", Verdict: claims.Measured,
			Found: "With the primary down all follow the next after T_fail and three delays at most, of 5 to 59 " +
				"nodes, and with one message lost a second later at most; two never lead. That is an election " +
				"without a log.",
			For: computed("view changes", given(checkAvailable, viewChange())),
		},
		{
			Claim: "C-34", Verdict: claims.Refuted,
			Found:   "Of a majority, not of all: of 2f+1 replicas any f may be down for good, without loss.",
			Against: computed("all sets of replicas that are down", given(checkActive, 0)),
		},
		{
			Claim: "C-35", Verdict: claims.Verified,
			Found: "Whoever crashes at once, without loss, in a ring that is mended by its members.",
			For:   computed("all crash sets", given(checkHighest, ring)),
		},
		{
			Claim: "C-36", Verdict: claims.Refuted,
			Found: "Not with a lost message, which the paper assumes to be possible, where no election is begun " +
				"anew, as in Chang and Roberts's. Without loss, and begun anew after a crash, they are.",
			Against: computed("one lost message", given(checkGuaranteed, onceRound())),
			For:     computed("all crash sets", given(checkHighest, ring)),
		},
		{
			Claim: "C-37", Verdict: claims.Measured,
			Found: "Its time grows as n, as the token goes round; that of the others is T_fail and some delays.",
			For:   computed("recoveries", given(checkSlow, []election{ring, bullies[0], bullies[1], viewChange()})),
		},
	}
}

// orderOf is checkOrder of Fast Bully, repaired and as printed.
func orderOf(nodes int) func() (string, error) {
	return func() (string, error) {
		return checkOrder(nodes, fastBully("Fast Bully", false), asPrintedFastBully(false))
	}
}
