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
			100: "0615407c6c1c2fde71fe75c632e47186773ebf3431f8d3f452e8f511d8492819",
			400: "4cbf92e918ca7ff4de27af5b77aadf48d2743a1cacd14651fe40029f598dde3f",
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
