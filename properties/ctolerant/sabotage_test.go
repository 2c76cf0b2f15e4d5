package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// goRows are one-line changes to the specification and to the implementation of
// Base. Each must be refused by equality, with a path and a field; where a
// property is named, the changed implementation also violates that one.
var goRows = []protocoltest.Mutant{
	{
		ID: "impl: an older run's LEADER ends the wait", File: "impl/ctolerant/election.go",
		Anchor: "case tag.Run != n.state.Run:", Replacement: "case false:",
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
		Anchor: "least := n.cfg.C + 1", Replacement: "least := n.cfg.Quorum()",
		Case: "ctolerant/base-tagged-few-known",
		Says: []string{"Purge at 2", "only the implementation offers Start", "field Action.Pick"},
	},
	{
		ID: "impl: a restart never waits for the list to grow (D7)", File: "impl/ctolerant/election.go",
		Anchor: "Election.Blocked = true", Replacement: "Election.Blocked = n.state.Run == 1",
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
		Anchor:      "p.Responders, p.Candidates, p.Unhealthy, p.Notified = nil, nil, nil, nil",
		Replacement: "p.Candidates, p.Unhealthy, p.Notified = nil, nil, nil",
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
		Anchor: "older := r.Run != p.Run &&", Replacement: "older := false &&",
		Case: "ctolerant/base-tagged-premature-loss",
		Says: []string{"DeliverResponse", "field State.State."},
	},
	{
		ID: "spec: the collecting timer is not stopped", File: "spec/ctolerant/kernel.go",
		Anchor: "	o.Disarm = spec.NewSet(words.TimerCollect)\n", Replacement: "",
		Case: "ctolerant/base-tagged-crash-loss",
		Says: []string{"DeliverResponse", "field State.State.Timers[2]"},
	},
}

// tlaRows are one-line changes to the TLA+ module; the graph that TLC then finds
// must be refused by the comparison with the specification.
var tlaRows = []protocoltest.Mutant{
	{
		ID: "tla: the highest LEADER wins", File: "tla/ctolerant/CTolerant.tla",
		Anchor:      `"lowest" -> leader[m.to] = None \/ m.from <`,
		Replacement: `"lowest" -> leader[m.to] = None \/ m.from >`,
		Case:        "ctolerant/optimistic-lowest-no-faults",
		Says:        []string{"LowestLately is violated"},
	},
	{
		ID: "tla: a RESPONSE of an older run counts (M10)", File: "tla/ctolerant/CTolerant.tla",
		Anchor: `/\ m.run = run[m.to] \/ Reads("accept-old")`, Replacement: `/\ TRUE`,
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
		Anchor:      `IF last THEN (timers[i] \ {"Collect"}) \cup {"Await"}`,
		Replacement: `IF last THEN timers[i] \cup {"Await"}`,
		Case:        "ctolerant/base-tagged-crash-loss",
		Says:        []string{"DeliverResponse", "field timers[2]{"},
	},
	{
		ID:          "tla: the leader announces itself to its list, not to the group (M19)",
		File:        "tla/ctolerant/CTolerant.tla",
		Anchor:      "election |-> t.election]\n               : j \\in Node})",
		Replacement: "election |-> t.election]\n               : j \\in list[i] \\ {i}})",
		Case:        "ctolerant/base-tagged-lacking",
		Says:        []string{"Agreement is violated"},
	},
}

// churnTLARows break what the module says of churn and of several initiators.
var churnTLARows = []protocoltest.Mutant{
	{
		ID: "tla: the higher initiator wins (M21)", File: "tla/ctolerant/CTolerant.tla",
		Anchor:      `a.number = b.number /\ a.initiator < b.initiator`,
		Replacement: `a.number = b.number /\ a.initiator > b.initiator`,
		Case:        "ctolerant/base-two-initiators",
		Says:        []string{"TLA+ module and specification part after", "DeliverQuery"},
	},
	{
		ID: "tla: a run that waits does not go on", File: "tla/ctolerant/CTolerant.tla",
		Anchor:      `asks == phase[i] = "blocked" /\ Cardinality(known) >= Known`,
		Replacement: `asks == phase[i] = "blocked" /\ Cardinality(known) > N`,
		Case:        "ctolerant/base-blocked-learns", Says: []string{"part after", "Learn"},
	},
	{
		ID: "tla: whoever has left still takes part (D18)", File: "tla/ctolerant/CTolerant.tla",
		Anchor:      `Outside(i) == (i \in Joiners /\ version[i] = 0) \/ HasLeft(i)`,
		Replacement: `Outside(i) == i \in Joiners /\ version[i] = 0`,
		Case:        "ctolerant/base-leave", Says: []string{"CT1 is violated"},
	},
}

// mcRows are one-line changes to the bounds and the properties; some property then
// fails where it must hold, or holds where it must fail.
var mcRows = []protocoltest.Mutant{
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
		Says: []string{"TypeOK"},
	},
	{
		ID: "tla: the leader announces itself to its list (M19)", File: "tla/ctolerant/CTolerant.tla",
		Anchor:      "election |-> t.election]\n               : j \\in Node})",
		Replacement: "election |-> t.election]\n               : j \\in list[i]})",
		Case:        "ctolerant/base-everybody-led-lacking",
		Says:        []string{"EverybodyLed"},
	},
	{
		ID: "tla: every wait is excused by the budget", File: "tla/ctolerant/MCElection.tla",
		Anchor:      `spent.restart = MaxRestart /\ Calm /\ \E i \in Node : Armed(i, "Await")`,
		Replacement: `Calm /\ \E i \in Node : Armed(i, "Await")`,
		Case:        "ctolerant/base-never-exhausted",
		Says:        []string{"TLC", "length"},
	},
	{
		ID: "tla: the responders' lists are not looked at by CT1", File: "tla/ctolerant/MCElection.tla",
		Anchor:      `Seen(k) == Ranks(k, Lists[k])`,
		Replacement: `Seen(k) == Node`,
		Case:        "ctolerant/base-ct1-beyond-c",
		Says:        []string{"TLC", "must be violated"},
	},
}
