package verify_test

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/properties/vote"
)

// networkRows are changes to the rules of the implementations' network that only
// crash-recovery can tell: a crash inside a handler, copies for a process that is down. The
// vote protocol's cases refuse them.
var networkRows = []protocoltest.Mutant{
	{
		ID: "network: effects after the cut are still sent", File: "faults/explore/branch.go",
		Anchor:      "		if cut == 0 {\n",
		Replacement: "		if cut == 0 {\n			m.carryOut(&l, event.At, e)\n",
		Case:        "vote/vote-crash-in",
		Says:        []string{"CrashIn", "leads to different states", "field State.State."},
	},
	{
		ID: "network: copies to a process that is down may be duplicated", File: "faults/network/rules.go",
		Anchor: "Duplicate: receiverUp, Drop:", Replacement: "Duplicate: true, Drop:",
		Case: "vote/vote-crash-loss-duplicate",
		Says: []string{"only the implementation offers Duplicate"},
	},
	{
		ID: "network: copies of a multicast may be dropped under recovery", File: "faults/network/rules.go",
		Anchor: "receiverUp && !m.Multicast,", Replacement: "receiverUp && (r.Failures.Recovers() || !m.Multicast),",
		Case: "vote/vote-crash-loss-duplicate",
		Says: []string{"only the implementation offers DropWon"},
	},
	{
		ID: "network: a multicast omits who is down and may recover", File: "faults/explore/expansion.go",
		Anchor: "if !e.components.model.rules.Enters(e.up&(1<<receiver) != 0) {",
		Replacement: "if !e.components.model.rules.Enters(e.up&(1<<receiver) != 0) || " +
			"e.up&(1<<receiver) == 0 && e.components.messages.list[s.message].Multicast {",
		Case: "vote/vote-crash-loss-duplicate",
		Says: []string{"DeliverVote", "leads to different states", "field State.State.Flight"},
	},
}

// netRows are changes to the network of all TLA+ modules that only this protocol can tell.
var netRows = []protocoltest.Mutant{{
	ID: "tla: copies to a process that is down may be duplicated", File: "tla/Net.tla",
	Anchor:      "Duplicate(kind) ==\n    \\E m \\in Coming(kind) :",
	Replacement: "Duplicate(kind) ==\n    \\E m \\in {x \\in DOMAIN flight : x.kind = kind} :",
	Case:        "vote/vote-crash-loss-duplicate",
	Says:        []string{"only the TLA+ module has this step Duplicate"},
}}

func TestSabotageOfTheNetwork(t *testing.T) {
	protocoltest.Anchored(t, slices.Concat(networkRows, netRows))
	if testing.Short() {
		t.Skip("builds the command line for each row, and runs TLC; make test and make mutants do")
	}
	for _, row := range networkRows {
		t.Run(row.ID, func(t *testing.T) {
			t.Parallel()
			protocoltest.RefusesMutant(t, row)
		})
	}
	protocoltest.Sabotage(t, vote.Protocol(), netRows)
}
