package gossip

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus: []string{
			"c0-master-beats", "c2-id-summand", "c4-1-local-normalisers", "c4-2-dedup-drops", "c4-3-announced",
			"c4-3-anti-entropy", "c4-3-dead-returns", "c4-3-false-suspicion", "c4-3-no-floor", "c4-4-cold-start",
			"c4-5-forward-once", "c4-6-early-timeout", "c4-7-announce", "c4-7-cut-short", "c9-no-step-back",
			"live-no-epochs",
		},
		Runs: 400,
		Digests: map[int]string{
			50:  "bd1d48aac5be22e16d1e9b30546a08825440f39fecb048e517023e98890427a8",
			400: "d90baa21be4531643c981550b99bad33faa45b27b5b17abff709d33e0b6e4e33",
		},
		Lines: words.Lines(),
		Walks: []protocoltest.Walks{
			{
				Config: `{"nodes": 3, "start": "warm", "detector": "told", "versions": 2}`,
				N:      60, Most: 2, MayCrash: spec.AllNodes(3),
			},
		},

		SabotageOfTLA: tlaRows,
	}
}
