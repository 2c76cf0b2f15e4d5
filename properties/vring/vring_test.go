package vring

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
		Digests:  map[int]string{100: "0264492fcc4ab936f933f49bba0a3a16b5ed05e450cfc94d88335640ab0c700a"},
		Planted: []protocoltest.Planted{{
			Mutant: protocoltest.Mutant{
				ID: "nothing is learned of an answer", File: "impl/vcube/baseline/ring.go",
				Anchor: "		n.self.Learn(body)\n", Replacement: "",
			},
			Property: "AgreeAtLast", Elements: 1,
		}},
	}
}
