package viewchange

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

// node is where the bugs are planted.
const node = "impl/viewchange/node.go"

// planted are bugs, and the fewest faults and pins by which each can fail.
var planted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "no view is begun", File: node,
			Anchor:      "	n.normal(n.state.View, out)\n	n.tell(words.StartView{View: n.state.View}, out)\n",
			Replacement: "",
		},
		Property: agreeName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "f are enough to begin a view", File: node,
			Anchor: "	if len(n.state.Dos) <= n.cfg.F() {\n", Replacement: "	if len(n.state.Dos) < n.cfg.F() {\n",
		},
		Seed: 3, Property: quorumName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a replica sends its DoViewChange at once", File: node,
			Anchor:      "	if n.state.Told || len(n.state.Starts) < n.cfg.F() {\n",
			Replacement: "	if n.state.Told {\n",
		},
		Property: startsName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "whoever tells a primary becomes normal", File: node,
			Anchor:      "	n.state.Told = true\n",
			Replacement: "	n.state.Told = true\n	n.state.Leader = n.cfg.Primary(n.state.View)\n",
		},
		Property: onePrimaryName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an earlier view that is said to have begun is gone back to", File: node,
			Anchor:      "	case view > n.state.View || n.changing(view):\n",
			Replacement: "	case view != n.state.View || n.changing(view):\n",
		},
		Property: viewGrowsName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a change that takes too long is waited for", File: node,
			Anchor:      "	out.StopTimer(words.ClockCommit)\n	n.wait(out)\n	n.tell(",
			Replacement: "	out.StopTimer(words.ClockCommit)\n	n.tell(",
		},
		Seed: 3, Property: agreeName, Elements: 1,
	},
}

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus:   []string{"primary-dies", "too-slow"},
		Runs:     400,
		Digests:  map[int]string{200: "18cb3a8458512376217f4691e87d78944939f04ada8c50b1b628018f38dc6360"},
		Planted:  planted,
	}
}

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) {
	protocoltest.EveryPropertyFindsABug(t, monitored(), planted)
}
