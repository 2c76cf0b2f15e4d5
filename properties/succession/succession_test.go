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
			60:  "b021d9763ac7cd10693f2bf039b15776006dc2c8642367ce4414e84e7b4d873f",
			200: "86ff7cca87619892b0873a9661c2ec011aca41aba52ac54f555bce6b600fae1c",
		},
	}
}
