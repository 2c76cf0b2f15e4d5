package paper

import "github.com/scrutineer-go/scrutineer/internal/claims"

// Paper is what Wang and Gupta claim, and what decides it.
func Paper() claims.Paper {
	return claims.Paper{
		Title:  "Wang and Gupta, “Churn-Tolerant Leader Election Protocols” (ICDCS 2023)",
		Claims: claimed,
		Checks: append(computed(), checked...),
	}
}

// claimed lists the claims with the numbers of the facts sheet.
var claimed = []claims.Claim{
	{
		ID: "CT-1", Where: "Section IV-A, Theorem 1",
		Says: "Of any c+1 processes that answer one has the would-be leader in its list.",
	},
	{
		ID: "CT-2", Where: "Theorem 1",
		Says: "Base is safe: all follow the lowest non-faulty process.",
	},
	{
		ID: "CT-3", Where: "Theorem 1",
		Says: "Optimistic is safe.",
	},
	{
		ID: "CT-4", Where: "Section IV-A",
		Says: "Safety is maintained when the would-be leader is flaky or has crashed and the run is repeated.",
	},
	{
		ID: "CT-5", Where: "Theorem 2",
		Says: "Of the c+f+1 processes that are asked at least c+1 answer.",
	},
	{
		ID: "CT-6", Where: "Theorem 2",
		Says: "All four protocols are live if the initiator and the would-be leader stay alive.",
	},
	{
		ID: "CT-7", Where: "Theorem 2",
		Says: "Restarts because nobody is left to lead come to an end, at the latest with x = N and y = 0.",
	},
	{
		ID: "CT-8", Where: "Theorem 2",
		Says: "With x = N the candidates are all N processes.",
	},
	{
		ID: "CT-9", Where: "Lemma 1",
		Says: "Base takes 2(c+f+1)+1 unicasts and one multicast where nothing fails.",
	},
	{
		ID: "CT-10", Where: "follows from Algorithm 2",
		Says: "Optimistic takes 2(c+f+1)+n unicasts and n multicasts, with n from 1 to c+1.",
	},
	{
		ID: "CT-11", Where: "follows from Algorithm 4",
		Says: "Hybrid notifies at most c+1 processes in a run, and without failures runs at most y+1 times.",
	},
	{
		ID: "CT-12", Where: "Theorem 3",
		Says: "Base is optimal in messages among all initiator-based elections that are safe.",
	},
	{
		ID: "CT-13", Where: "Theorem 3",
		Says: "To ask c+f processes is not enough for safety.",
	},
	{
		ID: "CT-14", Where: "Theorem 4",
		Says: "A given one of the y unhealthiest is reported with probability 1 - p^r by r answers.",
	},
	{
		ID: "CT-15", Where: "Table II",
		Says: "The printed r satisfy 1 - p^r > 1 - 1/N.",
	},
	{
		ID: "CT-16", Where: "Section V",
		Says: "r never exceeds c+1, so the c+1 answers suffice for preference with high probability.",
	},
	{
		ID: "CT-17", Where: "Section III-A, Theorem 4",
		Says: "c never exceeds 10 % of N where at most 5 % of the messages are lost, and the r answers that " +
			"preference needs are logarithmic in N.",
	},
	{
		ID: "CT-18", Where: "Fig. 2",
		Says: "The example of Hybrid: 0 is notified, then 2, which is elected.",
	},
	{
		ID: "CT-19", Where: "Fig. 1",
		Says: "The example of Base: three QUERYs, three RESPONSEs, one NOTIFYLEADER, one multicast.",
	},
	{
		ID: "CT-20", Where: "Section III-B",
		Says: "Several initiators elect the same leader, because only the lowest of them completes.",
	},
	{
		ID: "CT-21", Where: "Section I",
		Says: "Any attribute with a total order may take the place of the hash.",
	},
	{
		ID: "CT-22", Where: "Section I",
		Says: "Under strong membership a local choice by hash is right without a message; under weak membership " +
			"it is wrong.",
	},
	{
		ID: "CT-23", Where: "Theorem 4",
		Says: "Preferred and Hybrid avoid the unhealthiest with high probability, with only a logarithmic number " +
			"of messages.",
	},
	{
		ID: "CT-24", Where: "Section VI-B",
		Says: "Optimistic completes 42.6 % sooner than Base, Hybrid 33.3 % sooner than Preferred.",
	},
	{
		ID: "CT-25", Where: "Section VI-A",
		Says: "Hybrid takes the most bandwidth; it grows linearly with the drop rate and with N.",
	},
	{
		ID: "CT-26", Where: "Section VI-C",
		Says: "Base and Preferred change leaders once, Hybrid up to 157 % more often.",
	},
	{
		ID: "CT-27", Where: "Section VI-C",
		Says: "Preferred and Hybrid elect healthier leaders, up to 28.5 times in rank.",
	},
	{
		ID: "CT-28", Where: "Section VI-C",
		Says: "Base and Optimistic elect hash rank 0, Preferred and Hybrid 0.5 to 2.0.",
	},
	{
		ID: "CT-29", Where: "Section VI",
		Says: "The set-up of the simulations.",
	},
	{
		ID: "CT-30", Where: "Section VII",
		Says: "The set-up with 16 Raspberry Pis, and what came of it.",
	},
	{
		ID: "CT-31", Where: "Section VII-B",
		Says: "Less CPU, memory and bandwidth than ZooKeeper, by 26.9 %, 5.9 % and 82.9 %.",
	},
	{
		ID: "CT-32", Where: "Section VI-B",
		Says: "Completion is when the last non-faulty process learns of the correct leader.",
	},
}

