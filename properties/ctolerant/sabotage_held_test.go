package ctolerant

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

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
		Anchor: `Cardinality(IF HeldC = "run" THEN`, Replacement: `Cardinality(IF TRUE THEN`,
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
