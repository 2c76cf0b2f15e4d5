package paper

import (
	"github.com/scrutineer-go/scrutineer/internal/claims"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// What is judged, by its names in the tables and in the monitor.
const (
	agreement  = "Agreement"
	rightness  = "Rightness"
	settles    = "Settles"
	repairs    = "Repairs"
	sane       = "Sane"
	excludes   = "MutexExcludes"
	oneVote    = "OneVoteEach"
	clients    = "ClientsKnow"
	leaderOn   = "LeaderLives"
	oneSession = "SessionSettles"
	agreeLate  = "AgreeAtLast"
	rightLate  = "RightAtLast"
)

// replayed is a plan of the corpus of which all holds, at that expectation.
func replayed(entry string, expectation int) []claims.Evidence {
	return claims.One(claims.Corpus{Entry: entry, Expectation: expectation})
}

// broken is one of which a property fails.
func broken(entry string, expectation int, property string) []claims.Evidence {
	return claims.One(claims.Corpus{Entry: entry, Expectation: expectation, Violates: property})
}

// campaigned is that a property holds in the drawn runs.
func campaigned(property string) []claims.Evidence {
	return claims.One(claims.Campaign{Property: property})
}

// lastingLoss are three replicas that lose a tenth of all messages for ever.
func lastingLoss(united bool) late {
	return late{repeated{net: lossyNet{nodes: 3, perMille: 100}, union: united}, 20, 40}
}

// ofEngine are the checks of what the engine does, whatever the state is.
func ofEngine() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-01", Verdict: claims.Refuted,
			Found: "Without a loss two that start one after the other end with two leaders, for ever, and so do " +
				"two that join a third, by vote or not (A4.1), unless sessions are repeated (A-23). " +
				"It holds of one session of all, or of one that joins, where queues are there before, " +
				"one hears oneself and windows wait for all answers; and after a session that is begun " +
				"when all is at rest. Under lasting loss each session undoes what the one before has found (A4.2).",
			Against: claims.All(claims.Fails(agreement, "rsdp-split-latest", "rsdp-split-ranked", "rsdp-split-three"),
				broken("a41-late-echo", 0, oneSession), broken("a41-late-share", 0, oneSession),
				broken("a41-late-share", 1, oneSession), broken("a41-late-share", 2, oneSession),
				broken("a41-due-batch", 0, oneSession), broken("a41-due-batch", 1, oneSession),
				sampled("lasting loss", given(checkLate, lastingLoss(false)))),
			For: claims.All(claims.Holds(settles, "rsdp-settles"), claims.Holds(rightness, "rsdp-latest",
				"rsdp-join-leave"),
				claims.Holds(repairs, "rsdp-resync-three"), replayed("a41-late-echo", 1), replayed("a41-late-share", 6),
				sampled("lasting loss, united", given(checkLateUnited, lastingLoss(true))),
				campaigned(oneSession)),
		},
		{
			Claim: "A-02", Verdict: claims.Verified,
			Found: "That a message arrives is assumed. A session that is begun when all is at rest, by whomever, " +
				"and loses nothing itself repairs whatever was lost before; one begun earlier need not.",
			For: claims.All(claims.Holds(repairs, "rsdp-resync-two", "rsdp-resync-three"), replayed("a43-lost-hello",
				3),
				replayed("a43-lost-close", 1), replayed("a42-session-undoes", 1), replayed("a41-two-join", 3),
				campaigned(oneSession)),
		},
		{
			Claim: "A-03", Verdict: claims.Verified,
			Found: "DEBATES hold it from HELLO to SHARE, and nothing else changes the state in that time. All other " +
				"phases are one step.",
			For: claims.All(claims.Holds(excludes, "rsdp-latest-loss", "rsdp-join-two", "rsdp-resync-cold",
				"rsdp-vanish",
				"rsdp-printed"), campaigned(excludes)),
		},
		{
			Claim: "A-04", Verdict: claims.Refuted,
			Found: "Two methods of the leader election reducer, in the text and in the code, change its state " +
				"besides. The house's engine keeps the state, and its reducers are functions.",
			Against: computed("the code as printed", checkPrintedWrites),
			For:     computed("both columns", given(checkPure, among(3, 0))),
		},
	}
}

