package vcube

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus: []string{
			"live-literal-merge",
			"v11-frozen-replies", "v6-leader-unstored", "v8-equal-penalty", "v9-candidate-self",
			"y1-literal", "y10-figure7", "y11-fixed-timeout", "y2-self-leaves", "y3-two-unstable",
			"y4-count-kept", "y4-count-reset", "y5-false-suspicion", "y6-dead-leader", "y6-flapping",
			"y6-rounds-complete", "y6-unstable-leader",
			"y7-stale-timestamp", "y8-zero-after-recover", "y9-late-view",
		},
		Digests: map[int]string{
			100: "7b06a512acfe153fe7e99cc4e1d2e033ac798d999510a31cd9d391daf39d9d23",
			400: "fdc9b8402916cd3df02c8ddf23d4d3ccb5a09f68bb88f8fd3731d471546a32da",
		},
		Lines: words.Lines(),
		Walks: []protocoltest.Walks{
			{Config: `{"nodes": 4, "nonces": 3}`, N: 100, Most: 3, MayCrash: spec.AllNodes(4)},
			{
				Config: `{"nodes": 3, "threshold": 1, "incarnations": [0, 1, 1]}`,
				N:      100, Most: 3, MayCrash: spec.AllNodes(3),
			},
		},
		SabotageOfTLA: slices.Concat(tlaRows, roundsSabotageOfTLA()),
	}
}
