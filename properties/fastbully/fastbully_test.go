package fastbully

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus:   []string{"failover", "lists-differ", "live-no-epochs", "printed-swap"},
		Runs:     800,
		Digests: map[int]string{
			200: "96b7ef23ff6a169c7b1b72adbb989c6d8eb61f8dd268ec8dd17ad3b97a1702ae",
			800: "92268cad343dc3f911b9fb022c83e1ec0332a65b8c127de4c6a19253c5602548",
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
		SabotageOfTLA: sabotageOfTLA,
	}
}

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) {
	protocoltest.EveryPropertyFindsABug(t, monitored())
}
