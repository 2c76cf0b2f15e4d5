package vcube

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// The mutants of the facts sheet, by who catches them:
//
//	a property of runs, in a campaign        W1 to W4, W9 to W19, W23, W24    sheetPlanted
//	a property of rounds, and equality       W5 to W8 (too many tests)        sheetSabotage
//	                                         W21 (the leader comes too late)
//	equality                                 W5, W20, W22                     sheetSabotage
//	refinement, in a campaign                W20, W22                         refused
//
// No property of runs sees W5 to W8, W20 to W22: they change whom a process tests and when, what it
// takes for known at first, when it elects, and which reply it takes for its own. In the end all
// know the same of each other all the same.

// sheetPlanted are those that a campaign finds, and the fewest faults and pins by which each can fail.
var sheetPlanted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "what is merged changes no verdict (W1, Y1)", File: "impl/vcube/detector.go",
			Anchor:      "if !p.Config.Interprets(words.LiteralMerge) {",
			Replacement: "if !p.Config.Interprets(words.LiteralMerge) && len(after) == 0 {",
		},
		Set: []string{"nodes=4"}, Property: completeName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a process may suspect itself (W2, Y2)", File: "impl/vcube/detector.go",
			Anchor: "leaves := p.Config.Interprets(words.SelfLeaves)", Replacement: "leaves := true",
		},
		Property: selfCorrectName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "what a reply tells is written over what is known (W3)", File: "impl/vcube/detector.go",
			Anchor: "both[q] = max(both[q], t)", Replacement: "both[q] = t",
		},
		Property: timestampsGrowName, Elements: 2, // two are suspected, each by another
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "timestamps are merged without incarnations (W4)", File: "impl/vcube/detector.go",
			Anchor: "\tp.Incarnations, _ = joined(p.Incarnations, r.Incarnations)\n", Replacement: "",
		},
		Property: agreeName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "incarnations are merged without timestamps (W4)", File: "impl/vcube/detector.go",
			Anchor: "joined(before, r.Timestamps)", Replacement: "joined(before, before)",
		},
		Property: completeName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who is suspected is not tested any more (W9)", File: "impl/vcube/clusters.go",
			Anchor: "int(j) < nodes {\n\t\t\tlist", Replacement: "int(j) < nodes && n.state.Correct[j] {\n\t\t\tlist",
		},
		Property: trustedName, Elements: 1, // one that has it be suspected
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "each test that fails raises the timestamp (W10)", File: "impl/vcube/detector.go",
			Anchor: "\tif even(p.Timestamps[j]) {\n", Replacement: "\tif p.Timestamps[j] >= 0 {\n",
		},
		Property: completeName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "of equal incarnations the highest id leads (W11)", File: "impl/vcube/election.go",
			Anchor:      "p.Incarnations[q] < p.Incarnations[best]",
			Replacement: "p.Incarnations[q] <= p.Incarnations[best]",
		},
		Property: leastName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the lowest id leads (W11)", File: "impl/vcube/election.go",
			Anchor: "best == spec.None || p.Incarnations[q] < p.Incarnations[best]", Replacement: "best == spec.None",
		},
		Property: leastName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who comes up again is in its old incarnation (W12)", File: "impl/vcube/recover.go",
			Anchor: "saved.Incarnation + 1", Replacement: "saved.Incarnation",
		},
		Property: incarnationGrowsName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the new incarnation is not stored (W12)", File: "impl/vcube/recover.go",
			Anchor: "\tp.save(out)\n\tif p.Leader == p.ID {\n", Replacement: "\tif p.Leader == p.ID {\n",
		},
		Property: incarnationGrowsName, Elements: 1, // a crash of one that does not lead
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "whoever suspects a process raises its incarnation (W13)", File: "impl/vcube/detector.go",
			Anchor: "\t\tp.Correct[j] = false\n",
			Replacement: "\t\tp.Correct[j] = false\n" +
				"\t\tp.Incarnations = with(p.Incarnations, j, p.Incarnations[j]+1)\n",
		},
		Property: knowsNoMoreName, Elements: 1, // a crash, or a loss
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the leader is spared once more (W14)", File: "impl/vcube/election.go",
			Anchor: "p.Count >= p.Config.Threshold", Replacement: "p.Count > p.Config.Threshold",
		},
		Set: []string{"nodes=2", "threshold=1"}, Property: dueName, Elements: 2,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "each failure counts, whoever leads (W14)", File: "impl/vcube/recover.go",
			Anchor: "\tif p.Leader == p.ID {\n", Replacement: "\tif p.Leader != p.ID || p.Recovering {\n",
		},
		Set: []string{"nodes=2", "threshold=1"}, Property: earnedName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the penalty makes incarnations equal (W15, V8)", File: "impl/vcube/election.go",
			Anchor: "if !p.Config.Interprets(words.EqualPenalty) {", Replacement: "if incarnation < 0 {",
		},
		Property: penaltyDethronesName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the penalised gives way to itself (W16)", File: "impl/vcube/election.go",
			Anchor: "p.least(p.ID)", Replacement: "p.least(spec.None)",
		},
		Property: penaltyDethronesName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a penalty may come in any round (W17)", File: "impl/vcube/election.go",
			Anchor: "\t\tp.Recovering = false\n", Replacement: "",
		},
		// Who is due for a penalty finds nobody to give way to, and later does.
		Set: []string{"nodes=2", "threshold=1"}, Property: earnedName, Elements: 2,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the penalty is not stored (W18)", File: "impl/vcube/election.go",
			Anchor: "\t\tp.Count = 0\n\t}\n\tp.save(out)\n}", Replacement: "\t\tp.Count = 0\n\t}\n}",
		},
		Property: knowsNoMoreName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the penalised elects at once (W19)", File: "impl/vcube/election.go",
			Anchor:      "\t\tp.Count = 0\n\t}\n\tp.save(out)\n}",
			Replacement: "\t\tp.Count = 0\n\t}\n\tp.save(out)\n\tp.Leader = p.least(spec.None)\n}",
		},
		Property: durableName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "whoever is down answers (W23)", File: "faults/world/lives.go",
			Anchor:      "p.node, p.timers, p.offers = nil, p.timers[:0], p.offers[:0]",
			Replacement: "p.timers, p.offers = p.timers[:0], p.offers[:0]",
		},
		Property: completeName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the leader is not stored (W24)", File: "impl/vcube/election.go",
			Anchor:      "\tp.Leader = p.least(spec.None)\n\tp.save(out)\n",
			Replacement: "\tp.Leader = p.least(spec.None)\n",
		},
		Property: durableName, Elements: 1,
	},
}

