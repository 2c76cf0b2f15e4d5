package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/mutant"
	"github.com/scrutineer-go/scrutineer/properties/propertiestest"
)

// goRows are one-line changes to the specification and to the implementation of
// Base. Each must be refused by equality, with a path and a field; where a
// property is named, the changed implementation also violates that one.
var goRows = []mutant.Row{
	{
		ID: "impl: the tag is not compared (M9)", File: "impl/ctolerant/node.go",
		Anchor: "if run > s.Term {", Replacement: "if run >= 0 {",
		Case: "ctolerant/base-tagged-crash-premature",
		Says: []string{"part after\n   1. Start at 2", "field State.State.Nodes[", "Agreement violated in"},
	},
	{
		ID: "impl: c responses are enough (M1)", File: "impl/ctolerant/election.go",
		Anchor: "if e.Count < n.cfg.C+1 {", Replacement: "if e.Count < n.cfg.C {",
		Case: "ctolerant/base-tagged-lacking",
		Says: []string{"DeliverResponse", "field State.State.", "LowestLately violated in 9 states"},
	},
	{
		ID: "impl: an older run's LEADER ends the wait", File: "impl/ctolerant/election.go",
		Anchor: "e.Chosen != from || run != n.state.Run {", Replacement: "e.Chosen != from {",
		Case: "ctolerant/base-tagged-crash-premature",
		Says: []string{"DeliverLeader", "field State.State.Nodes[2].Phase", "LowestLately violated in"},
	},
	{
		ID: "impl: QUERY is sent again to those that have answered", File: "impl/ctolerant/election.go",
		Anchor: "if member && !n.state.Election.Answered[id] {", Replacement: "if member {",
		Case: "ctolerant/base-tagged-lacking",
		Says: []string{"only the implementation offers PrematureCollect", "field Action.Pick"},
	},
	{
		ID: "impl: a bit outside State()", File: "impl/ctolerant/node.go",
		Anchor: "n.state.Member[in.Node] = false", Replacement: "n.state.Member[in.Node] = false; n.cfg.F++",
		Case: "ctolerant/base-tagged-crash-premature",
		Says: []string{"StateShowsAll", "Purge changes the field cfg.F of *ctolerant.Node"},
	},
	{
		ID: "spec: the highest LEADER wins", File: "spec/ctolerant/base.go",
		Anchor: "from < p.Leader", Replacement: "from > p.Leader",
		Case: "ctolerant/base-lowest-crash-premature",
		Says: []string{"DeliverLeader", "field State.State.Nodes["},
	},
	{
		ID: "spec: responders are kept by a restart (M11)", File: "spec/ctolerant/base.go",
		Anchor:      "	p.Responders, p.Candidates, p.ID = nil, nil, spec.None\n	if len(",
		Replacement: "	p.Candidates, p.ID = nil, spec.None\n	if len(",
		Case:        "ctolerant/base-tagged-crash-loss",
		Says:        []string{"TimeoutAwait", "field State.State.Nodes[2].Responders"},
	},
	{
		ID: "spec: as many are asked again as at first", File: "spec/ctolerant/base.go",
		Anchor: "b.Quorum()-len(p.Responders))", Replacement: "b.Quorum())",
		Case: "ctolerant/base-tagged-lacking",
		Says: []string{"offers PrematureCollect", "field Action.Pick"},
	},
	{
		ID: "spec: a RESPONSE of an older run counts (M10)", File: "spec/ctolerant/base.go",
		Anchor: "|| r.Run != p.Run ||", Replacement: "||",
		Case: "ctolerant/base-tagged-premature-loss",
		Says: []string{"DeliverResponse", "field State.State."},
	},
	{
		ID: "spec: the collecting timer is not stopped", File: "spec/ctolerant/base.go",
		Anchor: "Disarm:  spec.NewSet(words.TimerCollect),", Replacement: "",
		Case: "ctolerant/base-tagged-crash-loss",
		Says: []string{"DeliverResponse", "field State.State.Timers[2]"},
	},
}

func TestSabotageOfGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command line ten times; the quick gate leaves that to make test and make mutants")
	}
	for _, row := range goRows {
		t.Run(row.ID, func(t *testing.T) { mutant.Refused(t, row) })
	}
}

// tlaRows are one-line changes to the TLA+ module; the graph that TLC then finds
// must be refused by the comparison with the specification.
var tlaRows = []mutant.Row{
	{
		ID: "tla: the highest LEADER wins", File: "tla/ctolerant/CTolerant.tla",
		Anchor: "m.from < leader[m.to])", Replacement: "m.from > leader[m.to])",
		Case: "ctolerant/base-lowest-crash-premature",
		Says: []string{"TLA+ module and specification part after", "DeliverLeader", "field leader["},
	},
	{
		ID: "tla: a RESPONSE of an older run counts (M10)", File: "tla/ctolerant/CTolerant.tla",
		Anchor: `\/ m.run # run[i] \/`, Replacement: `\/`,
		Case: "ctolerant/base-tagged-premature-loss",
		Says: []string{"PrematureAwait", "DeliverResponse", "field "},
	},
	{
		ID: "tla: as many are asked again as at first", File: "tla/ctolerant/CTolerant.tla",
		Anchor: "K - Cardinality(responders[i]))", Replacement: "K)",
		Case: "ctolerant/base-tagged-lacking",
		Says: []string{"PrematureCollect", "field flight["},
	},
	{
		ID: "tla: the collecting timer is not stopped", File: "tla/ctolerant/CTolerant.tla",
		Anchor: `(timers[i] \ {"Collect"}) \cup {"Await"}`, Replacement: `timers[i] \cup {"Await"}`,
		Case: "ctolerant/base-tagged-crash-loss",
		Says: []string{"DeliverResponse", "field timers[2]{"},
	},
	{
		ID:          "tla: the leader announces itself to its list, not to the group (M19)",
		File:        "tla/ctolerant/CTolerant.tla",
		Anchor:      "run |-> m.run] : j \\in Node}),",
		Replacement: "run |-> m.run] : j \\in list[m.to] \\ {m.from}}),",
		Case:        "ctolerant/base-tagged-lacking",
		Says:        []string{"DeliverNotify", "field flight["},
	},
}

func TestSabotageOfTLA(t *testing.T) {
	if testing.Short() {
		t.Skip("runs TLC five times; the quick gate leaves that to make test and make mutants")
	}
	propertiestest.Sabotage(t, Protocol(), tlaRows)
}
