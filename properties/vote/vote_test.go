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
		1000: "7a626dcd179414d4df50926255e030ccb0919e216fb9e1d24ff49ae22c609cbb",
		5000: "7af2373157fa3157944205f6bba582567ec0d84abb2caf1d71a665312156aa99",
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
		{
			Mutant: protocoltest.Mutant{
				ID: "four votes are enough", File: "impl/vote/node.go",
				Anchor:      "	if len(n.state.Votes) < n.cfg.Ask {\n		return",
				Replacement: "	if len(n.state.Votes) < min(n.cfg.Ask, 4) {\n		return", Seldom: true,
			},
			Property: oneWinnerName, Elements: 0, // nine voters
		},
	},
	Unseen: []protocoltest.Unseen{{
		Mutant: protocoltest.Mutant{
			ID: "world: no Vote is doubled", File: "faults/world/send.go",
			Anchor:      "ok && !drops && w.networkFaults(m).Duplicate",
			Replacement: `ok && !drops && k.name != "Vote" && w.networkFaults(m).Duplicate`,
		},
		Strikes: "duplicate of Vote",
	}, {
		Mutant: protocoltest.Mutant{
			ID: "world: no Ask waits for the end of a pause", File: "faults/world/send.go",
			Anchor:      "	case to.paused > w.now:\n		w.wait(to, it)",
			Replacement: "	case to.paused > w.now && p.kind.name != \"Ask\":\n		w.wait(to, it)", Seldom: true,
		},
		Strikes: "pause of Ask",
	}},
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
