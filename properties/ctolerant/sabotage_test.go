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
		Anchor: "if run > s.Tag || run == s.Tag && from < s.Leader {", Replacement: "if run >= 0 {",
		Case:     "ctolerant/base-tagged-crash-premature",
		Says:     []string{"part after\n   1. Start at 2", "field State.State.Nodes["},
		Property: "Agreement",
	},
	{
		ID: "impl: c responses are enough (M1)", File: "impl/ctolerant/election.go",
		Anchor: "if e.Count < n.cfg.C+1 {", Replacement: "if e.Count < n.cfg.C {",
		Case: "ctolerant/base-tagged-lacking",
		Says: []string{
			"DeliverResponse", "field State.State.",
			"LowestLately violated in 9 states", "CT1 violated in 4 states",
		},
		Property: "LowestLately",
	},
	{
		ID: "impl: an older run's LEADER ends the wait", File: "impl/ctolerant/election.go",
		Anchor: "e.ID != from || run != n.state.Run {", Replacement: "e.ID != from {",
		Case:     "ctolerant/base-tagged-crash-premature",
		Says:     []string{"DeliverLeader", "field State.State.Nodes[2].Phase"},
		Property: "LowestLately",
	},
	{
		ID: "impl: QUERY is sent again to those that have answered", File: "impl/ctolerant/election.go",
		Anchor: "if member && !n.state.Election.Responders[id] {", Replacement: "if member {",
		Case: "ctolerant/base-tagged-lacking",
		Says: []string{"only the implementation offers PrematureCollect", "field Action.Pick"},
	},
	{
		ID: "impl: a bit outside State()", File: "impl/ctolerant/node.go",
		Anchor: "n.state.List[in.Node] = false", Replacement: "n.state.List[in.Node] = false; n.cfg.F++",
		Case: "ctolerant/base-tagged-crash-premature",
		Says: []string{"StateShowsAll", "Purge changes the field cfg.F of *ctolerant.Node"},
	},
	{
		ID: "impl: fewer than k known are too few (D7)", File: "impl/ctolerant/election.go",
		Anchor: "if len(known) < n.cfg.C+1 {", Replacement: "if len(known) < n.cfg.Quorum() {",
		Case: "ctolerant/base-tagged-few-known",
		Says: []string{"Purge at 2", "only the implementation offers Start", "field Action.Pick"},
	},
	{
		ID: "impl: a restart never waits for the list to grow (D7)", File: "impl/ctolerant/election.go",
		Anchor: "e.Blocked = true", Replacement: "e.Blocked = n.state.Run == 1",
		Case: "ctolerant/base-tagged-blocked-again",
		Says: []string{"TimeoutAwait", "field State.State.Nodes[2].Phase: collect in the implementation, blocked"},
	},
	{
		ID: "spec: exactly k are asked, or nobody (D7)", File: "spec/ctolerant/kernel.go",
		Anchor: "a.Picks(targets, min(n, len(targets)))", Replacement: "a.Picks(targets, n)",
		Case: "ctolerant/base-tagged-few-known",
		Says: []string{"Purge at 2", "only the implementation offers Start", "field Action.Name"},
	},
	{
		ID: "spec: the highest LEADER wins", File: "spec/ctolerant/kernel.go",
		Anchor: "p.Leader == spec.None || from < p.Leader", Replacement: "p.Leader == spec.None || from > p.Leader",
		Case: "ctolerant/base-lowest-crash-premature",
		Says: []string{"DeliverLeader", "field State.State.Nodes["},
	},
	{
		ID: "spec: responders are kept by a restart (M11)", File: "spec/ctolerant/kernel.go",
		Anchor:      "	p.Responders, p.Candidates, p.ID, p.Confirmed = nil, nil, spec.None, false\n	if len(",
		Replacement: "	p.Candidates, p.ID, p.Confirmed = nil, spec.None, false\n	if len(",
		Case:        "ctolerant/base-tagged-crash-loss",
		Says:        []string{"TimeoutAwait", "field State.State.Nodes[2].Responders"},
	},
	{
		ID: "spec: as many are asked again as at first", File: "spec/ctolerant/kernel.go",
		Anchor: "b.Quorum()-len(p.Responders))", Replacement: "b.Quorum())",
		Case: "ctolerant/base-tagged-lacking",
		Says: []string{"offers PrematureCollect", "field Action.Pick"},
	},
	{
		ID: "spec: a RESPONSE of an older run counts (M10)", File: "spec/ctolerant/kernel.go",
		Anchor: "|| r.Run != p.Run ||", Replacement: "||",
		Case: "ctolerant/base-tagged-premature-loss",
		Says: []string{"DeliverResponse", "field State.State."},
	},
	{
		ID: "spec: the collecting timer is not stopped", File: "spec/ctolerant/kernel.go",
		Anchor: "		o.Disarm = spec.NewSet(words.TimerCollect)\n", Replacement: "",
		Case: "ctolerant/base-tagged-crash-loss",
		Says: []string{"DeliverResponse", "field State.State.Timers[2]"},
	},
}

func TestSabotageOfGo(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command line for each row; the quick gate leaves that to make test and make mutants")
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

// mcRows are one-line changes to the bounds and the properties; some property then
// fails where it must hold, or holds where it must fail.
var mcRows = []mutant.Row{
	{
		ID: "tla: a crash leaves the copies to the dead in the network", File: "tla/Net.tla",
		Anchor: "IF Recovers THEN bag ELSE [m", Replacement: "IF TRUE THEN bag ELSE [m",
		Case: "ctolerant/base-tagged-crash-loss",
		Says: []string{"TypeOK"},
	},
	{
		ID: "tla: a crash leaves the initiator's phase", File: "tla/ctolerant/CTolerant.tla",
		Anchor: `/\ phase' = [phase EXCEPT ![i] = "idle"]`, Replacement: `/\ UNCHANGED phase`,
		Case: "ctolerant/base-initiator-crash",
		Says: []string{"Crash", "field phase[2]"},
	},
	{
		ID: "tla: the leader announces itself to its list (M19)", File: "tla/ctolerant/CTolerant.tla",
		Anchor: "run |-> m.run] : j \\in Node}),", Replacement: "run |-> m.run] : j \\in list[m.to]}),",
		Case: "ctolerant/base-everybody-led-lacking",
		Says: []string{"EverybodyLed"},
	},
	{
		ID: "tla: every wait is excused by the budget", File: "tla/ctolerant/MCBase.tla",
		Anchor:      `Exhausted == spent.restart = MaxRestart /\ Calm /\ \E`,
		Replacement: `Exhausted == Calm /\ \E`,
		Case:        "ctolerant/base-never-exhausted",
		Says:        []string{"TLC", "length"},
	},
	{
		ID: "tla: the responders' lists are not looked at by CT1", File: "tla/ctolerant/MCBase.tla",
		Anchor: `Lowest(alive) \in Lists[k]`, Replacement: `TRUE`,
		Case: "ctolerant/base-ct1-beyond-c",
		Says: []string{"TLC", "must be violated"},
	},
}

func TestSabotageOfTLA(t *testing.T) {
	if testing.Short() {
		t.Skip("runs TLC ten times; the quick gate leaves that to make test and make mutants")
	}
	propertiestest.Sabotage(t, Protocol(), append(tlaRows, mcRows...))
}
