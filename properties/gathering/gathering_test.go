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
			60:  "c5876b4fb86d73e1176272dd6861bb7548cb20da6b413ef4171c7219d47be0fb",
			200: "060d033642445145b6e90e87f54206e6c0ce21f30a28ff4449c07aeba3372f3f",
		},
	}
}
