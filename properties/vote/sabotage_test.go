package vote

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/mutant"
)

// rows are changes that only a crash inside a handler can tell.
var rows = []mutant.Row{
	{
		ID: "faults: effects after the cut are still sent", File: "faults/cluster.go",
		Anchor:      "		if cut == 0 {\n",
		Replacement: "		if cut == 0 {\n			s = m.effect(s, event.At, e)\n",
		Case:        "vote/vote-crash-in",
		Says:        []string{"CrashIn", "leads to different states", "field State.State."},
	},
	{
		ID: "impl: the vote is sent before it is saved", File: "impl/vote/node.go",
		Anchor: "		n.state.Ballot.For = candidate\n		out.Save(n.state.Ballot)\n",
		Replacement: "		out.Send(candidate, words.Vote{})\n		n.state.Ballot.For = candidate\n" +
			"		out.Save(n.state.Ballot)\n		return\n",
		Case: "vote/vote-crash-in",
		Says: []string{"CrashInDeliverAsk", "field State.State.", "OneVote violated in"},
	},
	{
		ID: "impl: the vote is not saved", File: "impl/vote/node.go",
		Anchor: "		out.Save(n.state.Ballot)\n", Replacement: "",
		Case: "vote/vote-crash-in",
		Says: []string{"DeliverAsk", "field State.State.Disk", "OneVote violated in"},
	},
}

func TestSabotage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command line again for each row; the quick gate leaves that to make test")
	}
	for _, row := range rows {
		t.Run(row.ID, func(t *testing.T) { mutant.Refused(t, row) })
	}
}
