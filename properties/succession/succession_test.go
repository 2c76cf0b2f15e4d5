package succession

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Runs:     150,
		Corpus:   []string{"leader-crashes"},
		Digests: map[int]string{
			60:  "a3e70cf3a9c3199324f04d6674d03db5cd69e0046c1ae422fdd52ca4909ccad7",
			200: "6e6b29062503150b9f9c3ea1ee3d2cda305776c7d60dbd29b7cbe1052b0a3937",
		},
	}
}
