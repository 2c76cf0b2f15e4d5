package watchdog

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
			60:  "8e24c26d4875e6a408e821db191b39d35f60b3f2320a5acb8be407839550590f",
			200: "8183d1e0ec0c57ca5baee421af65fb3733ee7938f59adc855898b36176f4a2f6",
		},
	}
}
