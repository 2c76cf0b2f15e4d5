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
		Runs:     150,
		Corpus:   []string{"join", "static", "unequal-views"},
		Digests: map[int]string{
			60:  "2b7d79111903449808550d1460603d5fa9a6d1feef10b3cbb4f44bd24ff176ff",
			200: "ab25aa2935774aa7c91d263db1082d70f57c8e0a534dcadff527c8803d96d0df",
		},
	}
}
