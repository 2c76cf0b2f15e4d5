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
			200: "060d033642445145b6e90e87f54206e6c0ce21f30a28ff4449c07aeba3372f3f",
		},
	}
}
