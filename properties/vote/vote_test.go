package vote

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"cut-short", "no-majority", "stays-down"},
	Digests: map[int]string{
		1000: "021be0ee4a96542220410a7d7df772a022ece6f6895e49127f7eeeb2f2b545ca",
		5000: "01b394d0c0f87ef0765ab00ba2a86209c328ab3fc26a4be6897f5f9de2a477ec",
	},
	Lines: words.Lines(),
	Walks: []protocoltest.Walks{{
		Config: `{"nodes": 4, "candidates": [0, 1, 2], "voters": [1, 2, 3], "ask": 2}`,
		N:      200, Most: 3, MayCrash: spec.AllNodes(4),
	}},
	SabotageOfTLA: []protocoltest.Mutant{{
		ID: "tla: a multicast leaves out who is down and may recover", File: "tla/vote/Vote.tla",
		Anchor: "WonOf(m.to, j) : j \\in Node})", Replacement: "WonOf(m.to, j) : j \\in alive})",
		Case: "vote/vote-crash-loss-duplicate", Says: []string{"DeliverVote", "field flight["},
	}, {
		ID: "tla: copies to a process that is down may be duplicated", File: "tla/Net.tla",
		Anchor:      "Duplicate(kind) ==\n    \\E m \\in Coming(kind) :",
		Replacement: "Duplicate(kind) ==\n    \\E m \\in {x \\in DOMAIN flight : x.kind = kind} :",
		Case:        "vote/vote-crash-loss-duplicate",
		Says:        []string{"only the TLA+ module has this step Duplicate"},
	}},
}
