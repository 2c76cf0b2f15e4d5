package vring

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus:   []string{"leader-dies"},
		Digests:  map[int]string{100: "1343e9885eae4e5e99cd94adc0502b07b9b004b8b83e1cbf01acdc0931240aaa"},
	}
}
