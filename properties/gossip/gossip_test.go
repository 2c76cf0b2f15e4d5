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
			50:  "5f90087257247d56b20e870e15cc8f90bdf6adbaee650804686bd033a1a7ba41",
			400: "2cce7b32452c8073d6102a0486603057499ab2061412e9336ae5757d26ed298a",
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
