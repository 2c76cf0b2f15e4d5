package toy

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

const folder = "properties/protocoltest/toy/"

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"open-lost"},
	Digests: map[int]string{
		200:  "b78a5c10e0a60d5c8fa8740b5aa0c516d792738514c50639ed27e2f1680d62a4",
		1000: "70ca7950a4df0e5f1cd78ad8c4ed4a03226e26dc2d8bde2123d18cf86cd4cc13",
	},
	Lines: lines(),
	Walks: []protocoltest.Walks{
		{Config: `{"nodes": 3, "knocks": 2}`, N: 100, Most: 3, MayCrash: spec.AllNodes(3)},
		{
			Config: `{"nodes": 3, "knocks": 2, "vanish": true, "boots": true}`, N: 100, Most: 3,
			MayCrash: spec.AllNodes(3),
		},
	},
	SabotageOfTLA: []protocoltest.Mutant{{
		ID: "tla: faults cost nothing", File: "tla/Budget.tla",
		Anchor: "IF line \\in lines THEN 1 ELSE 0", Replacement: "0",
		Case: "knock/knock-crash", Says: []string{"spent"},
	}, {
		ID: "tla: who has heard enough begins anew", File: folder + "tla/Knock.tla",
		Anchor: "THEN heard[i] + 1 ELSE Knocks", Replacement: "THEN heard[i] + 1 ELSE 0",
		Case: "knock/knock-network", Says: []string{"want no error, but HeardGrows is violated after"},
	}, {
		ID: "tla: a property of steps is one of states", File: folder + "tla/MCKnock.tla",
		Anchor: "NeverForgets == [][HearsNoLess]_vars", Replacement: "NeverForgets == [](heard[Host] = 0)",
		Case: "knock/knock-never-forgets", Says: []string{`refutes it as "invariant", it must be as "action property"`},
	}, {
		ID: "tla: a property of steps holds of those before the crash", File: folder + "tla/MCKnock.tla",
		Anchor: "NeverForgets == [][HearsNoLess]_vars", Replacement: "NeverForgets == [][HearsNoLess]_inside",
		Case: "knock/knock-never-forgets", Says: []string{"NeverForgets holds, but it must be violated"},
	}, {
		ID: "tla: what changes nothing but what is spent is a step", File: folder + "tla/MCKnock.tla",
		Anchor: "[][vars' # vars]_vars", Replacement: "[][vars' # vars]_mcvars",
		Case: "knock/knock-boots", Says: []string{"StepsChange is violated after"},
	}, {
		ID: "tla: links to the guests are fair to nobody", File: "tla/Fairness.tla",
		Anchor: `x.from = j /\ x.to = i`, Replacement: `x.from = j /\ x.to = j`,
		Case: "knock/knock-let-in", Says: []string{"LetIn is violated"},
	}, {
		ID: "tla: who is inside knocks on", File: folder + "tla/Knock.tla",
		Anchor: `timers[m.to] \ {"Again"}`, Replacement: "timers[m.to]",
		Case: "knock/knock-network", Says: []string{"DeliverOpen", "timers["},
	}, {
		ID: "tla: copies wait where they should vanish", File: "tla/Net.tla",
		Anchor: `Failures = "wait" \/ m.to \in up`, Replacement: `Failures # "stop" \/ m.to \in up`,
		Case: "knock/knock-vanish", Says: []string{"DeliverKnock", "flight"},
	}, {
		ID: "tla: copies reach who has not booted", File: "tla/Net.tla",
		Anchor: `Ready == alive \ unbooted`, Replacement: "Ready == alive",
		Case: "knock/knock-boots", Says: []string{"only the TLA+ module has this step DeliverKnock"},
	}},
}
