package vcube

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus: []string{
			"v11-frozen-replies", "v6-leader-unstored", "v8-equal-penalty", "v9-candidate-self",
			"y1-literal", "y10-figure7", "y11-fixed-timeout", "y2-self-leaves", "y3-two-unstable",
			"y4-count-kept", "y4-count-reset", "y5-false-suspicion", "y6-dead-leader", "y6-flapping",
			"y6-rounds-complete", "y6-unstable-leader",
			"y7-stale-timestamp", "y8-zero-after-recover", "y9-late-view",
		},
		Digests: map[int]string{
			100: "bae9e4aa514bfab37496b326b29dd565bb420e0fb77b872037f8dd570953f7e8",
			400: "b3b8da14ac5583c09835af7e9eb2ce0c5dc7686397aba01a45955f5b3413ab96",
		},
		Lines: words.Lines(),
		Walks: []protocoltest.Walks{
			{Config: `{"nodes": 4, "nonces": 3}`, N: 100, Most: 3, MayCrash: spec.AllNodes(4)},
			{
				Config: `{"nodes": 3, "threshold": 1, "incarnations": [0, 1, 1]}`,
				N:      100, Most: 3, MayCrash: spec.AllNodes(3),
			},
		},
		Planted:       slices.Concat(sheetPlanted, planted),
		Refused:       refused,
		Unseen:        unseen,
		Replayed:      replayed,
		Sabotage:      slices.Concat(sheetSabotage, goRows, roundsSabotage()),
		SabotageOfTLA: slices.Concat(tlaRows, roundsSabotageOfTLA()),
	}
}
