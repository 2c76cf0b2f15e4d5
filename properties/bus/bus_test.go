package bus

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bus/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"two-orders"},
	Digests: map[int]string{
		200:  "070fad2439471be3a81d24ee9c0cbd2b9c14b8afb6c8049559f2c263fcc0e159",
		1000: "f67c4d533a8b2573cfc22c73de8e0874b13ae6dcc25820bcd28def19d0d3960b",
	},
	Lines: words.Lines(),
	Walks: []protocoltest.Walks{
		{
			Config: `{"nodes": 4, "publishers": [0, 1], "items": 3, "listeners": [1, 2, 3]}`,
			N:      100, Most: 3, MayCrash: spec.AllNodes(4),
		},
		{
			Config: `{"nodes": 4, "publishers": [0], "items": 3, "listeners": [2, 3], "ordered": true, "keeps": "all"}`,
			N:      100, Most: 3, MayCrash: spec.AllNodes(4),
		},
	},
	SabotageOfTLA: []protocoltest.Mutant{{
		ID: "tla: a broadcast goes to everybody", File: "tla/Net.tla",
		Anchor: `{x \in alive \cup {i} : IsBound(x)}`, Replacement: `alive \cup {i}`,
		Case: "bus/bus-bag", Says: []string{"flight"},
	}, {
		ID: "tla: copies of a broadcast are not dropped", File: "tla/bus/MCBus.tla",
		Anchor: `Spend({"loss"}) /\ DropNews`, Replacement: `Spend({"loss"}) /\ FALSE /\ DropNews`,
		Case: "bus/bus-bag", Says: []string{"DropNews"},
	}, {
		ID: "tla: a second copy comes last", File: "tla/Net.tla",
		Anchor:      "        flight' = More(flight, m) /\\ UNCHANGED",
		Replacement: "        flight' = MoreOfAll(flight, {m}) /\\ UNCHANGED",
		Case:        "bus/bus-ordered", Says: []string{"Duplicate"},
	}, {
		ID: "tla: who has left hears on", File: "tla/bus/Bus.tla",
		Anchor: `Listens(j) == phase[j] = "in"`, Replacement: `Listens(j) == phase[j] # "out"`,
		Case: "bus/bus-bag", Says: []string{"only the TLA+ module has this step DeliverHello"},
	}, {
		ID: "tla: an older copy is overtaken", File: "tla/Net.tla",
		Anchor: "(Ordered => m.place = 1)", Replacement: "(Ordered => m.place >= 1)",
		Case: "bus/bus-ordered-all", Says: []string{"DeliverNews"},
	}, {
		ID: "tla: nobody moves up", File: "tla/Net.tla",
		Anchor: "IN IF Ordered THEN MovedUp(rest, m) ELSE rest", Replacement: "IN rest",
		Case: "bus/bus-ordered-all", Says: []string{"flight"},
	}},
}
