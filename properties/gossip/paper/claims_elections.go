package paper

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
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
			Found: "As printed everybody is the master until metrics have come (C-18). While the master and its " +
				"first substitute are cut off from three others, with T_fail = 3 T_hb, two masters act in the " +
				"repaired one; as printed nobody acts in the other part, as each record that comes puts the lost " +
				"master first again (c8). Afterwards all follow one.",
			For: claims.All(claims.Fails(oneMaster, "gossip-all-claim"), broken("c4-4-cold-start", 0, oneMaster),
				computed("partitions", given(checkLong, gossiping("Gossip"))),
				computed("a partition, as printed", under(checkPrintedCut, words.AsPrinted()...))),
		},
		{
			Claim: "C-40", Verdict: claims.Measured,
			Found: "Fast Bully as it is here, which the paper does not specify: after a failure, without loss, by " +
				"the list of substitutes in T_fail and a delay, with n-1 messages; where scores are gathered first " +
				"that takes as long as they are waited for, 200 ms here, and more messages.",
			For: computed("by the list and by scores", given(checkByList, byListOrScores())),
		},
		{
			Claim: "C-41", Verdict: claims.Measured,
			Found: "Fast Bully as it is here, which the paper does not specify: by time about as well. Where the " +
				"leader and one more are cut off for 5 s two lead for 3.55 to 3.59 s with Fast Bully and 3.78 to " +
				"3.85 s with Bully, and all agree about 0.5 s after it at most. By messages better: of one that is " +
				"lost in a recovery of five, 1 of 3 makes two leaders, of Bully's 2 of 15, so at equal loss half as " +
				"often. One seed.",
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
			Found: "The first sentence, of 2 to 5 nodes, whichever of them crash at the same moment, without loss. " +
				"The second one is not what runs here: elections go to the higher ones alone, as in Garcia-Molina's.",
			For: computed("all crash sets", given(checkHighest, bullies[0])),
		},
		{
			Claim: "C-27", Verdict: claims.Measured,
			Found: "With T_hb .5, T_fail 1.5, without loss, of 5 to 59 nodes: at most T_fail and twice the time for " +
				"which an answer is awaited (200 ms). Whether it is simple is not decided.",
			For: computed("recoveries", given(checkFast, bullies[0])),
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
			Found: "Fast Bully as it is here, which the paper does not specify: fewer in a recovery, n-1 for about " +
				"n^2, by the list that each keeps of all. Not in the first election, in which all send their scores " +
				"to all, and the winner its list.",
			For: claims.All(computed("messages", given(checkFewer, bullies)),
				computed("lists", given(checkCached, clusters()))),
		},
		{
			Claim: "C-30", Verdict: claims.Measured,
			Found: "Fast Bully as it is here, which the paper does not specify: not faster where a message takes the " +
				"same time however many there are: T_fail is nearly all of a recovery in both. A cold start is " +
				"slower, by the time in which scores are gathered, 200 ms here. In a small cluster it differs from " +
				"Bully by some messages. Optimal is not decided.",
			For: computed("times", given(checkFaster, bullies)),
		},
		{
			Claim: "C-31", Verdict: claims.Measured,
			Found: "Not by Fast Bully as it is here, with heartbeats, repaired or as printed: without any order a " +
				"message that comes late divides the group until the next silence at most. Over ordered links, " +
				"where what comes after waits for it, the same delay makes two leaders more often, and as it is " +
				"repaired for longer, 0.69 s at most.",
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
			Found: "Of a majority, not of all: of 2f+1 replicas any f may be down for good, without loss. Whether it " +
				"is difficult is not decided.",
			Against: computed("all sets of replicas that are down", given(checkActive, 0)),
		},
		{
			Claim: "C-35", Verdict: claims.Verified,
			Found: "The number is the score here. Of 2 to 5 nodes, without loss, whichever of them crash at the same " +
				"moment, in a ring that its members mend, which is not Chang and Roberts's.",
			For: computed("all crash sets", given(checkHighest, ring)),
		},
		{
			Claim: "C-36", Verdict: claims.Refuted,
			Found: "Not with a lost message, which the paper assumes to be possible, by packets, as with UDP (Table " +
				"4 has TCP as well), where no election is begun anew, as in Chang and Roberts's (read as " +
				"follows-lower, no-rounds). Without loss, and begun anew after a crash, they are. Whether it is " +
				"simple is not decided.",
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
		return checkOrder(nodes, repairedFastBully, asPrintedFastBully)
	}
}

// repairedFastBully is Fast Bully as this repository has it.
func repairedFastBully(ordered bool) election { return fastBully("Fast Bully", ordered) }
