package polling

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus: []string{
		"banned", "closed", "jitter", "local", "lowered", "printed", "rows", "starts-late", "static",
		"straddled", "unequal-views",
	},
	Digests: map[int]string{
		200:  "bc0170eed713531405312e730dc769f36ab4cf9ec082e4bb9d3e0abb086551b5",
		1000: "3f7af5181858dd75c0b847b1a163e3de6527dbfe8e1bc94bc4cb1f282a081c59",
	},
}