// ofRepairs are those of what comes after a loss or a leave, and of merges.
func ofRepairs() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-21", Verdict: claims.Verified,
			Found: "Of the house's engine, as the paper prints none: it calls each of the other seven and cannot " +
				"do without. Those who have answered are in the STATUSes' senders. It asks shouldReload only where " +
				"clients are told of SHAREs alone (a14), as here.",
			For: computed("reducers that lack one, in the house's engine", checkOptional),
		},
		{
			Claim: "A-23", Verdict: claims.Measured,
			Found: "Restricted to sessions of all, one after another, of replicas that stay, with windows that " +
				"wait for all answers: T_sync must be longer than a session, which the paper does not say. Then a " +
				"session from rest that loses nothing itself resolves whatever was lost before. Where messages are " +
				"lost for ever, as p_l of 3.3 has it, each discrepancy is resolved by some session and each " +
				"agreement undone by some, as each session forgets the one before (A4.2), so that nothing is " +
				"resolved for good; where lists are united it is (A-01), and ghosts stay (A-41). a42-session-undoes " +
				"ends in two leaders, which no property judges, as its session loses a message.",
			For: claims.All(claims.Holds(repairs, "rsdp-resync-two", "rsdp-resync-three"),
				computed("losses for ever", given(checkResolves, loses(3, 10))),
				replayed("a42-session-undoes", 0), replayed("a42-session-undoes", 1),
				replayed("a43-lost-hello", 3), campaigned(agreeLate), campaigned(rightLate)),
		},
		{
			Claim: "A-39", Verdict: claims.Refuted,
			Found: "Functions that are deterministic give equal states of equal ones alone: the SHARE of one that " +
				"joins, which was answered before, brings back who has left (A4.3). It holds where nothing else is " +
				"going on, and with tombstones, if no CLOSE is lost.",
			Against: claims.All(claims.Fails(leaderOn, "rsdp-ghost"), broken("a43-ghost-leader", 0, oneSession)),
			For: claims.All(claims.Holds(rightness, "rsdp-leave", "rsdp-join-leave"),
				replayed("a43-ghost-leader", 1)),
		},
		{
			Claim: "A-40", Verdict: claims.Verified,
			Found: "The function does, of the members and the leader. What is in the SHARE buffer, and what others " +
				"share later, refers to who has left all the same (A4.3).",
			For: claims.All(computed("all leaves of four", given(checkClosed, among(4, 0))),
				replayed("a43-ghost-leader", 1)),
		},
		{
			Claim: "A-41", Verdict: claims.Measured,
			Found: "A union may be made in any order and in any steps; it never forgets who crashed (a8), so that " +
				"the house replaces what was known by what a session finds. A mean may not: replicas that " +
				"aggregate aggregates would have to share sums and counts.",
			For: claims.All(computed("unions", given(checkUnion, 3)), computed("means", checkMean),
				broken("a8-ghost-member", 0, oneSession), replayed("a8-ghost-member", 1)),
		},
	}
}

// ofReducer are the checks of the leader election reducer's methods.
func ofReducer() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-05", Verdict: claims.Verified, Found: "In every order, with repeats.",
			For: computed("all buffers", given(checkFound, among(4, 0))),
		},
		{
			Claim: "A-06", Verdict: claims.Verified,
			Found: "As printed it does so without a look at it, so that a replica whose own HELLO was lost is " +
				"outside of its own view; the house sanitises that first state too.",
			For: claims.All(computed("all sessions of three", given(checkInitialised, 3)),
				claims.Fails(sane, "rsdp-outside-itself"), broken("a12-initial-unsanitised", 0, sane),
				replayed("a12-initial-unsanitised", 1)),
		},
		{
			Claim: "A-07", Verdict: claims.Verified, Found: "The code tells nothing where there is no leader.",
			For: computed("all views", given(checkNormalised, among(3, 0))),
		},
		{
			Claim: "A-08", Verdict: claims.Verified, Found: "It depends on the order of arrival, which need not be " +
				"the same at all replicas.",
			For: computed("all batches", given(checkLatest, among(3, 0))),
		},
		{
			Claim: "A-09", Verdict: claims.Verified,
			Found: "Where one is. The text has no rule for ties (a9): by the order of arrival replicas disagree, " +
				"by the greatest list the smaller view may win, with the most members neither.",
			For: claims.All(computed("all batches", given(checkPopular, among(3, 0))), broken("a9-ties", 0, oneSession),
				broken("a9-ties", 1, oneSession), replayed("a9-ties", 2)),
		},
		{
			Claim: "A-10", Verdict: claims.Verified,
			Found: "With numbers of any size: JavaScript's are exact up to 2^53, which is what the first of 54 " +
				"candidates has. What the members are the text does not say (a10): the house takes the union.",
			For: claims.All(computed("all batches", given(checkRanked, ballots{among(3, 0), 3})), computed("long "+
				"ballots",
				given(checkLongBallots, among(words.MaxNodes, 0)))),
		},
		{
			Claim: "A-11", Verdict: claims.Verified, Found: "If all compare addresses alike: as text 9 is more " +
				"than 10, as JavaScript's sort has it, and of two that differ in that nobody leads (a13).",
			For: claims.All(computed("all batches", given(checkRanked, ballots{among(4, 0), 2})),
				claims.Fails("OneLeader",
					"rsdp-as-text-leaders"), broken("a13-as-text", 0, oneSession), replayed("a13-as-text", 1)),
		},
	}
}

