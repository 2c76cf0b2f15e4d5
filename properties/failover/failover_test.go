package failover

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Digests: map[int]string{
			100: "",
			400: "",
		},
		Lines: words.Lines(),
		Walks: []protocoltest.Walks{
			{Config: `{"nodes": 3}`, N: 50, Most: 2, MayCrash: spec.AllNodes(2)},
			{Config: `{"nodes": 3, "topology": "observer"}`, N: 50, Most: 2, MayCrash: spec.AllNodes(2)},
			{
				Config: `{"nodes": 4, "topology": "observers", "watchers": 2, "syncMs": 7000}`,
				N:      50, Most: 2, MayCrash: spec.AllNodes(3),
			},
		},
		Planted: planted,
		Refused: refused,
	}
}
