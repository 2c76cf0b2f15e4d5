package vote

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// rows are changes that only crash-recovery can tell: a crash inside a handler,
// copies for a process that is down.
var rows = []protocoltest.Mutant{
	{
		ID: "faults: effects after the cut are still sent", File: "faults/explore/branch.go",
		Anchor:      "		if cut == 0 {\n",
		Replacement: "		if cut == 0 {\n			m.carryOut(&l, event.At, e)\n",
		Case:        "vote/vote-crash-in",
		Says:        []string{"CrashIn", "leads to different states", "field State.State."},
	},
	{
		ID: "impl: the vote is sent before it is saved", File: "impl/vote/node.go",
		Anchor: "		n.state.Choice.For = candidate\n		out.Save(n.state.Choice)\n",
		Replacement: "		out.Send(candidate, words.Vote{})\n		n.state.Choice.For = candidate\n" +
			"		out.Save(n.state.Choice)\n		return\n",
		Case:     "vote/vote-crash-in",
		Says:     []string{"CrashInDeliverAsk", "field State.State."},
		Property: "OneVote",
	},
	{
		ID: "impl: the vote is not saved", File: "impl/vote/node.go",
		Anchor: "		out.Save(n.state.Choice)\n", Replacement: "",
		Case:     "vote/vote-crash-in",
		Says:     []string{"DeliverAsk", "field State.State.Disk"},
		Property: "OneVote",
	},
	{
		ID: "faults: copies to a process that is down may be duplicated", File: "faults/network/rules.go",
		Anchor:      "return Tampering{Duplicate: receiverUp, Drop:",
		Replacement: "return Tampering{Duplicate: true, Drop:",
		Case:        "vote/vote-crash-loss-duplicate",
		Says:        []string{"only the implementation offers Duplicate"},
	},
	{
		ID: "faults: copies of a multicast may be dropped under recovery", File: "faults/network/rules.go",
		Anchor: "receiverUp && !m.Multicast,", Replacement: "receiverUp && (r.Recovers || !m.Multicast),",
		Case: "vote/vote-crash-loss-duplicate",
		Says: []string{"only the implementation offers DropWon"},
	},
	{
		ID: "faults: a multicast leaves out who is down and may recover", File: "faults/explore/expansion.go",
		Anchor: "if !e.cells.model.rules.Enters(e.up&(1<<receiver) != 0) {",
		Replacement: "if !e.cells.model.rules.Enters(e.up&(1<<receiver) != 0) || " +
			"e.up&(1<<receiver) == 0 && e.cells.messages.list[s.message].Multicast {",
		Case: "vote/vote-crash-loss-duplicate",
		Says: []string{"DeliverVote", "leads to different states", "field State.State.Flight"},
	},
}

func TestSabotage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command line again for each row; the quick gate leaves that to make test")
	}
	for _, row := range rows {
		t.Run(row.ID, func(t *testing.T) { protocoltest.RefusesMutant(t, row) })
	}
}

// tlaRows are changes to the network of all TLA+ modules that only this protocol
// can tell.
var tlaRows = []protocoltest.Mutant{
	{
		ID: "tla: copies to a process that is down may be duplicated", File: "tla/Net.tla",
		Anchor:      "Duplicate(kind) ==\n    \\E m \\in Deliverable(kind) :",
		Replacement: "Duplicate(kind) ==\n    \\E m \\in {x \\in DOMAIN flight : x.kind = kind} :",
		Case:        "vote/vote-crash-loss-duplicate",
		Says:        []string{"only the TLA+ module has this step Duplicate"},
	},
	{
		ID: "tla: a multicast leaves out who is down and may recover", File: "tla/vote/Vote.tla",
		Anchor:      "WonOf(m.to, j) : j \\in Node})",
		Replacement: "WonOf(m.to, j) : j \\in alive})",
		Case:        "vote/vote-crash-loss-duplicate",
		Says:        []string{"DeliverVote", "field flight["},
	},
}

func TestSabotageOfTLA(t *testing.T) {
	if testing.Short() {
		t.Skip("runs TLC for each row; the quick gate leaves that to make test and make mutants")
	}
	protocoltest.Sabotage(t, Protocol(), tlaRows)
}
