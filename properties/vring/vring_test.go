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
		Digests:  map[int]string{100: "0bd1ed697b30f9e2d2cc21d32a2c4da4d5b259106b598ce18eb4c6c9974dca55"},
		Planted: []protocoltest.Planted{{
			Mutant: protocoltest.Mutant{
				ID: "nothing is learned of an answer", File: "impl/vcube/baseline/ring.go",
				Anchor: "		n.self.Learn(body)\n", Replacement: "",
			},
			Property: "AgreeAtLast", Elements: 1,
		}},
	}
}
