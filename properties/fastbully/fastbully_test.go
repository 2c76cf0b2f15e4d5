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
			200: "4bfc3c06a7820e5197115e64d8471cc9b7660efe7b679c5d744debdd0b03a6dd",
			800: "60d33a236cbaaefa0eaf45227eba7a52147eca53cc41c6dc6a0ba57258b699f2",
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
