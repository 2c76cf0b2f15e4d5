package vcube

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// roundsSabotageOfTLA are changes of the module.
func roundsSabotageOfTLA() []protocoltest.Mutant {
	const module, mc = "tla/vcube/VCubeRounds.tla", "tla/vcube/MCVCubeRounds.tla"
	return []protocoltest.Mutant{{
		ID: "tla: frozen replies tell what has come in within the round", File: module,
		Anchor: "WholeRounds(k, others, replying)", Replacement: "WholeRounds(k, others, k.members)",
		Case: "vcube/rounds-three", Says: []string{"Round"},
	}, {
		ID: "tla: a sequence of failures goes on under another leader", File: module,
		Anchor: `Rises(m, run.p, i) \/ run.p.leader # i THEN 0`, Replacement: "Rises(m, run.p, i) THEN 0",
		Case: "vcube/penalty-two", Says: []string{"failed"},
	}, {
		ID: "tla: the rounds of one member alone are fair", File: mc,
		Anchor: `ELSE GoAt(i) \/ FlapAt(i)`, Replacement: `ELSE i = 0 /\ (GoAt(i) \/ FlapAt(i))`,
		Case: "vcube/rounds-process-agree", Says: []string{"AgreeAtLast is violated"},
	}}
}
