package vcube

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// goRows are changes to the implementation, to how it is read and to the specification. Equality
// refuses each, with a path and a field; where a property is named, the changed implementation also
// violates that one.
var goRows = []protocoltest.Mutant{
	{
		ID: "impl: who comes up again stores once", File: "impl/vcube/recover.go",
		Anchor:      "\tp.save(out)\n\tif p.Leader == p.ID {\n\t\tp.Count++\n\t\tp.save(out)\n\t}\n",
		Replacement: "\tif p.Leader == p.ID {\n\t\tp.Count++\n\t}\n\tp.save(out)\n",
		Case:        "vcube/vcube-one",
		Says:        []string{"only the specification offers CrashInRecover at 0, cut after 1 effects"},
	},
	{
		ID: "impl: whoever does not lead is penalised, too", File: "impl/vcube/election.go",
		Anchor: "\tcase p.Leader != p.ID:\n", Replacement: "\tcase p.Leader != p.ID && p.Count < p.Config.Threshold:\n",
		Case: "vcube/vcube-printed", Property: knowsNoMoreName,
		Says: []string{"DeliverReply", "Count: 1 in the implementation, 0 in"},
	},
	{
		ID: "impl: the last of a cluster is tested first", File: "impl/vcube/round.go",
		Anchor: "n.state.Testing, n.state.Left = list[0], list[1:]\n\tn.self.NextTest()\n\tn.self.Ask(list[0], out)\n",
		Replacement: "last := len(list) - 1\n\tn.state.Testing, n.state.Left = list[last], list[:last]\n" +
			"\tn.self.NextTest()\n\tn.self.Ask(list[last], out)\n",
		Case: "vcube/vcube-four-premature",
		Says: []string{"Nodes[0].Testing: 3 in the implementation", "Nodes[0].Ahead: {2} in the implementation, {3}"},
	},
	{
		ID: "impl: a test awaits the request of anybody", File: "properties/vcube/abstraction.go",
		Anchor:      "copy.From == at && copy.To == peer && body.Nonce == v.Nonce && body.Life == v.Incarnations[at]",
		Replacement: "copy.To == peer && body.Nonce == v.Nonce",
		Case:        "vcube/vcube-three-loss", Says: []string{"only the specification offers TimeoutTest at 1"},
	},
	{
		ID: "impl: a test awaits the reply to any other", File: "properties/vcube/abstraction.go",
		Anchor:      "copy.To == at && copy.From == peer && body.Nonce == v.Nonce && body.Life == v.Incarnations[at]",
		Replacement: "copy.To == at && copy.From == peer",
		Case:        "vcube/vcube-late", Says: []string{"Crash at 1", "only the specification offers TimeoutTest at 0"},
	},
	{
		ID: "impl: what is frozen is not shown", File: "properties/vcube/abstraction.go",
		Anchor: "if len(s.Frozen.Timestamps) > 0 {", Replacement: "if len(s.Frozen.Timestamps) > words.MaxNodes {",
		Case: "vcube/vcube-frozen", Says: []string{"Boot at 0", "Nodes[0].Frozen.Timestamps: [] in the implementation"},
	},
	{
		ID: "spec: each interval begins a round", File: "spec/vcube/vcube.go",
		Anchor: "\t\t\tif p.Testing == spec.None {\n", Replacement: "\t\t\tif p.Testing >= spec.None {\n",
		Case: "vcube/vcube-three-loss",
		Says: []string{"TimeoutInterval", "Flight[0]: absent in the implementation, Request"},
	},
	{
		ID: "spec: each failure counts, whoever leads (W14)", File: "spec/vcube/election.go",
		Anchor: "\tif l.Leader == i {\n\t\tl.Count++", Replacement: "\tif l.Leader != spec.None {\n\t\tl.Count++",
		Case: "vcube/vcube-two", Says: []string{"Recover at 1", "Nodes[1].Count: 0 in the implementation, 1 in"},
	},
	{
		ID: "spec: a test awaits the request of anybody", File: "spec/vcube/vcube.go",
		Anchor: "return copy.From == at && copy.To == p.Testing && body.Life == p.Incarnations[at] && " +
			"body.Nonce == p.Nonce",
		Replacement: "return copy.To == p.Testing && body.Nonce == p.Nonce",
		Case:        "vcube/vcube-three-loss", Says: []string{"only the implementation offers TimeoutTest at 1"},
	},
}

// tlaRows are changes to the TLA+ modules.
var tlaRows = []protocoltest.Mutant{
	{
		ID: "tla: who is first in one's own cluster is tested (W6, V2)", File: "tla/vcube/VCubeDetector.tla",
		Anchor:      "FirstOf(Clusters[j][s], p.correct) = i}",
		Replacement: "FirstOf(Clusters[i][s], p.correct) = j}",
		Case:        "vcube/vcube-five", Says: []string{"part after", "TimeoutInterval", "field ahead["},
	},
	{
		ID: "tla: every test has the same nonce", File: "tla/vcube/VCube.tla",
		Anchor: "(run.p.nonce + 1) % Nonces", Replacement: "run.p.nonce",
		Case: "vcube/vcube-network", Says: []string{"part after", "TimeoutInterval", "field nonce["},
	},
	{
		ID: "tla: a test awaits the reply to any other", File: "tla/vcube/VCube.tla",
		Anchor: "        /\\ IsOfTest(i, m))\n", Replacement: "        /\\ TRUE)\n",
		Case: "vcube/vcube-late", Says: []string{"part after", "only the specification has this step TimeoutTest"},
	},
	{
		ID: "tla: the penalty makes incarnations equal (W15, V8)", File: "tla/vcube/VCubePenalty.tla",
		Anchor: `IF Interprets("equal-penalty") THEN 0 ELSE 1`, Replacement: "0",
		Case: "vcube/vcube-skips", Says: []string{"PenaltyDethrones is violated"},
	},
	{
		ID: "tla: whoever is down may be held for correct", File: "tla/vcube/MCVCube.tla",
		Anchor:      `Complete == \A i \in alive : correct[i] \subseteq alive`,
		Replacement: "Complete == TRUE",
		Case:        "vcube/vcube-literal-incomplete", Says: []string{"CompleteAtLast holds, but it must be violated"},
	},
	{
		ID: "tla: whoever is up may be suspected", File: "tla/vcube/MCVCube.tla",
		Anchor:      `Trusted == \A i \in alive : alive \subseteq correct[i]`,
		Replacement: "Trusted == TRUE",
		Case:        "vcube/vcube-self-leaves-untrusted",
		Says:        []string{"TrustedAtLast holds, but it must be violated"},
	},
	{
		ID: "tla: it is fair that no test times out", File: "tla/vcube/VCube.tla",
		Anchor:      ": Hears(m)\n" + `    \/ TimeoutAt(i)`,
		Replacement: ": Hears(m)",
		Case:        "vcube/vcube-two-agree", Says: []string{"AgreeAtLast is violated"},
	},
}
