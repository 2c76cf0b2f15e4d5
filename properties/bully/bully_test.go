package bully

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"job-done", "live-no-epochs", "no-epochs", "returns", "told-loss"},
	Digests: map[int]string{
		200:  "0ec52e323c2a688a39c5d895ff12a3801abbe65bfa3d551f484f5c6167759717",
		1000: "61fb9efd000f3f228a2eb3f239b6e3951a5c722b906d5b271baaeda724cccca6",
	},
	Reaches: map[string]int64{"config.nodes": 40},
	Lines:   words.Lines(),
	Walks: []protocoltest.Walks{
		{Config: `{"nodes": 3, "detector": "told", "failures": "stop"}`, N: 60, Most: 3, MayCrash: spec.AllNodes(3)},
		{Config: `{"nodes": 3, "start": "warm"}`, N: 60, Most: 3, MayCrash: spec.AllNodes(3)},
	},
	SabotageOfTLA: tlaRows,
}
