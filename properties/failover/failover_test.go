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
			100: "0731ddb65d99d04ca81bc22fba5db154d5aa752ac50db6229d1ff7147e8757c3",
			400: "1619132dd81a7cbc784504b1f2681f3d764f5af6488506bd12663ca962b40b30",
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