// ofValidity are those of what is taken, what is told, and who is forgotten.
func ofValidity() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-12", Verdict: claims.Verified,
			Found: "Restricted to what replicas of the paper hand to it, in the first approach, whose code is " +
				"printed and whose environment is trusted (3.2). The formula does; the code of Figure 5 does not " +
				"look whether the leader is one of the members (a12), and need not: every printed method that makes " +
				"a view has the last of its list lead, so that code and formula take the same in every run of the " +
				"printed flow. Handed a leader outside by somebody else, the code takes it. 3.2 leaves a_self out, " +
				"which formula and code ask for.",
			For: claims.All(computed("the printed flow", given(checkPrintedFlow, asPrinted())),
				computed("all views, by the formula", given(checkSanitised, among(4, 1))),
				claims.Holds(sane, "rsdp-latest-loss", "rsdp-join-leave-loss", "rsdp-vanish"), campaigned(sane),
				computed("the code, handed what the flow does not make", checkPrintedLeader)),
		},
		{
			Claim: "A-13", Verdict: claims.Refuted,
			Found: "Of the reducers alone: the engine is not printed, and may tell of a change itself, as the " +
				"house's does. The formula compares sets, the code texts: a list with one twice is another (a11), " +
				"which the printed flow makes where an answer to an earlier session falls into a later one (a5); a " +
				"list in another order it does not make. Neither tells of the first state, nor of what a CLOSE " +
				"changes (a14), as aggregateState and aggregateCloseState change what shouldReload then compares " +
				"with.",
			Against: claims.All(computed("the code as printed", checkPrintedReloads),
				computed("what the reducers alone do not tell", checkPrintedSilence)),
			For: claims.All(computed("all pairs of views", given(checkReloads, among(3, 0))),
				claims.Holds(clients, "rsdp-latest-loss", "rsdp-join-leave-loss"), replayed("a14-silent", 1),
				campaigned(clients)),
		},
		{
			Claim: "A-14", Verdict: claims.Verified,
			Found: "Restricted as A-12. The formula does. The code of updateState does not look whether the leader " +
				"is one of the members, nor does sanitizeShareState before it; in every run of the printed flow it " +
				"makes what the formula makes, and whoever leads is a member, also after a CLOSE. An empty list, " +
				"which updateState would take too (a16), sanitizeShareState never passes on.",
			For: claims.All(computed("the printed flow", given(checkPrintedFlow, asPrinted())),
				claims.Holds(sane, "rsdp-latest-loss", "rsdp-join-two", "rsdp-rejoin-crash"), campaigned(sane),
				computed("the code, handed what the flow does not make", checkPrintedLeader)),
		},
		{
			Claim: "A-15", Verdict: claims.Verified,
			Found: "In any order, one by one or together, once or twice. Figure 6 takes the last of the list: it is " +
				"of the first approach, whose lists ascend, and there that is the greatest. To feed it a ranked " +
				"vote's list is a reading of ours: if the list has the best first, the last is the worst (a15). 3.1 " +
				"has a way out: where the ranking is a replica's own, a CLOSE may begin a session. Before the first " +
				"aggregate the code fails (a16).",
			For: claims.All(computed("all leaves of three", given(checkClosed, among(3, 0))),
				computed("the code as printed, and fed a list with the best first", checkPrintedClose),
				claims.Holds(rightness, "rsdp-leave"),
				broken("a15-close-last", 0, oneSession), replayed("a15-close-last", 1)),
		},
		{
			Claim: "A-22", Verdict: claims.Verified, Found: "Together with the last for the leader. A maximum " +
				"would do without.",
			For: computed("all orders", given(checkUnsorted, among(4, 0))),
		},
	}
}

