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
		Runs:     400,
		Corpus: []string{
			"t1-healed-partition", "t1-lost-hello", "t1-one-is-left", "t2-false-suspicion", "t2-lost-appointment",
			"t2-observer-dies", "t3-elected-has-not-seen", "t3-observer-dies", "t3-two-in-one-term",
		},
		Digests: map[int]string{
			100: "ab6fc291910a3292609266cd2a4c5cc24f47696c385c777af7c427e0b4b5c4e9",
			400: "e975975bad29887bd9baa50285ba8d0cd0f7d8df6f2f03a1b8138f86eb11cce3",
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
		Planted:  protocoltest.SeldomPlanted(planted),
		Refused:  refused,
		Replayed: replayed,
	}
}
