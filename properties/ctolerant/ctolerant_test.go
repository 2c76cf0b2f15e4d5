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

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus: []string{
		"beyond-c", "ct18-hybrid-example", "ct19-base-example", "d13-notify-once", "d4-accept-old",
		"d4-changing-lists", "initiator-dies", "optimistic-stuck", "x1-agreement", "x1-assumption", "x11-lower-dies",
		"x11-two-initiators", "x13-join", "x14-flaky", "x15-short-timeout", "x2-assumption", "x2-lowest-lately",
		"x3-optimistic", "x4-hybrid", "x5-preferred", "x6-dead", "x6-interval", "x7-self-omitted", "x8-divergence",
		"x9-knows-nobody", "x9-knows-too-few",
	},
	// The repaired rule holds, and the digests show that what is drawn and what comes of
	// it stays the same from day to day.
	Digests: map[int]string{
		1000: "ec746a8a757cf700e6aa42ae478b2b11bbbb59c3ac822838a28cbbf071237db0",
		5000: "3d7c99a9cc9431b70da336aac252bd077ec19cb99ac7dd32c4a85bb376149c0c",
	},
	Lines: words.Lines(),
	Walks: []protocoltest.Walks{
		{Config: `{"nodes": 3, "f": 1, "c": 0, "initiator": 2}`, N: 100, Most: 4, MayCrash: lowestTwo},
		{
			Config: `{"nodes": 4, "f": 1, "c": 1, "initiator": 3, "rule": "lowest", "collectTimeoutMs": 30}`,
			N:      100, Most: 4, MayCrash: lowestTwo,
		},
	},
	Planted:       append(planted, plantedInChurn...),
	Refused:       refused,
	Sabotage:      slices.Concat(goRows, sheetRows, churnRows),
	SabotageOfTLA: slices.Concat(tlaRows, churnTLARows, mcRows, caseRows),
}

var lowestTwo = spec.NewSet[spec.NodeID](0, 1)
