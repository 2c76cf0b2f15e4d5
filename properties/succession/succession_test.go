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
			60:  "462e78ed78a04d37760430317fb38dc1660fa3c91e7403a79de7e366ac47e5f3",
			400: "9366dda98528cb1cfee2c2fed3a13c9d835c03165c579d2d349d659f338ea5c9",
		},
	}
}
