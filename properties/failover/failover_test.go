package failover

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Runs:     400,
		Corpus: []string{
			"t1-healed-partition", "t1-lost-hello", "t1-one-is-left", "t2-false-suspicion", "t2-lost-appointment",
			"t2-observer-dies", "t3-elected-has-not-seen", "t3-observer-dies", "t3-two-in-one-term",
		},
		Digests: map[int]string{
			100: "5607d17b92ef1503e6e87c82d6c316bcf7bd93892d32be1d6dfd6d92568dd11a",
			400: "58e8bd51508df2783fa768711d7ec261a8a54d1092178c3fd6e6e63fa145d9f2",
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
	}
}
