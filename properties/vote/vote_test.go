package vote

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

// sentFirst lets a voter send its vote before it is saved.
var sentFirst = protocoltest.Mutant{
	ID: "impl: the vote is sent before it is saved", File: "impl/vote/node.go",
	Anchor: "		n.state.Choice.For = candidate\n		out.Save(n.state.Choice)\n",
	Replacement: "		out.Send(candidate, words.Vote{})\n		n.state.Choice.For = candidate\n" +
		"		out.Save(n.state.Choice)\n		return\n",
	Case: "vote/vote-crash-in", Says: []string{"CrashInDeliverAsk", "field State.State."}, Property: "OneVote",
}

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"cut-short", "no-majority", "stays-down"},
	Digests: map[int]string{
		1000: "78c35b39f27488c140d9325a0e6f2a7b05b678c9c956a6def636b96a1a73575f",
		5000: "495b15ea465ff31b1c94a24946993a05d0d3c67ae1299a820ca23ccea6b7b6b6",
	},
	Lines: words.Lines(),
	Walks: []protocoltest.Walks{{
		Config: `{"nodes": 4, "candidates": [0, 1, 2], "voters": [1, 2, 3], "ask": 2}`,
		N:      200, Most: 3, MayCrash: spec.AllNodes(4),
	}},
	Planted: []protocoltest.Planted{
		{Mutant: sentFirst, Property: oneVoteName, Elements: 1}, // a voter crashes between the two, and votes again
		{
			Mutant: protocoltest.Mutant{
				ID: "Ask is never sent again", File: "impl/vote/node.go",
				Anchor: "	case impl.Fired:\n		n.ask(out)\n", Replacement: "	case impl.Fired:\n",
			},
			Property: chosenWinsName, Elements: 1, // a loss
		},
	},
	Sabotage: []protocoltest.Mutant{
		sentFirst,
		{
			ID: "impl: the vote is not saved", File: "impl/vote/node.go",
			Anchor: "		out.Save(n.state.Choice)\n", Replacement: "",
			Case: "vote/vote-crash-in", Says: []string{"DeliverAsk", "field State.State.Disk"}, Property: "OneVote",
		},
	},
	SabotageOfTLA: []protocoltest.Mutant{{
		ID: "tla: a multicast leaves out who is down and may recover", File: "tla/vote/Vote.tla",
		Anchor: "WonOf(m.to, j) : j \\in Node})", Replacement: "WonOf(m.to, j) : j \\in alive})",
		Case: "vote/vote-crash-loss-duplicate", Says: []string{"DeliverVote", "field flight["},
	}},
}
