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
			200: "ff367178a945372ceacbb24a1032ed3589627f86f772382a7a10141cae93b390",
		},
	}
}
