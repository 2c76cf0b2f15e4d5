package vcube

import (
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
			100: "dbbfe92b601287a6900b02be41425dda4cab7df46b3783900b0682a33f598d0f",
			400: "7b137efd3ece675d211d889af5e5924da4a2b141c45f4073948e8b88f70ca19b",
		},
		Lines:         words.Lines(),
		Sabotage:      roundsSabotage(),
		SabotageOfTLA: roundsSabotageOfTLA(),
		Walks: []protocoltest.Walks{
			{Config: `{"nodes": 4, "nonces": 3}`, N: 100, Most: 3, MayCrash: spec.AllNodes(4)},
			{
				Config: `{"nodes": 3, "threshold": 1, "incarnations": [0, 1, 1]}`,
				N:      100, Most: 3, MayCrash: spec.AllNodes(3),
			},
		},
	}
}
