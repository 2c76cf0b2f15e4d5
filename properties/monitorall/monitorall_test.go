package monitorall

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus:   []string{"leader-dies"},
		Digests:  map[int]string{100: "cfe2454404679dbfb77d3c51e3cb16f97599496cfb16508002fa134f17b4177b"},
		Planted: []protocoltest.Planted{{
			Mutant: protocoltest.Mutant{
				ID: "who answers stays suspected", File: "impl/vcube/baseline/all.go",
				Anchor: "		n.self.Trust(from)\n", Replacement: "",
			},
			Property: "AgreeAtLast", Elements: 1,
		}},
	}
}
