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
			100: "b9fd44901d2d5d20a1f95e43626acb18d2b522b90b878db757c004c40a935b30",
			300: "a87fc23df4a6269f22bc0aa3d21226fe1ef2ba7ec1c7f97aa0d48ff7f86e7330",
		},
	}
}
