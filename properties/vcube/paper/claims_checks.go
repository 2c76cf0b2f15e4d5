package paper

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// What is judged, by its names in the tables and in the monitor.
const (
	parityHolds = "Parity"
	selfCorrect = "SelfCorrect"
	complete    = "CompleteAtLast"
	accurate    = "AccurateAtLast"
	agree       = "AgreeAtLast"
	leastLeads  = "LeastAtLast"
	dethrones   = "PenaltyDethrones"
	earned      = "Earned"
	due         = "Due"
	heardLeads  = "HeardLeads"
	nobodyFlaps = "NobodyUnstable"
	answersCome = "AnswersInTime"
	grows       = "IncarnationGrows"
	testsBound  = "TestsBound"
	oneTester   = "OneTester"
	latency     = "Latency"
	inTime      = "LeadsInTime"
	oneLater    = "LeadsOneLater"
	punished    = "Punished"
)

// replayed is a plan of the corpus of which all holds, at that expectation.
func replayed(entry string, expectation int) []claims.Evidence {
	return claims.One(claims.Corpus{Entry: entry, Expectation: expectation})
}

// broken is one of which a property fails, outside one that breaks an assumption.
func broken(entry string, expectation int, property string) []claims.Evidence {
	return claims.One(claims.Corpus{Entry: entry, Expectation: expectation, Violates: property})
}

func outside(entry string, expectation int, assumption string) []claims.Evidence {
	return claims.One(claims.Corpus{Entry: entry, Expectation: expectation, Outside: []string{assumption}})
}

// explored is that a property holds in all these explorations.
func explored(property string, ids ...string) []claims.Evidence {
	var list []claims.Evidence
	for _, id := range ids {
		list = append(list, claims.Exploration{ID: id, Property: property})
	}
	return list
}

// campaigned is that it holds in the drawn runs.
func campaigned(property string) []claims.Evidence {
	return claims.One(claims.Campaign{Property: property})
}

// asRecommended is a computation that can be carried out under any reading, carried out without one.
func asRecommended[T any](run func(...T) (string, error)) func() (string, error) {
	return func() (string, error) { return run() }
}

