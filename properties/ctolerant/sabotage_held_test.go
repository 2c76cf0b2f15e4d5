package ctolerant

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// heldRows change how c is held while lists change, what is remembered to have troubled a run, and
// what a budget excuses.
var heldRows = []protocoltest.Mutant{
	{
		ID: "held: what was lacked earlier in the run is forgotten", File: "properties/ctolerant/held.go",
		Anchor: "all[i][j] = all[i][j].Union(g.Lacked[i][j])", Replacement: "continue",
		Case: "ctolerant/base-x6-over-run", Says: []string{"CT1: violated"},
	},
	{
		ID: "held: the dead are not counted", File: "properties/ctolerant/held.go",
		Anchor: "(cfg.Held == words.HeldRunDead || len(", Replacement: "(len(", Seldom: true,
		Case: "ctolerant/base-s3-dead-counted", Says: []string{"CT1: violated"},
	},
	{
		ID: "held: one that joins comes whatever its list lacks", File: "properties/ctolerant/held.go",
		Anchor: "case words.Forget, words.Join:", Replacement: "case words.Forget:", Seldom: true,
		Case: "ctolerant/base-held-join", Says: []string{"CT1: violated"},
	},
	{
		ID: "held: no input is ever forbidden", File: "spec/ghost.go",
		Anchor:      "return g.IsGuarded(a) && !g.Allows(now, a, up)",
		Replacement: "return false && g.IsGuarded(a) && !g.Allows(now, a, up)", Seldom: true,
		Case: "ctolerant/base-x6", Says: []string{"violated in 12 states, pinned are 13"},
	},
	{
		ID: "held: the fast exploration forbids none", File: "faults/explore/expansion.go",
		Anchor: "if !allowed {", Replacement: "if !allowed && false {",
		Case: "ctolerant/base-x6-over-run", Says: []string{"only the implementation offers Forget"},
	},
	{
		ID: "troubled: a list that has become stale is no trouble", File: "properties/ctolerant/troubled.go",
		Anchor: "words.AcceptOld), g.Membership.isStale(group)", Replacement: "words.AcceptOld), false",
		Case: "ctolerant/base-troubled-crash-loss", Says: []string{"RestartsHaveCause: violated"},
	},
	{
		ID: "liveness: a budget excuses everything", File: "verify/live.go",
		Anchor: "if !g.exhausted(n) || g.excused(n) != nil {", Replacement: "if !g.exhausted(n) {",
		Case: "ctolerant/optimistic-never-ends", Says: []string{"RunEnds holds, it must be violated"},
	},
}

// heldTLARows do so in the module.
var heldTLARows = []protocoltest.Mutant{
	{
		ID: "tla: a list forgets whatever comes of it", File: "tla/ctolerant/MCElection.tla",
		Anchor: `Free /\ Forget /\ Watch /\ StaysHeld`, Replacement: `Free /\ Forget /\ Watch`,
		Case: "ctolerant/base-x6-ct1", Says: []string{"TLC", "length"},
	},
	{
		ID: "tla: one that joins comes whatever its list lacks", File: "tla/ctolerant/MCElection.tla",
		Anchor: `Free /\ Join /\ Watch /\ StaysHeld`, Replacement: `Free /\ Join /\ Watch`,
		Case: "ctolerant/base-held-join", Says: []string{"CT1 is violated"},
	},
	{
		ID: "tla: the dead are not counted", File: "tla/ctolerant/MCElection.tla",
		Anchor: `Cardinality(IF HeldC = "run" THEN`, Replacement: `Cardinality(IF TRUE THEN`, Seldom: true,
		Case: "ctolerant/base-s3-dead-counted", Says: []string{"CT1 is violated"},
	},
	{
		ID: "tla: what was lacked earlier in the run is forgotten", File: "tla/ctolerant/MCElection.tla",
		Anchor: `ELSE lacked[i][j] \cup Lacking(j)'`, Replacement: `ELSE Lacking(j)'`,
		Case: "ctolerant/base-x6-over-run", Says: []string{"CT1 is violated"},
	},
	{
		ID: "tla: a run that nothing has troubled is excused", File: "tla/ctolerant/MCElection.tla",
		Anchor: `/\ Troubles => \A b`, Replacement: `/\ FALSE => \A b`,
		Case: "ctolerant/optimistic-never-ends", Says: []string{"TLC"},
	},
	{
		ID: "tla: a list that has become stale is no trouble", File: "tla/ctolerant/MCElection.tla",
		Anchor: `Stale == \E k`, Replacement: `Stale == FALSE /\ \E k`,
		Case: "ctolerant/base-troubled-crash-loss", Says: []string{"RestartsHaveCause is violated"},
	},
}

// plantedLate is a bug of which a first run shows nothing, and that faults hide from whoever
// asks only of runs without any.
var plantedLate = []protocoltest.Planted{{
	Mutant: protocoltest.Mutant{
		ID: "a LEADER inside the loop is forgotten in later runs", File: "impl/ctolerant/election.go",
		Anchor:      "e.Confirmed = !n.cfg.Interprets(words.AwaitAfterLoop)",
		Replacement: "e.Confirmed = !n.cfg.Interprets(words.AwaitAfterLoop) && n.state.Run == 1",
	},
	Set: []string{
		"nodes=3", "protocol=optimistic", "initiator=2", "c=1", "f=1", "lists=[[0,1,2],[1,2],[0,1,2]]",
		"churn=[]", "rivals=[]",
	},
	Seed: 8, Property: RestartsHaveCause, Elements: 2, // a crash, and a late RESPONSE in the second run
}}
