package bully

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"job-done", "no-epochs", "returns", "told-loss"},
	Digests: map[int]string{
		200:  "b7d53778dea1e9b6b81743ad514c26afcdc4eb8d8b855c3723e047fb3c4beb24",
		1000: "102e15033ca9a30f52b5a03ad7113227d4606df2b752bcaaad731963465b3045",
	},
	Reaches: map[string]int64{"config.nodes": 40},
	Lines:   words.Lines(),
	Walks: []protocoltest.Walks{
		{Config: `{"nodes": 3, "detector": "told", "failures": "stop"}`, N: 60, Most: 3, MayCrash: spec.AllNodes(3)},
		{Config: `{"nodes": 3, "start": "warm"}`, N: 60, Most: 3, MayCrash: spec.AllNodes(3)},
	},
	Planted:       protocoltest.SeldomPlanted(planted),
	Refused:       refused,
	Unseen:        unseen,
	Sabotage:      protocoltest.Seldom(goRows),
	SabotageOfTLA: tlaRows,
}
