package paper

import (
	"github.com/scrutineer-go/scrutineer/claims"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
)

// checked are the claims that cases, campaigns and the corpus decide.
var checked = []claims.Check{
	{
		Claim: "CT-1", Verdict: claims.Refuted,
		Found: "Not as stated: it needs that a responder ranks itself (S1), and that c bounds the lists over " +
			"the whole run, " +
			"the dead included (S3).",
		Against: claims.All(claims.Fails(elections.CT1, "base-x6-ct1"),
			claims.One(claims.Corpus{Entry: "x7-self-omitted", Outside: []string{elections.AssumeS1}}),
			claims.One(claims.Corpus{Entry: "x6-interval", Outside: []string{elections.AssumeS3}}),
			claims.One(claims.Corpus{Entry: "x6-dead", Outside: []string{elections.AssumeS3}})),
		For: claims.All(
			claims.Holds(elections.CT1, "base-tagged-lacking", "optimistic-tagged-lacking", "base-drop-add"),
			claims.One(code("CT-1")), claims.One(claims.Campaign{Property: elections.CT1})),
	},
	{
		Claim: "CT-2", Verdict: claims.Refuted,
		Found: "Not for f > 0: under the printed rule two leaders are followed after a crash (X1), under the " +
			"prose rule " +
			"a dead one (X2), and under any rule the leader may die after it was announced; nor without S1 and " +
			"S3 (X7, X6). " +
			"With tags all agree on a process that was the lowest at some instant of the last run.",
		Against: claims.All(claims.Fails(elections.Agreement, "base-x1"),
			claims.Fails(elections.LowestLately, "base-x2", "base-x7", "base-x6"),
			claims.Fails("NeverPassedOver", "base-leader-dies"),
			claims.One(claims.Corpus{Entry: "x1-agreement", Violates: elections.Agreement})),
		For: claims.All(
			claims.Holds(elections.LowestLately, "base-four", "base-tagged-crash-premature", "base-drop-add"),
			claims.One(claims.Exploration{ID: "base-four-faults", Property: elections.Agreement}),
			claims.One(claims.Exploration{ID: "base-four-faults", Property: elections.LowestLately}),
			claims.One(claims.Corpus{Entry: "x1-agreement", Expectation: 1}),
			claims.One(claims.Campaign{Property: elections.LowestLately})),
	},
	{
		Claim: "CT-3", Verdict: claims.Refuted,
		Found: "Not with the printed rule, even without a failure (X3); with the prose rule where nothing " +
			"fails, and with tags.",
		Against: claims.All(claims.Fails(elections.Agreement, "optimistic-x3"),
			claims.One(claims.Corpus{Entry: "x3-optimistic", Violates: elections.Agreement})),
		For: claims.All(
			claims.Holds(
				elections.LowestLately, "optimistic-lowest-no-faults", "optimistic-tagged-lacking",
				"optimistic-drop-add",
			),
			claims.One(claims.Campaign{Property: elections.Agreement})),
	},
	{
		Claim: "CT-4", Verdict: claims.Refuted,
		Found: "When failure detectors take a live would-be leader out of more than c lists another one is " +
			"elected, and both " +
			"announce themselves (X14): it needs c over the run.",
		Against: claims.All(
			claims.Fails("NeverTwoAnnounce", "base-x14"), claims.Fails(elections.LowestLately, "base-x14-lowest"),
			claims.One(claims.Corpus{Entry: "x14-flaky", Outside: []string{elections.AssumeS3}})),
		For: claims.Holds(elections.LowestLately, "base-tagged-crash-premature", "base-drop-add-premature"),
	},
	{
		Claim: "CT-5", Verdict: claims.Verified,
		Found: "At most f crash, and QUERY is sent again until c+1 have answered.",
		For: claims.All(claims.Holds(elections.EnoughAnswer, "base-enough-answer"), claims.Fails(
			elections.EnoughAnswer, "base-enough-answer-beyond-f",
		),
			claims.One(claims.Campaign{Property: elections.RunEnds})),
	},
	{
		Claim: "CT-6", Verdict: claims.Refuted,
		Found: "Not if the initiator knows too few (S2, X9). While TIMEOUT is shorter than NOTIFYLEADER and " +
			"LEADER take the " +
			"initiator begins again and again, though all follow the right leader (X15); it ends once TIMEOUT " +
			"suffices (S7).",
		Against: claims.All(claims.Fails(elections.RunEnds, "base-blocked-ends"),
			claims.One(claims.Corpus{Entry: "x9-knows-nobody", Outside: []string{elections.AssumeS2}})),
		For: claims.All(
			claims.Holds(elections.EverybodyLed, "base-everybody-led", "optimistic-everybody-led",
				"preferred-everybody-led",
				"hybrid-everybody-led", "base-join-everybody-led"),
			claims.Holds(elections.RunEnds, "base-run-ends", "optimistic-run-ends", "preferred-run-ends",
				"hybrid-run-ends"),
			claims.One(claims.Corpus{Entry: "x15-short-timeout"}),
			claims.One(claims.Campaign{Property: elections.EverybodyLed})),
	},
	{
		Claim: "CT-7", Verdict: claims.Verified,
		Found: "And more: at most y runs find nobody, and x = N is never needed. It needs that answers of older " +
			"runs do not count (D4).",
		For: claims.All(
			claims.Holds(elections.FewRestarts, "preferred-all-suspected", "hybrid-tagged-empty"),
			claims.One(code("CT-7")),
			claims.Fails(elections.FewRestarts, "preferred-accept-old"),
			claims.Fails("NeverEmpty", "preferred-never-empty"),
			claims.One(claims.Campaign{Property: elections.FewRestarts})),
	},
	{
		Claim: "CT-18", Verdict: claims.Verified, Found: "A golden trace, step by step.",
		For: claims.One(claims.Corpus{Entry: "ct18-hybrid-example"}),
	},
	{
		Claim: "CT-19", Verdict: claims.Verified, Found: "A golden trace, step by step.",
		For: claims.One(claims.Corpus{Entry: "ct19-base-example"}),
	},
	{
		Claim: "CT-20", Verdict: claims.Refuted,
		Found: "Not as printed, for Preferred (X11): an initiator may not hear of a lower one, and both " +
			"complete. With tags that " +
			"name the initiator all agree, and with elections named in every message, too. For Base with static " +
			"lists it is true " +
			"even without the rule. Whoever yields must take over when the lower one dies (D16).",
		Against: claims.All(claims.Fails(elections.Agreement, "preferred-x11"),
			claims.Fails(elections.RunEnds, "base-no-takeover-stuck"),
			claims.One(claims.Corpus{Entry: "x11-two-initiators", Violates: elections.Agreement}),
			claims.One(claims.Corpus{Entry: "x11-lower-dies", Violates: elections.RunEnds})),
		For: claims.All(
			claims.Holds(elections.Agreement, "base-rivals-last", "base-two-initiators", "preferred-two-initiators"),
			claims.Holds(elections.RunEnds, "base-two-run-ends"), claims.One(
				claims.Corpus{Entry: "x11-two-initiators", Expectation: 1},
			),
			claims.One(claims.Campaign{Property: elections.Agreement})),
	},
	undecided("CT-23", "It holds for the answers (Preference), not for the group: nobody that is asked need "+
		"report the "+
		"unhealthiest (X12, case preferred-x12). How often is a measurement to be made."),
	undecided("CT-24", "f and how messages are dropped are not stated: only the sign and the order of magnitude "+
		"can be measured."),
	undecided("CT-25", "To be measured."),
	undecided("CT-26", "To be measured; runs repeated by TIMEOUT may count as changes or not."),
	undecided("CT-27", "To be measured; ratios to a rank near 0 mean little."),
	undecided("CT-28", "To be measured; 0 for Base and Optimistic is what LowestLately says."),
	undecided("CT-29", "f is not stated."),
	undecided("CT-30", "The hardware and the 2,500 lines of Java are not at hand."),
	undecided("CT-31", "Not reproducible here; 1 - 20/117 is 82.9 %, as printed."),
	undecided("CT-32", "A definition, for the measurements to come."),
}

func undecided(claim, why string) claims.Check {
	return claims.Check{Claim: claim, Verdict: claims.Open, Found: why}
}
