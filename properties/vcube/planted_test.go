package vcube

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// planted are bugs beside those of the facts sheet, and the fewest faults and pins by which each can
// fail.
var planted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "that the count is over is not stored", File: "impl/vcube/election.go",
			Anchor: "\t\tp.Count = 0\n\t\tp.save(out)\n", Replacement: "\t\tp.Count = 0\n",
		},
		Property: durableName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who comes up again counts from 0", File: "impl/vcube/recover.go",
			Anchor: "saved.Leader, saved.Count, true", Replacement: "saved.Leader, 0, true",
		},
		Set: []string{"nodes=2", "threshold=2"}, Property: dueName, Elements: 1, // it flaps
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who comes up again does not know it", File: "impl/vcube/recover.go",
			Anchor: "saved.Leader, saved.Count, true", Replacement: "saved.Leader, saved.Count, false",
		},
		Property: dueName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who comes up again takes 0 for the leader", File: "impl/vcube/recover.go",
			Anchor: "saved.Leader, saved.Count, true", Replacement: "0, saved.Count, true",
		},
		Property: earnedName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who comes up again begins no round", File: "impl/vcube/recover.go",
			Anchor: "\t\tp.save(out)\n\t}\n\tp.startMonitor(out)\n", Replacement: "\t\tp.save(out)\n\t}\n",
		},
		Property: accurateName, Elements: 1, // a crash before the boot
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the count is never over", File: "impl/vcube/election.go",
			Anchor: "\tif p.Leader != p.ID && p.Count > 0 {\n", Replacement: "\tif p.Leader != p.ID && p.Count < 0 {\n",
		},
		Set: []string{"nodes=2", "threshold=2"}, Property: earnedName, Elements: 2,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a process leads of which nobody has told (Y8)", File: "impl/vcube/election.go",
			Anchor: " || p.Incarnations[q] == words.Unknown", Replacement: "",
		},
		Set:      []string{"nodes=3", "failures=vanish", "incarnations=[1,1,1]"},
		Property: heardLeadsName, Elements: 2, // two crashes
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a suspected process may lead", File: "impl/vcube/election.go",
			Anchor: "\t\tif !correct || ", Replacement: "\t\tif !correct && p.Recovering || ",
		},
		Property: accurateName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a process elects after it has stored the leader", File: "impl/vcube/election.go",
			Anchor:      "\tp.Leader = p.least(spec.None)\n\tp.save(out)\n",
			Replacement: "\tp.save(out)\n\tp.Leader = p.least(spec.None)\n",
		},
		Property: durableName, Elements: 1, // a loss
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a suspicion changes no timestamp", File: "impl/vcube/detector.go",
			Anchor:      "\t\tp.Timestamps = with(p.Timestamps, j, p.Timestamps[j]+1)\n\t}\n}\n\n// Trust",
			Replacement: "\t}\n}\n\n// Trust",
		},
		Property: completeName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{ // nothing else sees it: such a process would not lead, nor follow another
			ID: "whoever comes after the leader is not trusted again", File: "impl/vcube/detector.go",
			Anchor: "\tif !even(p.Timestamps[j]) {\n\t\tp.Correct[j] = true\n",
			Replacement: "\tif !even(p.Timestamps[j]) && (p.Leader == spec.None ||\n" +
				"\t\tp.Incarnations[j] <= p.Incarnations[p.Leader]) {\n\t\tp.Correct[j] = true\n",
		},
		Property: trustedName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an array that others have is written to", File: "impl/vcube/detector.go",
			Anchor: "\tlist = slices.Clone(list)\n", Replacement: "",
		},
		Set: []string{"nodes=3"}, Property: agreeName, Elements: 2,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the test that is answered still times out", File: "impl/vcube/node.go",
			Anchor: "\t\tout.StopTimer(words.TimerTest)\n", Replacement: "",
		},
		Property: "NoPanic", Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "there is one round only", File: "impl/vcube/node.go",
			Anchor: "\t\tout.SetTimer(words.TimerInterval, n.self.Config.IntervalTime())\n", Replacement: "",
		},
		Property: completeName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an interval begins a round whatever goes on", File: "impl/vcube/round.go",
			Anchor: "\tif n.state.Testing != spec.None {\n\t\treturn\n\t}\n", Replacement: "",
		},
		Property: agreeName, Elements: 0, // rounds take longer than an interval
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "another is asked than is tested", File: "impl/vcube/round.go",
			Anchor:      "n.state.Testing, n.state.Left = list[0], list[1:]",
			Replacement: "n.state.Testing, n.state.Left = list[len(list)-1], list[:len(list)-1]",
		},
		Property: trustedName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a cluster ends at the first who is not there (V14)", File: "impl/vcube/clusters.go",
			Anchor:      "\t\t\tlist = append(list, j)\n",
			Replacement: "\t\t\tlist = append(list, j)\n\t\t} else {\n\t\t\treturn list\n",
		},
		Set: []string{"nodes=3"}, Property: completeName, Elements: 2, // two crashes
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the timeout doubles with each late reply (Y11)", File: "impl/vcube/process.go",
			Anchor: "\t\tp.Doubled = p.Nonce\n", Replacement: "",
		},
		// Rounds come to be longer than what there is to settle.
		Set: []string{"nodes=3", "intervalMs=5000", "timeoutMs=1000"}, Property: agreeName, Elements: 5,
	},
}

