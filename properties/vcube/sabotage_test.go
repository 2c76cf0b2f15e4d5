package vcube

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

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
