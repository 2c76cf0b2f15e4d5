package paper

import (
	"github.com/scrutineer-go/scrutineer/internal/claims"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
)

// checked are the claims that cases, campaigns and the corpus decide.
var checked = []claims.Check{
	{
		Claim: "CT-1", Verdict: claims.Refuted,
		Found: "Not where c bounds the lists at each instant alone: one may learn of the would-be leader after it " +
			"has answered, and another forget it before (X6), also where whoever lacked it has answered and died. " +
			"It holds where c is counted over the run, the dead included (S3). That a responder ranks itself (S1) " +
			"is the paper's own: the lists of Fig. 2 leave their owners out, and these propose themselves.",
		Against: claims.All(
			claims.One(claims.Corpus{Entry: "x6-interval", Outside: []string{elections.AssumeS3}}),
			claims.One(claims.Corpus{Entry: "x6-dead", Outside: []string{elections.AssumeS3}})),
		For: claims.All(
			claims.Holds(elections.CT1, "base-tagged-lacking", "optimistic-tagged-lacking", "base-drop-add",
				"base-x6-over-run", "base-s3-dead-counted"),
			claims.One(code("CT-1")), claims.One(claims.Campaign{Property: elections.CT1})),
	},
	{
		Claim: "CT-2", Verdict: claims.Refuted,
		Found: "As printed it is where nobody crashes, which is what its proof looks at, and where somebody does " +
			"and no TIMEOUT comes early. Else, with f = 1, two leaders are followed as printed (X1), and a dead " +
			"one by the rule of section IV-B, if Algorithm 2's \"identical\" makes it that of Base (X2). Under any " +
			"rule the leader may die after it was announced, which nobody can prevent. With tags all agree on a " +
			"process that was the lowest at some instant of the last run, with f = 2 as well. What c must bound for " +
			"that CT-1 says.",
		Against: claims.All(claims.Fails(elections.Agreement, "base-x1"),
			claims.Fails(elections.LowestLately, "base-x2"), claims.Fails("NeverPassedOver", "base-leader-dies"),
			claims.One(claims.Corpus{Entry: "x1-agreement", Violates: elections.Agreement})),
		For: claims.All(
			claims.Holds(elections.LowestLately, "base-printed", "base-printed-crash", "base-four",
				"base-tagged-crash-premature", "base-two-crashes", "base-drop-add"),
			claims.One(claims.Exploration{ID: "base-four-faults", Property: elections.Agreement}),
			claims.One(claims.Exploration{ID: "base-four-faults", Property: elections.LowestLately}),
			claims.One(claims.Corpus{Entry: "x1-agreement", Expectation: 1}),
			claims.One(claims.Campaign{Property: elections.LowestLately})),
	},
	{
		Claim: "CT-3", Verdict: claims.Refuted,
		Found: "By the rule of its prose (section IV-B) it is where nobody crashes; with one crash and an early " +
			"TIMEOUT all go on to follow the dead leader, for ever (X2). By the rule that Algorithm 2 prints, " +
			"which the prose overrides, it is not even without a failure (X3). With f = 2 and any rule all may " +
			"follow a dead process that never was the lowest, as whoever was notified early is not asked again " +
			"(X16). With tags, and where that one is, it is as Base is.",
		Against: claims.All(claims.Fails(elections.LowestLately, "optimistic-x2", "optimistic-x16"),
			claims.Fails(elections.Agreement, "optimistic-x3"),
			claims.One(claims.Corpus{Entry: "x3-optimistic", Violates: elections.Agreement}),
			claims.One(claims.Corpus{Entry: "x16-trusted-leader", Violates: elections.LowestLately})),
		For: claims.All(
			claims.Holds(elections.LowestLately, "optimistic-lowest-no-faults", "optimistic-lowest-premature",
				"optimistic-tagged-lacking", "optimistic-tagged-crash-premature", "optimistic-drop-add",
				"optimistic-x16-repaired"),
			claims.One(claims.Corpus{Entry: "x3-optimistic", Expectation: 2}),
			claims.One(claims.Corpus{Entry: "x3-optimistic", Expectation: 1}),
			claims.One(code("CT-3")), claims.One(claims.Campaign{Property: elections.Agreement})),
	},
	{
		Claim: "CT-4", Verdict: claims.Refuted,
		Found: "In the first of its two cases failure detectors take a live would-be leader out of the lists of a " +
			"\"sufficient number\" of processes, which is more than c: another one is elected, though the lowest " +
			"is alive, and both announce themselves (X14). In the second, where it crashes, safety is maintained: " +
			"as printed where no TIMEOUT comes early, with tags always.",
		Against: claims.All(
			claims.Fails("NeverTwoAnnounce", "base-x14"),
			claims.One(claims.Corpus{Entry: "x14-flaky", Outside: []string{elections.AssumeS3}})),
		For: claims.Holds(elections.LowestLately, "base-printed-crash", "base-tagged-crash-premature",
			"base-drop-add-premature"),
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
		Found: "Not where the initiator knows fewer than c+1 (S2), though the group is connected and all lists are " +
			"within c: it waits as long as its list does not grow. While TIMEOUT is shorter than NOTIFYLEADER and " +
			"LEADER take, the initiator begins again and again, though all follow the right leader (X15); it ends " +
			"once TIMEOUT suffices (S7). Else all four are live.",
		Against: claims.All(claims.Fails(elections.RunEnds, "base-knows-too-few"),
			claims.One(claims.Corpus{Entry: "x9-knows-too-few", Outside: []string{elections.AssumeS2}})),
		For: claims.All(
			claims.Holds(elections.EverybodyLed, "base-everybody-led", "optimistic-everybody-led",
				"preferred-everybody-led",
				"hybrid-everybody-led", "base-join-everybody-led"),
			claims.Holds(elections.RunEnds, "base-run-ends", "optimistic-run-ends", "preferred-run-ends",
				"hybrid-run-ends"),
			claims.One(claims.Corpus{Entry: "x9-knows-too-few", Expectation: 1}),
			claims.One(claims.Corpus{Entry: "x9-knows-too-few", Expectation: 2}),
			claims.One(claims.Corpus{Entry: "x15-short-timeout"}),
			claims.One(claims.Campaign{Property: elections.EverybodyLed})),
	},
	{
		Claim: "CT-7", Verdict: claims.Verified,
		Found: "And more: at most y runs find nobody, and x = N is never needed. Where answers of older runs " +
			"count, as printed (D4), more than y may find nobody, and the election ends all the same.",
		For: claims.All(
			claims.Holds(elections.FewRestarts, "preferred-all-suspected", "hybrid-tagged-empty"),
			claims.One(code("CT-7")),
			claims.Holds(elections.RunEnds, "preferred-accept-old-ends"),
			claims.Fails(elections.FewRestarts, "preferred-accept-old"),
			claims.Fails("NeverEmpty", "preferred-never-empty"),
			claims.One(claims.Campaign{Property: elections.FewRestarts})),
	},
	{
		Claim: "CT-18", Verdict: claims.Verified,
		Found: "Step by step. After the third answer the paper prints the candidates {2}, where Algorithm 4 has " +
			"{0,1,2}, and adds the counts of unhealthiness up, where it has sets; 2 is elected either way.",
		For: claims.All(claims.One(claims.Corpus{Entry: "ct18-hybrid-example"}), claims.One(code("CT-18"))),
	},
	{
		Claim: "CT-19", Verdict: claims.Verified, Found: "A golden trace, step by step.",
		For: claims.One(claims.Corpus{Entry: "ct19-base-example"}),
	},
	{
		Claim: "CT-20", Verdict: claims.Refuted,
		Found: "Not as printed, for Preferred (X11): an initiator may not hear of a lower one, and both complete. " +
			"With tags that name the initiator all agree, and with elections named in every message, too. For Base " +
			"with static lists it is true even without the rule.",
		Against: claims.All(claims.Fails(elections.Agreement, "preferred-x11"),
			claims.One(claims.Corpus{Entry: "x11-two-initiators", Violates: elections.Agreement})),
		For: claims.All(
			claims.Holds(elections.Agreement, "base-rivals-last", "base-two-initiators", "preferred-two-initiators"),
			claims.One(claims.Corpus{Entry: "x11-two-initiators", Expectation: 1}),
			claims.One(claims.Campaign{Property: elections.Agreement})),
	},
	{
		Claim: "CT-23", Verdict: claims.Open,
		Found: "It holds for the answers (Preference), not for the group: nobody that is asked need report the " +
			"unhealthiest (X12). How often that is so is a measurement to be made. r answers, which are " +
			"logarithmically many (CT-17), may be enough, but a run waits for c+1, which are not.",
		Known: claims.All(claims.Fails("NeverUnhealthiest", "preferred-x12"), claims.One(code("CT-23"))),
	},
	undecided("CT-24", "f and how messages are dropped are not stated: only the sign and the order of magnitude "+
		"can be measured."),
	undecided("CT-25", "To be measured."),
	undecided("CT-26", "To be measured; runs repeated by TIMEOUT may count as changes or not."),
	undecided("CT-27", "To be measured; ratios to a rank near 0 mean little."),
	undecided("CT-28", "To be measured; 0 for Base and Optimistic is what LowestLately says."),
	{
		Claim: "CT-29", Verdict: claims.NotClaimed,
		Found: "A set-up, by which CT-24 to CT-28 are to be measured. It does not say f, whether a message is " +
			"dropped at each hop or once, nor how much more those of low hashes are.",
	},
	{
		Claim: "CT-30", Verdict: claims.NotReproducible,
		Found: "The 16 devices, their network and the 2,500 lines of Java are not at hand.",
	},
	{
		Claim: "CT-31", Verdict: claims.NotReproducible,
		Found: "It was measured on the devices of CT-30, against ZooKeeper on the same, and a simulation has no " +
			"CPU time or memory of theirs.",
		Known: claims.One(code("CT-31")),
	},
	{
		Claim: "CT-32", Verdict: claims.NotClaimed,
		Found: "A definition, by which CT-24 is to be measured.",
	},
}

func undecided(claim, why string) claims.Check {
	return claims.Check{Claim: claim, Verdict: claims.Open, Found: why}
}
