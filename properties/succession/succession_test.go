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
			60:  "bdeab9d6fd6f5cfe0f63394285e2fa66f1f58580fb97c5052420a30740416f51",
			200: "649b53f73ac438147b51747572fe5eff5db51a1a7b8942e3f920a378871ed281",
		},
	}
}