// computed are the claims that are decided by a computation alone.
func computed() []claims.Check {
	decided := map[string]claims.Check{
		"CT-8": {Verdict: claims.Verified, Found: "It holds for all lists of four processes."},
		"CT-9": {Verdict: claims.Verified, Found: "The running protocol sends just as many."},
		"CT-10": {
			Verdict: claims.Measured, Found: "The paper counts the messages of Base alone. The running protocol " +
				"takes so many in all runs.",
		},
		"CT-11": {
			Verdict: claims.Measured, Found: "The paper counts the messages of Base alone. The running protocol " +
				"keeps to that in all runs.",
		},
		"CT-12": {
			Verdict: claims.Refuted, Found: "Two initiator-based elections that are as safe send fewer messages: " +
				"one counts the initiator's own list as an answer, the other asks the last f only when TIMEOUT comes.",
		},
		"CT-13": {Verdict: claims.Verified, Found: "It holds where the initiator's own list is not counted."},
		"CT-14": {
			Verdict: claims.Measured, Found: "The formula holds for independent responders with one p; averaged " +
				"p are optimistic.",
		},
		"CT-15": {
			Verdict: claims.Refuted, Found: "The row of N = 32 does not, whatever its p was rounded from: r is the " +
				"rounded logarithm, and not the next whole number. Those of 128 and 256 do with equality only, or " +
				"if p was a little less than the 0.5 that is printed.",
		},
		"CT-16": {
			Verdict: claims.Refuted, Found: "True of the printed r; with the r that Theorem 4 demands the " +
				"row of N = 32 exceeds c+1.",
		},
		"CT-17": {
			Verdict: claims.Verified, Found: "Both, by the paper's tables; for what c + 1 means for the number of " +
				"messages see CT-23.",
		},
		"CT-21": {Verdict: claims.Measured, Found: "Runs commute with any order-preserving renaming."},
		"CT-22": {
			Verdict: claims.Verified, Found: "It is right with equal lists, wrong as soon as one lacks the lowest.",
		},
	}
	var checks []claims.Check
	for _, c := range claimChecks {
		check, ok := decided[c.Claim]
		if !ok { // it stands beside cases
			continue
		}
		evidence := claims.One(code(c.Claim))
		check.Claim, check.For = c.Claim, evidence
		if check.Verdict == claims.Refuted {
			check.For, check.Against = nil, evidence
		}
		checks = append(checks, check)
	}
	return checks
}

// code is the computation for a claim.
func code(claim string) claims.Evidence {
	for _, c := range claimChecks {
		if c.Claim == claim {
			return claims.Code{Name: c.Name, Drawn: c.Drawn, Run: c.Run}
		}
	}
	return nil
}
