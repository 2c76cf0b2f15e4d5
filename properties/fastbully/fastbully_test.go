package fastbully

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus:   []string{"failover", "printed-swap"},
		Runs:     800,
		Digests: map[int]string{
			200: "615279a8572be1f85c743b2215d73f7e2610b50ee645d0866ac9aba7410792a7",
			800: "865f5195c7af249d2ee3054505185327944ba10947eaf164649b0fe75f1d2b42",
		},
		Lines: words.Lines(),
		Walks: []protocoltest.Walks{
			{Config: `{"nodes": 3}`, N: 50, Most: 2, MayCrash: spec.AllNodes(3)},
			{
				Config: `{"nodes": 3, "detector": "told", "interpretations": ["regathers"]}`,
				N:      50, Most: 2, MayCrash: spec.AllNodes(3),
			},
			{Config: `{"nodes": 4, "start": "warm", "detector": "told"}`, N: 50, Most: 3, MayCrash: spec.AllNodes(4)},
		},
		Planted:       protocoltest.SeldomPlanted(planted),
		Refused:       refused,
		Sabotage:      protocoltest.Seldom(sabotage),
		SabotageOfTLA: sabotageOfTLA,
	}
}

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) {
	protocoltest.EveryPropertyFindsABug(t, monitored(), planted)
}
