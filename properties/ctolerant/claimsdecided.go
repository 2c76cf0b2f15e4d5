package ctolerant

import "github.com/scrutineer-go/scrutineer/claims"

// holds and fails are what cases say of a property.
func holds(property string, cases ...string) []claims.Evidence { return said(property, false, cases) }

func fails(property string, cases ...string) []claims.Evidence { return said(property, true, cases) }

func said(property string, fails bool, cases []string) []claims.Evidence {
	var all []claims.Evidence
	for _, id := range cases {
		all = append(all, claims.Case{ID: id, Property: property, Fails: fails})
	}
	return all
}

// all puts evidence together.
func all(parts ...[]claims.Evidence) []claims.Evidence {
	var whole []claims.Evidence
	for _, part := range parts {
		whole = append(whole, part...)
	}
	return whole
}

// one is a single piece of evidence.
func one(e claims.Evidence) []claims.Evidence { return []claims.Evidence{e} }

// checked are the claims that cases, campaigns and the corpus decide.
var checked = []claims.Check{
	{
		Claim: "CT-1", Verdict: claims.Refuted,
		Found: "Not as stated: it needs that a responder ranks itself (S1), and that c bounds the lists over " +
			"the whole run, " +
			"the dead included (S3).",
		Against: all(fails(ct1Name, "base-x6-ct1"),
			one(claims.Corpus{Entry: "x7-self-omitted", Outside: []string{assumeS1}}),
			one(claims.Corpus{Entry: "x6-interval", Outside: []string{assumeS3}}),
			one(claims.Corpus{Entry: "x6-dead", Outside: []string{assumeS3}})),
		For: all(holds(ct1Name, "base-tagged-lacking", "optimistic-tagged-lacking", "base-drop-add"),
			one(code("CT-1")), one(claims.Campaign{Property: ct1Name})),
	},
	{
		Claim: "CT-2", Verdict: claims.Refuted,
		Found: "Not for f > 0: under the printed rule two leaders are followed after a crash (X1), under the " +
			"prose rule " +
			"a dead one (X2), and under any rule the leader may die after it was announced; nor without S1 and " +
			"S3 (X7, X6). " +
			"With tags all agree on a process that was the lowest at some instant of the last run.",
		Against: all(fails(agreementName, "base-x1"), fails(lowestLatelyName, "base-x2", "base-x7", "base-x6"),
			fails("NeverPassedOver", "base-leader-dies"),
			one(claims.Corpus{Entry: "x1-agreement", Violates: agreementName})),
		For: all(holds(lowestLatelyName, "base-four", "base-tagged-crash-premature", "base-drop-add"),
			one(claims.Exploration{ID: "base-four-faults", Property: agreementName}),
			one(claims.Exploration{ID: "base-four-faults", Property: lowestLatelyName}),
			one(claims.Corpus{Entry: "x1-agreement", Expectation: 1}),
			one(claims.Campaign{Property: lowestLatelyName})),
	},
	{
		Claim: "CT-3", Verdict: claims.Refuted,
		Found: "Not with the printed rule, even without a failure (X3); with the prose rule where nothing " +
			"fails, and with tags.",
		Against: all(fails(agreementName, "optimistic-x3"),
			one(claims.Corpus{Entry: "x3-optimistic", Violates: agreementName})),
		For: all(
			holds(lowestLatelyName, "optimistic-lowest-no-faults", "optimistic-tagged-lacking", "optimistic-drop-add"),
			one(claims.Campaign{Property: agreementName})),
	},
	{
		Claim: "CT-4", Verdict: claims.Refuted,
		Found: "When failure detectors take a live would-be leader out of more than c lists another one is " +
			"elected, and both " +
			"announce themselves (X14): it needs c over the run.",
		Against: all(fails("NeverTwoAnnounce", "base-x14"), fails(lowestLatelyName, "base-x14-lowest"),
			one(claims.Corpus{Entry: "x14-flaky", Outside: []string{assumeS3}})),
		For: holds(lowestLatelyName, "base-tagged-crash-premature", "base-drop-add-premature"),
	},
	{
		Claim: "CT-5", Verdict: claims.Verified,
		Found: "At most f crash, and QUERY is sent again until c+1 have answered.",
		For: all(holds(enoughAnswer, "base-enough-answer"), fails(enoughAnswer, "base-enough-answer-beyond-f"),
			one(claims.Campaign{Property: runEnds})),
	},
	{
		Claim: "CT-6", Verdict: claims.Refuted,
		Found: "Not if the initiator knows too few (S2, X9). While TIMEOUT is shorter than NOTIFYLEADER and " +
			"LEADER take the " +
			"initiator begins again and again, though all follow the right leader (X15); it ends once TIMEOUT " +
			"suffices (S7).",
		Against: all(fails(runEnds, "base-blocked-ends"),
			one(claims.Corpus{Entry: "x9-knows-nobody", Outside: []string{assumeS2}})),
		For: all(holds(everybodyLed, "base-everybody-led", "optimistic-everybody-led", "preferred-everybody-led",
			"hybrid-everybody-led", "base-join-everybody-led"),
			holds(runEnds, "base-run-ends", "optimistic-run-ends", "preferred-run-ends", "hybrid-run-ends"),
			one(claims.Corpus{Entry: "x15-short-timeout"}), one(claims.Campaign{Property: everybodyLed})),
	},
	{
		Claim: "CT-7", Verdict: claims.Verified,
		Found: "And more: at most y runs find nobody, and x = N is never needed. It needs that answers of older " +
			"runs do not count (D4).",
		For: all(holds(fewRestartsName, "preferred-all-suspected", "hybrid-tagged-empty"), one(code("CT-7")),
			fails(fewRestartsName, "preferred-accept-old"), fails("NeverEmpty", "preferred-never-empty"),
			one(claims.Campaign{Property: fewRestartsName})),
	},
	{
		Claim: "CT-18", Verdict: claims.Verified, Found: "A golden trace, step by step.",
		For: one(claims.Corpus{Entry: "ct18-hybrid-example"}),
	},
	{
		Claim: "CT-19", Verdict: claims.Verified, Found: "A golden trace, step by step.",
		For: one(claims.Corpus{Entry: "ct19-base-example"}),
	},
	{
		Claim: "CT-20", Verdict: claims.Refuted,
		Found: "Not as printed, for Preferred (X11): an initiator may not hear of a lower one, and both " +
			"complete. With tags that " +
			"name the initiator all agree, and with elections named in every message, too. For Base with static " +
			"lists it is true " +
			"even without the rule. Whoever yields must take over when the lower one dies (D16).",
		Against: all(fails(agreementName, "preferred-x11"), fails(runEnds, "base-no-takeover-stuck"),
			one(claims.Corpus{Entry: "x11-two-initiators", Violates: agreementName}),
			one(claims.Corpus{Entry: "x11-lower-dies", Violates: runEnds})),
		For: all(holds(agreementName, "base-rivals-last", "base-two-initiators", "preferred-two-initiators"),
			holds(runEnds, "base-two-run-ends"), one(claims.Corpus{Entry: "x11-two-initiators", Expectation: 1}),
			one(claims.Campaign{Property: agreementName})),
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
