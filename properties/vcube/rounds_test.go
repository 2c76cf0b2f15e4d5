package vcube

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// roundsSabotage are changes of the model with atomic tests, and of what it steps, that its cases
// must refuse.
func roundsSabotage() []protocoltest.Mutant {
	return []protocoltest.Mutant{{
		ID: "group: frozen replies tell what has come in within the round", File: "properties/vcube/group.go",
		Anchor: "asked = g.Clone().live", Replacement: "asked = g.live",
		Case: "vcube/rounds-three", Says: []string{"Round", "Timestamps"},
	}, {
		ID: "group: a doubt fails no test", File: "properties/vcube/group.go",
		Anchor: " && !g.Doubts[p].Has(t.Of)", Replacement: "",
		Case: "vcube/rounds-suspicion", Says: []string{"Round", "Timestamps"},
	}, {
		ID: "rounds: a sequence of failures goes on under another leader", File: "properties/vcube/rounds.go",
		Anchor: "if penalised || g.Leader(p) != p {", Replacement: "if penalised {",
		Case: "vcube/penalty-two", Says: []string{"Round", "Failed"},
	}, {
		ID: "rounds: nobody begins a round", File: "properties/vcube/rounds.go",
		Anchor: "(s.Unended[i] || !inRound)", Replacement: "(s.Unended[i] && inRound)",
		Case: "vcube/rounds-barrier", Says: []string{"only the specification offers Go"},
	}, {
		ID: "spec: frozen replies tell what has come in within the round", File: "spec/vcube/rounds.go",
		Anchor: "beginning := g.Members", Replacement: "var beginning []Member",
		Case: "vcube/rounds-three", Says: []string{"Round", "Timestamps"},
	}, {
		ID: "impl: the count is kept as long as nobody recovers", File: "impl/vcube/election.go",
		Anchor: "		p.clearUnlessLeader(out) // V7\n", Replacement: "",
		Case: "vcube/penalty-second", Property: "Earned", Says: []string{"Count"},
	}, {
		ID: "impl: the leader is worked out anew after the penalty", File: "impl/vcube/election.go",
		Anchor:      "		p.checkPenalty(out)\n",
		Replacement: "		p.checkPenalty(out)\n		p.Leader = p.least(spec.None)\n",
		Case:        "vcube/penalty-two", Says: []string{"Leader"},
	}, {
		ID: "impl: whose news come from another is not suspected", File: "impl/vcube/detector.go",
		Anchor:      "				p.Correct[q] = even(t)\n",
		Replacement: "				p.Correct[q] = p.Correct[q] || even(t)\n",
		Case:        "vcube/rounds-three", Property: "Latency", Says: []string{"Correct"},
	}}
}

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