// sheetSabotage are those that equality refuses; where a property is named the changed implementation
// also violates that one.
var sheetSabotage = []protocoltest.Mutant{
	{
		ID: "impl: clusters go up by another bit (W5)", File: "impl/vcube/clusters.go",
		Anchor: "size := spec.NodeID(1) << (s - 1)", Replacement: "size := spec.NodeID(1) << s",
		Case: "vcube/rounds-four", Property: "TestsBound",
		Says: []string{"Round at 0", "Tests: 6 in the implementation, 7 in"},
	},
	{
		ID: "impl: clusters are in ascending order (W5)", File: "impl/vcube/clusters.go",
		Anchor:      "no other bits\n\t\t\treturn list\n",
		Replacement: "no other bits\n\t\t\tslices.Sort(list)\n\t\t\treturn list\n",
		Case:        "vcube/vcube-four-premature",
		Says:        []string{"PrematureTest at 1", "Nodes[1].Testing: 2 in the implementation, 3 in"},
	},
	{
		ID: "impl: who is first in one's own cluster is tested (W6, V2)", File: "impl/vcube/round.go",
		Anchor: "\treturn n.assigned(s)\n",
		Replacement: "\tfor j := range members(n.self.ID, s, n.self.Config.Nodes) {\n" +
			"\t\tif n.state.Correct[j] {\n\t\t\treturn []spec.NodeID{j}\n\t\t}\n\t}\n" +
			"\treturn Cluster(n.self.ID, s, n.self.Config.Nodes)\n",
		Case: "vcube/rounds-four", Property: "TestsBound",
		Says: []string{"Round at 0", "Tests: 6 in the implementation, 7 in"},
	},
	{
		ID: "impl: a round's tests are assigned at its beginning (W7, V5)", File: "impl/vcube/round.go",
		Anchor: "\tn.from(1, out)\n",
		Replacement: "\tvar all []spec.NodeID\n\tfor s := 1; s <= n.self.Config.Dimension(); s++ {\n" +
			"\t\tall = append(all, n.toTest(s)...)\n\t}\n\tif len(all) > 0 {\n\t\tn.test(all, out)\n\t\treturn\n\t}\n" +
			"\tn.from(1, out)\n",
		Case: "vcube/rounds-four", Property: "TestsBound",
		Says: []string{"Round at 0", "Tests: 6 in the implementation, 7 in"},
	},
	{
		ID: "impl: the greatest cluster comes first (W8)", File: "impl/vcube/round.go",
		Anchor: "\tfor ; s <= n.self.Config.Dimension(); s++ {\n",
		Replacement: "\tif s -= 2; s < 0 {\n\t\ts = n.self.Config.Dimension()\n\t}\n" +
			"\tfor ; s >= 1; s-- {\n",
		Case: "vcube/rounds-four", Property: "TestsBound",
		Says: []string{"Round at 0", "Tests: 6 in the implementation, 7 in"},
	},
	{
		ID: "impl: who comes up again takes for known what once was (W20)", File: "impl/vcube/recover.go",
		Anchor:      "\tincarnations[p.ID] = saved",
		Replacement: "\tcopy(incarnations, p.Config.Incarnations)\n\tincarnations[p.ID] = saved",
		Case:        "vcube/vcube-skips",
		Says:        []string{"Recover at 0", "Incarnations[1]: 2 in the implementation, -1 in"},
	},
	{
		ID: "impl: a round begins with its election (W21)", File: "impl/vcube/round.go",
		Anchor: "\tfor ; s <= n.self.Config.Dimension(); s++ {\n" +
			"\t\tif list := n.toTest(s); len(list) > 0 {\n\t\t\tn.test(list, out)\n\t\t\treturn\n\t\t}\n\t}\n" +
			"\tn.state.Testing, n.state.Left = spec.None, nil\n\tn.self.Elect(out)\n",
		Replacement: "\tif s == 1 {\n\t\tn.self.Elect(out)\n\t}\n\tfor ; s <= n.self.Config.Dimension(); s++ {\n" +
			"\t\tif list := n.toTest(s); len(list) > 0 {\n\t\t\tn.test(list, out)\n\t\t\treturn\n\t\t}\n\t}\n" +
			"\tn.state.Testing, n.state.Left = spec.None, nil\n",
		Case: "vcube/rounds-four", Property: "LeadsInTime",
		Says: []string{"Round at 0", "Members[1].Leader: 0 in the implementation, 1 in"},
	},
	{
		ID: "impl: a reply to an earlier test counts (W22)", File: "impl/vcube/process.go",
		Anchor: "return r.Life == p.life() && r.Nonce == p.Nonce", Replacement: "return r.Life == p.life()",
		Case: "vcube/vcube-network",
		Says: []string{"DeliverReply", "Nodes[0].Testing: none in the implementation, 1 in"},
	},
	{
		ID: "impl: a reply to an earlier life counts (W22)", File: "impl/vcube/process.go",
		Anchor: "return r.Life == p.life() && r.Nonce == p.Nonce", Replacement: "return r.Nonce == p.Nonce",
		Case: "vcube/vcube-two-free",
		Says: []string{"Recover at 0", "DeliverReply", "Testing: none in the implementation, 1 in"},
	},
	{
		ID: "group: whoever is down answers (W23)", File: "properties/vcube/group.go",
		Anchor: "g.live[t.Of] != nil && ", Replacement: "",
		Case: "vcube/rounds-two", Says: []string{"NoPanic", "Round at 0"},
	},
}

// Every mutant of the facts sheet has a row that names what kills it.
func TestEveryMutantHasARow(t *testing.T) {
	ids := slices.Concat(protocoltest.PlantedIDs(sheetPlanted), protocoltest.IDs(sheetSabotage))
	protocoltest.EveryMutantHasARow(t, "W", 24, ids...)
}

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) {
	protocoltest.EveryPropertyFindsABug(t, monitored(), slices.Concat(sheetPlanted, planted))
}
