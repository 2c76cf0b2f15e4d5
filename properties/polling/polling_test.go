package polling

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus: []string{
		"banned", "closed", "jitter", "local", "lowered", "printed", "rows", "static", "straddled", "unequal-views",
	},
	Digests: map[int]string{
		200:  "dd89accb1721c30a795ca64cf0d10b67473bad93bf9bef600ab52226255ee183",
		1000: "f74e942e17f3bea2da16eabeb417652311c36bd02417d71fda74be5f91484a7a",
	},
}
