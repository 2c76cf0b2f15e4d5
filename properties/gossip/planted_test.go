package gossip

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// planted are bugs beside those of the facts sheet, and the fewest faults and pins by which each can
// fail.
var planted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "the next epoch is anybody's", File: "impl/gossip/claim.go",
			Anchor:      "e := epoch - epoch%n.cfg.Nodes + int(id)\n",
			Replacement: "e := epoch + 1 + 0*int(id)\n",
		},
		Seed: 2, Property: claimedOnceName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "two act under one epoch", File: "impl/gossip/claim.go",
			Anchor:      "e := epoch - epoch%n.cfg.Nodes + int(id)\n",
			Replacement: "e := epoch + 1 + 0*int(id)\n",
		},
		Set: []string{"start=cold"}, Seed: 3, Property: oneMasterPerEpochName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the same epoch may be claimed again", File: "impl/gossip/claim.go",
			Anchor: "if e <= epoch {", Replacement: "if e < epoch {",
		},
		Seed: 2, Property: epochGrowsName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who is not settled follows", File: "impl/gossip/claim.go",
			Anchor:      "s.Settled = s.Settled || n.knowsEnough(); !s.Settled {",
			Replacement: "s.Settled = s.Settled || n.knowsEnough(); !s.Settled && len(s.Ranking) < 2 {",
		},
		Property: settledFirstName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who steps back keeps its epoch", File: "impl/gossip/claim.go",
			Anchor: "\ts.Reign = 0\n", Replacement: "",
		},
		Property: reignsName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a record goes back to whom it is from", File: "impl/gossip/spread.go",
			Anchor: "if j != from && j != g.Record.Origin {", Replacement: "if j != g.Record.Origin {",
		},
		Property: hopsFallName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "there is one round only", File: "impl/gossip/spread.go",
			Anchor: "\tn.setRound(out)\n\tif len(bodies)", Replacement: "\tif len(bodies)",
		},
		Property: coveredAtLastName, Elements: 1, // a loss
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "there is one beat only", File: "impl/gossip/beats.go",
			Anchor: "\tn.setBeat(out)\n\tif !n.masterBeats() ||", Replacement: "\tif !n.masterBeats() ||",
		},
		Property: suspectsTheDeadName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "what was passed on in a round is passed on in the next", File: "impl/gossip/spread.go",
			Anchor: "\t\tclear(s.Pending)\n", Replacement: "",
		},
		Set: []string{"technique=rounds"}, Seed: 3, Property: passedOnOnceName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "what was missing is not stored", File: "impl/gossip/node.go",
			Anchor: "\t\tn.storeAll(body.Records, out)\n", Replacement: "\t\t_ = body\n",
		},
		Set: []string{"technique=anti-entropy", "versions=2", "start=warm"}, Property: coveredAtLastName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who publishes other metrics ranks by the old ones", File: "impl/gossip/spread.go",
			Anchor: "\tif differs {\n", Replacement: "\tif differs && n.origin != n.origin {\n",
		},
		Property: rankedName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the substitutes are not watched", File: "impl/gossip/beats.go",
			Anchor:      "j != n.id && n.state.Records[j].Version > 0 {",
			Replacement: "j != n.id && (j == n.state.Leader || n.state.Leader == spec.None) {",
		},
		Property: rankedAtLastName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who beats is not taken back", File: "impl/gossip/beats.go",
			Anchor: "\tn.lift(from, out)\n\tn.watch(from, out)\n", Replacement: "\tn.watch(from, out)\n",
		},
		Set: []string{"versions=1"}, Property: rankedAtLastName, Elements: 1,
	},
}

// refused are bugs that no property of runs sees, and what the specification says of them.
var refused = []protocoltest.Mutant{
	{
		ID: "a beat tells of no epoch", File: "impl/gossip/beats.go",
		Anchor: "\tn.hearOf(b.Epoch)\n", Replacement: "",
		Says: []string{"DeliverBeat", "Epoch: "},
	},
	{
		ID: "who suspects tells of the suspected", File: "impl/gossip/spread.go",
		Anchor: "if n.state.Ranks(spec.NodeID(j)) {", Replacement: "if n.state.Records[j].Version > 0 {",
		Says: []string{"View"},
	},
}

// unseen are bugs of what is drawn.
var unseen = []protocoltest.Unseen{
	{
		Mutant: protocoltest.Mutant{
			ID: "draws: nobody crashes", File: "properties/gossip/draw.go",
			Anchor:      "SettleTime: settles(cfg),\n",
			Replacement: "SettleTime: settles(cfg), Without: []string{\"crash\", \"crashIn\"},\n",
		},
		Witnesses: "FailedOver, InTime",
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "draws: nobody measures anything later", File: "properties/gossip/draw.go",
			Anchor: `if c.Choose("measures", 3) < 2 {`, Replacement: `if c.Choose("measures", 3) < 3 {`,
		},
		Witnesses: "Remeasured",
	},
}

// replayed are bugs of the monitor that plans of the corpus find.
var replayed = []protocoltest.Replayed{
	{
		Mutant: protocoltest.Mutant{
			ID: "monitor: what comes and goes is right at last", File: "properties/gossip/goal.go",
			Anchor: "if m.end.wrong > 0 {", Replacement: "if m.end.wrong > m.cfg.Nodes {",
			Says: []string{"OneLeaderAtLast"},
		},
		Plan: "c4-3-dead-returns",
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "monitor: runs do not end at their goal", File: "properties/gossip/monitor.go",
			Anchor:      "\tm.goal.Watch(w, func() bool { return ends || m.end.wrong == 0 })\n",
			Replacement: "\t_ = ends\n",
			Says:        []string{"digest"},
		},
		Plan: "c9-no-step-back",
	},
}
