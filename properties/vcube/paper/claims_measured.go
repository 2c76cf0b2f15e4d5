package paper

import (
	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// ofMeasurements are the checks of messages and times.
func ofMeasurements() []claims.Check {
	return []claims.Check{
		{
			Claim: "VC-7", Verdict: claims.Verified,
			Found: "Both; vRing needs N-1 rounds where replies are frozen.",
			For:   computed("rounds of both", func() (string, error) { return checkBaselines(all(), ring()) }),
		},
		{
			Claim: "VC-14", Verdict: claims.Refuted,
			Found:   "All counts are right; two of the seven percentages are not.",
			Against: computed("balances", given(checkMisprints, table2())),
			For:     computed("messages", given(checkCounts, table2())),
		},
		{
			Claim: "VC-15", Verdict: claims.Verified,
			Found: "To the message, with clusters tested one after the other and each assignment worked out when " +
				"its cluster is reached (V5). The counts say nothing about agreement: as printed they are the same " +
				"(Y1).",
			For: claims.All(computed("messages", given(checkCounts, table3())),
				computed("balances", given(checkBalances, table3())),
				computed("any crash", given(checkAnyCrash, []int{8, 16}))),
		},
		{
			Claim: "VC-17", Verdict: claims.Verified,
			Found: "With the merge mended (V3; by lines 17 to 25 as printed p3 never suspects p0, as it does in " +
				"the log). With constant delays in all of it. With drawn ones the processes of the first round are " +
				"the same in each run, and p7 may hear of it only in the third.",
			For: claims.All(computed("constant delays",
				asRecommended(checkFigure5)), drawn("31 runs", checkDrawnFigure5)),
		},
		{
			Claim: "VC-18", Verdict: claims.Verified,
			Found: "One crash, the merge mended (V3), replies as of the beginning of the round; live ones may be " +
				"faster.",
			For: computed("rounds until a crash is known", given(checkCrashLatency, vCube())),
		},
		{
			Claim: "VC-19", Verdict: claims.Verified,
			Found: "It rests on what a process sends at once departing 0.1 apart (Figure 3): without, ALL is the " +
				"faster one.",
			For: computed("rounds without faults", given(checkGrowth, 100*millisecond)),
		},
		{
			Claim: "VC-23", Verdict: claims.Measured,
			Found: "Enough is told to run it, but for the seeds, and whether a reply departs behind the requests " +
				"of its process.",
			For: drawn("the set-up", given(checkSetUp, asRead(8))),
		},
	}
}

// ofPenalties are the checks of what the penalty does.
func ofPenalties() []claims.Check {
	return []claims.Check{
		{
			Claim: "VC-20", Verdict: claims.Verified,
			Found: "Incarnation by incarnation. p1 is elected in the next round, for which p0 need not fail again; " +
				"as printed the count stays 3 until p0 comes up as another's follower.",
			For: claims.All(computed("Figure 7", given(checkFigure7, asInFigure7())),
				replayed("y10-figure7", 0), replayed("y10-figure7", 1), campaigned(due)),
		},
		{
			Claim: "VC-21", Verdict: claims.Verified,
			Found: "It gives way to the next in its own view. Equal to it, as the introduction has it (“becomes " +
				"equal to that of the process with the next smallest number”), the lower number leads on (V8), and " +
				"without anybody else there must be no penalty (V9). It holds in the view of who is penalised: if " +
				"that is late it may lead on in truth (Y9).",
			For: claims.All(claims.Holds(dethrones, "vcube-two", "vcube-three", "vcube-skips", "penalty-three"),
				explored(dethrones, "vcube-explore-four", "rounds-explore-process"),
				computed("all incarnations", asRecommended(checkPenalty)), campaigned(dethrones),
				claims.Fails(dethrones, "vcube-equal-penalty", "vcube-candidate-self"),
				broken("v8-equal-penalty", 0, dethrones), broken("v9-candidate-self", 0, dethrones),
				claims.Fails("NeverInVain", "penalty-never-in-vain"), replayed("y9-late-view", 0)),
		},
		{
			Claim: "VC-22", Verdict: claims.Measured,
			Found: "True of one unstable process. Of two, which lead in turn, only the first is ever penalised, " +
				"and the leader changes as often as without the penalty (Y3). As printed one may be penalised a " +
				"second time after a single failure (Y4), or not at all after the third (Y8). Even repaired who " +
				"comes up may believe in one that has died since, and its failures are forgotten.",
			For: claims.All(computed("failures of the sitting leader", given(checkTwoUnstable, 3)),
				claims.Holds(earned, "penalty-apart", "penalty-second", "penalty-four"),
				claims.Fails(earned, "penalty-kept-unearned", "penalty-reset-unearned"),
				claims.Fails(punished, "penalty-zero-unpunished", "penalty-unpunished"),
				replayed("y3-two-unstable",
					0), broken("y4-count-kept", 0, earned), broken("y4-count-reset", 0, earned),
				broken("y8-zero-after-recover", 0, heardLeads), campaigned(earned)),
		},
	}
}
