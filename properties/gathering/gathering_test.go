package gathering

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Runs:     300,
		Corpus:   []string{"join", "static", "unequal-views"},
		Digests: map[int]string{
			100: "6cafc6b568bf6b085f68e45ec7edf07e354aed76d4340c9fc39e59c72479c269",
			300: "adead73861a9d44d2d03f29c0bd958071514773f9811a166efeb257185e743d8",
		},
	}
}
