package gossip

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus: []string{
			"c0-master-beats", "c2-id-summand", "c4-1-local-normalisers", "c4-2-dedup-drops", "c4-3-anti-entropy",
			"c4-3-dead-returns", "c4-3-false-suspicion", "c4-3-no-floor", "c4-4-cold-start", "c9-no-step-back",
		},
		Runs: 400,
		Digests: map[int]string{
			50:  "5ed329f636b371ce41e92385ff2a66f273fbbb8e863583c6539e1a53d8aaa850",
			400: "a7099ea185eb3b56ee9876f81fdcf4e44bd19011a2f96961530601faafe25987",
		},
		Lines: words.Lines(),
		Walks: []protocoltest.Walks{
			{
				Config: `{"nodes": 3, "start": "warm", "detector": "told", "versions": 2}`,
				N:      60, Most: 2, MayCrash: spec.AllNodes(3),
			},
		},
		Planted:  protocoltest.SeldomPlanted(slices.Concat(sheetPlanted, planted)),
		Refused:  refused,
		Unseen:   unseen,
		Replayed: replayed,

		Sabotage:      sheetSabotage,
		SabotageOfTLA: protocoltest.Seldom(tlaRows),
	}
}
