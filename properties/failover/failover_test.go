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
		Corpus: []string{
			"t1-healed-partition", "t1-lost-hello", "t1-one-is-left", "t2-false-suspicion", "t2-lost-appointment",
			"t2-observer-dies", "t3-elected-has-not-seen", "t3-observer-dies", "t3-two-in-one-term",
		},
		Digests: map[int]string{
			100: "6cf8432db5ba571ba668518d36db8e970ca8efd0feac57eee1d3fed3023b2586",
			400: "a3108c27d65024416b08198a28c189b12b0ddf9beec77192430439467ff2e697",
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
		Planted:  planted,
		Refused:  refused,
		Replayed: replayed,
	}
}
