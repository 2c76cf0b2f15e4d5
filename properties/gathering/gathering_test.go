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
			60:  "9dc804ee14eec20004b05ea2cde2310c85eb1a5bf896115f5b93d0d75cbda979",
			200: "281c03eac425fdc0bd46fcba83c76c52bd4569a9b7561a2db5642e1f7b64c9d9",
		},
	}
}
