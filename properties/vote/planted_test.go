package vote

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// planted are bugs in the implementation, and the fewest faults and pins by which
// each can fail.
var planted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "the vote is sent before it is saved", File: "impl/vote/node.go",
			Anchor: "		n.state.Choice.For = candidate\n		out.Save(n.state.Choice)\n",
			Replacement: "		out.Send(candidate, words.Vote{})\n		n.state.Choice.For = candidate\n" +
				"		out.Save(n.state.Choice)\n		return\n",
		},
		Property: oneVoteName, Elements: 1, // a voter crashes between the two, and votes once more
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "Ask is never sent again", File: "impl/vote/node.go",
			Anchor: "	case impl.Fired:\n		n.ask(out)\n", Replacement: "	case impl.Fired:\n",
		},
		Property: chosenWinsName, Elements: 1, // a loss
	},
}

// The campaign finds every planted bug, and makes what it finds as small as it can be.
func TestPlantedBugs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command line for each bug and runs 2,000 plans; make test and make mutants do")
	}
	for _, bug := range planted {
		t.Run(bug.ID, func(t *testing.T) { protocoltest.FindsPlanted(t, Campaign(), bug) })
	}
}