// refused are bugs that no property of runs sees, and what the specification says of them.
var refused = []protocoltest.Mutant{
	{
		ID: "who comes up again takes for known what once was (W20)", File: "impl/vcube/recover.go",
		Anchor:      "\tincarnations[p.ID] = saved",
		Replacement: "\tcopy(incarnations, p.Config.Incarnations)\n\tincarnations[p.ID] = saved",
		Says:        []string{"Recover at", "field Nodes[", "Incarnations["},
	},
	{
		ID: "a reply to an earlier life counts (W22)", File: "impl/vcube/process.go",
		Anchor: "return r.Life == p.life() && r.Nonce == p.Nonce", Replacement: "return r.Nonce == p.Nonce",
		Says: []string{"DeliverReply", "field Nodes["},
	},
	{
		ID: "a test awaits the reply to any other", File: "properties/vcube/abstraction.go",
		Anchor:      "copy.To == at && copy.From == peer && body.Nonce == v.Nonce && body.Life == v.Incarnations[at]",
		Replacement: "copy.To == at && copy.From == peer",
		Says:        []string{"PrematureTest", "the specification takes no such step here"},
	},
	{
		ID: "who answers is trusted before it is heard out", File: "impl/vcube/node.go",
		Anchor:      "\t\tn.self.Learn(body)\n\t\tn.self.Trust(from)\n",
		Replacement: "\t\tn.self.Trust(from)\n\t\tn.self.Learn(body)\n",
		Says:        []string{"DeliverReply", "field Nodes["},
	},
}

// unseen are bugs of what is drawn.
var unseen = []protocoltest.Unseen{
	{
		Mutant: protocoltest.Mutant{
			ID: "draws: nobody crashes", File: "properties/vcube/draw.go",
			Anchor:      "MayFlap: all,\n",
			Replacement: "MayFlap: all,\n\t\tWithout: []string{\"crash\", \"crashIn\", \"flap\"},\n",
		},
		Witnesses: "Counted, Cleared, Penalised",
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "draws: no leader fails often enough", File: "properties/vcube/draw.go",
			Anchor:      `return 3 - c.Choose("threshold", 3)`,
			Replacement: `return words.MaxIncarnation - c.Choose("threshold", 3)`,
		},
		Witnesses: "Penalised",
	},
}

// replayed are bugs that plans of the corpus find.
var replayed = []protocoltest.Replayed{
	{
		Mutant: protocoltest.Mutant{
			ID: "the timeout never grows (Y11)", File: "impl/vcube/process.go",
			Anchor: "\t\tp.Doublings++\n", Replacement: "",
			Says: []string{"AgreeAtLast fails"},
		},
		Plan: "y11-fixed-timeout",
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "monitor: whoever is down is not looked for", File: "properties/vcube/goal.go",
			Anchor: "w.Down().Minus(w.Unstable())", Replacement: "w.Down().Minus(w.Down())",
			Says: []string{"CompleteAtLast"},
		},
		Plan: "y1-literal",
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "monitor: runs do not end at their goal", File: "properties/vcube/monitor.go",
			Anchor: "\tm.goal.Watch(w, func() bool { return m.wrong == 0 })\n", Replacement: "",
			Says: []string{"digest"},
		},
		Plan: "y1-literal",
	},
}