// ofVotes are the checks of what the three elections are said to be good for.
func ofVotes() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-16", Verdict: claims.Verified,
			Found: "Whatever comes last decides. Of sessions that lose messages it ends most in disagreement, by far.",
			For: claims.All(computed("SHAREs that matter", given(checkLooks, among(3, 0))), computed("one SHARE "+
				"that deviates",
				given(checkOneDeviates, among(5, 0))), computed("sessions with losses",
				given(checkRobust, lossyNetworks()[:5]))),
		},
		{
			Claim: "A-17", Verdict: claims.Measured,
			Found: "The comparison, where a batch holds the SHAREs of all, as in sessions of all, and liars lie in " +
				"what they share alone: of 3 and 4 replicas that have all heard all, one SHARE of a liar decides " +
				"under the other two, and a popular vote takes two liars, or as many SHAREs as there are honest " +
				"replicas, ties being broken as the house does (a9). Where the honest share different lists one " +
				"SHARE mostly decides under it too. A SHARE that comes alone, as of one that joins (2.2) or outside " +
				"of a session, decides under all three. The reason does not hold: the most frequent tuple needs no " +
				"majority, so that two of five decide where each honest replica misses another answer, nor are " +
				"senders counted but messages, so that one decides by sending often, or the network by delivering " +
				"twice (A4.4).",
			For: claims.All(computed("liars", given(checkHostile, []hostility{{nodes: 3}, {nodes: 4}})),
				computed("what the honest have heard", given(checkHostileViews, hostility{nodes: 4})),
				computed("a SHARE that comes alone", given(checkLoneShare, hostility{nodes: 4})),
				computed("less than half", given(checkColluders, among(5, 0))),
				replayed("a44-vote-stuffing", 1), claims.Holds(oneVote, "rsdp-popular-duplicate"),
				computed("no majority: two that collude", given(checkPlurality, among(5, 4))),
				computed("no majority: one that repeats", checkStuffing),
				claims.Fails(oneVote, "rsdp-stuffing"), broken("a44-vote-stuffing", 0, oneVote)),
		},
		{
			Claim: "A-18", Verdict: claims.Measured,
			Found: "As many as there are members fewer. But the leader that most name need not be that of the " +
				"tuple that is most frequent, and the members are not told by it.",
			For: computed("addresses that are hashed", given(checkScalars, 5)),
		},
		{
			Claim: "A-19", Verdict: claims.Verified,
			Found: "In all that was worked out, sessions of all replicas with losses. In a session of one that " +
				"joins there is one vote, and all three elections end alike (A4.3).",
			For: claims.All(computed("sessions with losses", given(checkRobust, lossyNetworks())),
				replayed("a43-lost-hello", 1), replayed("a43-lost-hello", 2)),
		},
		{
			Claim: "A-20", Verdict: claims.Verified, Found: "By few names.",
			For: computed("names that are made up", given(checkInflated, []int{3, 5, 10})),
		},
	}
}

// losing are so many replicas of which nobody fails and that lose messages with that probability.
func losing(nodes int, lost string) specification.Risk {
	return specification.Risk{Replicas: nodes, Loss: exact(lost), Failure: exact("0")}
}

// ofTimes are the checks of equations 1 to 11.
func ofTimes() []claims.Check {
	return []claims.Check{
		{
			Claim: "A-24", Verdict: claims.Refuted,
			Found: "As the longest times they are said to be: where some messages are faster than d one may wait " +
				"behind others that the equation has come later (A4.6). Where each takes d they hold. Windows, " +
				"which the engine waits for whatever comes, are no part of them.",
			Against: computed("all delays", given(checkMaximum, timings([]int{2})[0])),
			For:     computed("equal delays", given(checkEqualDelays, []int{2, 3, 5, 10})),
		},
		{
			Claim: "A-25", Verdict: claims.Verified,
			Found: "With t_p constant. There are 3n(n-1) messages, with up to n addresses each, so that t_p is not " +
				"constant for long.",
			For: claims.All(computed("equation 3", given(checkLinear, 100)), computed("equal delays",
				given(checkLinearRuns, 10)), computed("messages", given(checkSessions, []int{3, 5, 10}))),
		},
		{
			Claim: "A-26", Verdict: claims.Refuted,
			Found: "(7) is right: that everything arrives and nobody fails. (6) omits the replica's own HELLOs, " +
				"without which nobody answers it: it is (1-p_f)(1-p_l)^(4n-4). (8) is right where failure means " +
				"that anything is missing; how often the latest source of truth ends in disagreement it bounds " +
				"from above.",
			Against: claims.All(computed("one of three", given(checkReplica, losing(3, "0.01"))),
				computed("disagreement",
					given(checkNoFailure, loses(3, 1)))),
			For: computed("all of three", given(checkAllArrive, losing(3, "0.01"))),
		},
		{
			Claim: "A-27", Verdict: claims.Refuted,
			Found: "Replicas do not succeed independently, for a lost HELLO costs both its ends what they need; " +
				"half of an even number is no majority; and no election asks for a quorum: (11) is not how often " +
				"votes fail. They are more resilient all the same.",
			Against: claims.All(computed("a quorum of three", given(checkQuorum, losing(3, "0.01"))), computed("halves",
				given(checkDisjoint, 10)), computed("disagreement", given(checkNoQuorum, loses(3, 1)))),
			For: computed("sessions with losses", given(checkRobust, lossyNetworks()[:5])),
		},
	}
}