// ofTests are the checks of what is tested, and of how fast news travel.
func ofTests() []claims.Check {
	return []claims.Check{
		{
			Claim: "VC-1", Verdict: claims.Verified, Found: "List by list; clusters have a closed form, i xor " +
				"2^(s-1) xor k.",
			For: computed("clusters", given(checkClusters, clustering(implementation.Cluster))),
		},
		{
			Claim: "VC-2", Verdict: claims.Verified,
			Found: "With line 14 mended (V1). The text has p0 test p5 then; by the algorithm p5 tests p0, and by " +
				"the text the bounds of VC-4 do not hold (V2).",
			For: computed("assigned tests", given(checkAssignments, asRead(8))),
		},
		{
			Claim: "VC-3", Verdict: claims.Refuted,
			Found: "Where all know the same it holds, with one tester for each cluster. While they do not a round " +
				"may have more (Y5), without any false suspicion, too, and in the worst case as many as ALL.",
			Against: claims.All(computed("rounds with events", checkTransientTests),
				claims.Fails(testsBound, "rounds-tests-suspicion", "rounds-tests-failure", "rounds-tests-eight")),
			For: claims.All(computed("all crash sets", asRecommended(checkSettledTests)),
				claims.Holds(testsBound, "rounds-four", "rounds-five"),
				claims.Holds(oneTester, "rounds-process", "rounds-test")),
		},
		{
			Claim: "VC-4", Verdict: claims.Verified,
			Found: "Decided of the detector of section 2, in which a merged timestamp decides (V3; by lines 17 to " +
				"25 as printed who has not tested never suspects, Y1), in rounds of up to 16 processes. It holds " +
				"where no test fails falsely from the last round before the event on, also for events that " +
				"overlap; a leader that is penalised for its recovery is followed for one round more. The two " +
				"numbers' distance tells the round.",
			For: claims.All(
				computed("single events after all crash sets", asRecommended(checkLatency)),
				computed("single crashes", asRecommended(checkDistance)),
				drawn("overlapping events", asRecommended(checkOverlapping)),
				claims.Holds(latency, "rounds-four", "rounds-four-three", "rounds-five", "rounds-four-six"),
				explored(latency, "rounds-explore-eight"),
				computed("where it takes longer", checkLater), claims.Fails(latency, "rounds-scan-late"),
				claims.Fails(inTime, "penalty-late"), claims.Holds(oneLater, "penalty-heard", "penalty-four")),
		},
		{
			Claim: "VC-5", Verdict: claims.Verified,
			Found: "Whoever is down of 4 and 8, once all know it, the merge mended (V3): the tests are strongly " +
				"connected, news go over log2 N of them at most, and each process has one tester in each of its " +
				"clusters. It may itself test more than log2 N others, as in VC-2.",
			For: claims.All(computed("test graphs of all crash sets", asRecommended(checkDiameter)),
				computed("testers in all crash sets", asRecommended(checkSettledTests))),
		},
		{
			Claim: "VC-13", Verdict: claims.Verified,
			Found: "With the merged timestamp deciding, as section 4 says of it (V3), p0 crashing between two rounds " +
				"and nothing else happening: round by round with replies as of the beginning of a round (V11), and " +
				"with live ones where p7, p3, p5 and p6 carry out their tests before the others; in another order " +
				"all may know sooner. By lines 17 to 25 alone, with line 14 mended (V1), Correct stays as it is, " +
				"and p3, p5, p6 and p7 go on to follow p0 (Y1). p0 is in incarnation 1 then and the others in 0, " +
				"where the text has 2 and 1 (V10).",
			For: claims.All(computed("the example", asRecommended(checkExample)),
				computed("as printed", func() (string, error) { return checkExamplePrinted(words.LiteralMerge) }),
				replayed("v11-frozen-replies", 0)),
		},
		{
			Claim: "VC-16", Verdict: claims.Verified,
			Found: "For any crash set that all know: each process is tested once in each of its clusters in which " +
				"somebody is up, by two messages, or by one where it is down.",
			For: claims.All(computed("messages of all crash sets", asRecommended(checkSettledMessages)),
				claims.Holds(oneTester, "rounds-four")),
		},
	}
}

// ofDetection are the checks of who is suspected.
func ofDetection() []claims.Check {
	printed := "As printed lines 17 to 25 leave Correct as it is (Y1). "
	return []claims.Check{
		{
			Claim: "VC-6", Verdict: claims.Refuted,
			Found: printed + "Where the merged timestamp decides it holds, but for the one about oneself: whoever " +
				"goes by that leaves its own Correct (Y2). A stale even one may hide a fresh odd one for a round " +
				"(Y7).",
			Against: claims.All(
				claims.Fails(parityHolds, "vcube-literal-parity"), broken("y1-literal", 2, parityHolds)),
			For: claims.All(claims.Fails(selfCorrect, "vcube-self-leaves"), broken("y2-self-leaves", 0, selfCorrect),
				claims.Holds(parityHolds, "vcube-two", "vcube-three", "vcube-four", "vcube-refutes"),
				explored(parityHolds, "vcube-explore-four", "rounds-explore-eight"),
				claims.Fails("NeverOverridden", "rounds-never-overridden"),
				computed("all pairs of crash sets", asRecommended(checkParity)),
				replayed("y2-self-leaves", 1), replayed("y7-stale-timestamp", 0)),
		},
		{
			Claim: "VC-8", Verdict: claims.Refuted,
			Found: printed + "Repaired it holds from any views, but not where log2 N others are unstable and " +
				"answer each time with nothing: a process whose neighbours they are follows a dead leader for ever " +
				"(Y6).",
			Against: claims.All(claims.Fails(complete, "vcube-literal-incomplete"), broken("y1-literal", 0, complete),
				outside("y6-dead-leader", 0, nobodyFlaps)),
			For: claims.All(claims.Holds(complete, "vcube-two-complete", "vcube-three-complete", "rounds-complete"),
				explored(complete, "vcube-explore-four", "rounds-explore-eight"),
				drawn("any views", asRecommended(checkAnyViews)),
				replayed("y1-literal", 3), campaigned(complete)),
		},
	}
}

