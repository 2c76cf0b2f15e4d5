package ctolerant

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// corpus is the folder of the corpus.
const corpus = "testdata/corpus"

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus: []string{
		"beyond-c", "ct18-hybrid-example", "ct19-base-example", "d13-notify-once", "d4-accept-old",
		"d4-changing-lists", "initiator-dies", "optimistic-stuck", "x1-agreement", "x1-assumption", "x11-lower-dies",
		"x11-two-initiators", "x13-join", "x14-flaky", "x15-short-timeout", "x16-second-initiator",
		"x16-trusted-leader", "x2-assumption", "x2-lowest-lately", "x3-optimistic", "x4-hybrid", "x5-preferred",
		"x6-dead", "x6-interval", "x7-self-omitted", "x8-divergence", "x9-knows-nobody", "x9-knows-too-few",
	},
	// The repaired rule holds, and the digests show that what is drawn and what comes of
	// it stays the same from day to day.
	Digests: map[int]string{
		1000: "a6ef265d4a014dd60b567332a3465732cf73df204613061f14bc4a5b283d53f4",
		5000: "135c8763b305d0b06adfc5f9fc1cf3a8027a90f8de58ce3b3fdbc7e3bb496444",
	},
	// The paper's x = y = 5, its largest c, an election that is begun again hundreds of times.
	Reaches: map[string]int64{
		"config.nodes": 60, "config.c": 13, "config.f": 5, "config.x": 8, "config.y": 8,
		"config.suspicions[][]": 750_000,
		"Suspect.Count":         1_000_000, "Leader.Election.Initiator": 40, "Leader.Seq": 6, "Query.Run": 200,
		"len(Response.Candidates)": 8, "len(Response.Unhealthy)": 6, "Response.Rival.Number": 10,
		"true(state.Election.Responders)": 13, "true(state.Election.Unhealthy)": 8, "state.Tag.Seq": 6,
		"state.Version": 6,
	},
	Lines: words.Lines(),
	Walks: []protocoltest.Walks{
		{Config: `{"nodes": 3, "f": 1, "c": 0, "initiator": 2}`, N: 100, Most: 4, MayCrash: lowestTwo},
		{
			Config: `{"nodes": 4, "f": 1, "c": 1, "initiator": 3, "rule": "lowest", "collectTimeoutMs": 30}`,
			N:      100, Most: 4, MayCrash: lowestTwo,
		},
	},
	SabotageOfTLA: slices.Concat(tlaRows, churnTLARows, renewedTLARows, mcRows, caseRows, heldTLARows),
}

var lowestTwo = spec.NewSet[spec.NodeID](0, 1)
