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
		Digests:  map[int]string{100: "cdf79c4b46e7a37b8cc595ef7c69451ab51f8e7825f623246152a489e4869d37"},
		Planted: []protocoltest.Planted{{
			Mutant: protocoltest.Mutant{
				ID: "who answers stays suspected", File: "impl/vcube/baseline/all.go",
				Anchor: "		n.self.Trust(from)\n", Replacement: "",
			},
			Property: "AgreeAtLast", Elements: 1,
		}},
	}
}