// ofElections are the checks of who is elected.
func ofElections() []claims.Check {
	return []claims.Check{
		{
			Claim: "VC-9", Verdict: claims.Refuted,
			Found: "Not always: until they suspect it, all follow the dead leader, as in Figure 5. As printed one " +
				"does for ever (Y1), and among unstable ones, too (Y6). Repaired, and with finitely many events, " +
				"it holds in the end.",
			Against: claims.All(computed("before the detection", checkBeforeDetection),
				claims.Fails(accurate, "vcube-literal-inaccurate"), outside("y6-dead-leader", 0, nobodyFlaps)),
			For: claims.All(claims.Holds(accurate, "vcube-two-accurate", "vcube-three-accurate",
				"rounds-process-accurate"), explored(accurate, "vcube-explore-four", "rounds-explore-eight"),
				campaigned(accurate)),
		},
		{
			Claim: "VC-10", Verdict: claims.Refuted,
			Found: "Not as printed (Y1); not with a timeout that " +
				"is shorter than an exchange and stays so (Y11). Repaired it holds with finitely many events, and " +
				"not where log2 N processes flap in an adverse way for ever (Y6): two stable ones each follow " +
				"themselves. At random they agree.",
			Against: claims.All(
				claims.Fails(agree, "vcube-literal-disagrees", "rounds-flapping-two"),
				broken("y1-literal", 1, agree),
				outside("y6-flapping", 0, nobodyFlaps), outside("y6-flapping", 1, nobodyFlaps),
				computed("all sets of unstable processes", given(checkAdverse, 1)),
				outside("y11-fixed-timeout", 0, answersCome)),
			For: claims.All(claims.Holds(agree, "vcube-two-agree", "vcube-three-agree", "rounds-process-agree",
				"rounds-test-agree", "rounds-flapping-one"),
				explored(agree, "vcube-explore-four", "rounds-explore-eight", "rounds-explore-suspicion"),
				replayed("y6-rounds-complete", 0), replayed("y11-fixed-timeout", 1),
				drawn("flapping at random", checkDrawnFlapping), campaigned(agree)),
		},
		{
			Claim: "VC-11", Verdict: claims.Verified,
			Found: "In the end, with finitely many events and the merge mended (Y1). Of the incarnation that is " +
				"stored, which after a penalty is no number of failures any more: with three failures one gives " +
				"way to one with ten (Y10). Whoever comes up must not take those for 0 that it has not heard of " +
				"(Y8).",
			For: claims.All(claims.Holds(leastLeads, "vcube-two-least", "vcube-three-least", "vcube-four-stop-least",
				"rounds-least", "penalty-least"),
				explored(leastLeads, "vcube-explore-four", "rounds-explore-eight"),
				computed("all incarnations", asRecommended(checkLeader)),
				replayed("y10-figure7", 0), replayed("y8-zero-after-recover", 1), campaigned(leastLeads)),
		},
		{
			Claim: "VC-12", Verdict: claims.Refuted,
			Found: "Decided with the merge mended (V3). Its incarnation grows, and whoever hears of it follows " +
				"another. But it may not be heard of, in the paper's own model, where any but one may be unstable " +
				"after the GST: if a stable process's log2 N neighbours come up just before each of its tests and " +
				"fail before they complete one of their own, it follows another unstable one by what it once knew " +
				"for 40 rounds, after each of which it is as before (Y6). The sentence holds where one process " +
				"alone is unstable, and did in a run in which the unstable ones complete rounds, and are tested by " +
				"each stable one before they fail.",
			Against: claims.All(computed("unstable neighbours", given(checkUnstableLeads, 0)),
				outside("y6-unstable-leader", 0, nobodyFlaps)),
			For: claims.All(claims.Holds(grows, "vcube-two", "vcube-three", "rounds-flapping-higher"),
				claims.Holds(agree, "rounds-flapping-one"),
				computed("one unstable process", checkUnstableLoses), replayed("y6-rounds-complete", 0)),
		},
	}
}
