package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

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
		Anchor: `/\ m.run = run[m.to] \/ Interprets("accept-old")`, Replacement: `/\ TRUE`,
		Case: "ctolerant/preferred-tagged-premature",
		Says: []string{"part after", "PrematureCollect", "DeliverResponse", "field "},
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
		ID: "tla: nobody follows the LEADER of a first run", File: "tla/ctolerant/CTolerant.tla",
		Anchor:      `"tagged" -> Later(new, now)`,
		Replacement: `"tagged" -> new.run > 1 /\ Later(new, now)`,
		Case:        "ctolerant/base-self-counted", Says: []string{"Agreement is violated"},
	},
	{
		ID: "tla: one fewer is asked than k", File: "tla/ctolerant/CTolerant.tla",
		Anchor: `\E T \in Picks(list[i], K) :`, Replacement: `\E T \in Picks(list[i], K - 1) :`,
		Case: "ctolerant/base-self-counted", Says: []string{"Targets is violated"},
	},
	{
		ID: "tla: the highest are proposed", File: "tla/ctolerant/CTolerant.tla",
		Anchor:      `LowestOf(S, n) == {j \in S : Cardinality({k \in S : k < j}) < n}`,
		Replacement: `LowestOf(S, n) == {j \in S : Cardinality({k \in S : k > j}) < n}`,
		Case:        "ctolerant/preferred-tagged-empty", Says: []string{"TrueAnswers is violated"},
	},
	{
		ID: "tla: x grows by two", File: "tla/ctolerant/CTolerant.tla",
		Anchor: `NextX(n) == IF n < N THEN n + 1 ELSE N`, Replacement: `NextX(n) == IF n < N THEN n + 2 ELSE N`,
		Case: "ctolerant/preferred-empty-blocked", Says: []string{"FewRestarts is violated"},
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
		Anchor: `IF Failures = "wait" THEN bag ELSE [m`, Replacement: "IF TRUE THEN bag ELSE [m",
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
		Anchor: `/\ spent.restart = MaxRestart /\ Calm`, Replacement: `/\ Calm`,
		Case: "ctolerant/base-never-exhausted",
		Says: []string{"TLC", "length"},
	},
	{
		ID: "tla: the responders' lists are not looked at by CT1", File: "tla/ctolerant/MCElection.tla",
		Anchor:      `Seen(k) == Ranks(k, Lists[k])`,
		Replacement: `Seen(k) == Node`,
		Case:        "ctolerant/base-ct1-beyond-c",
		Says:        []string{"TLC", "must be violated"},
	},
	{
		ID: "tla: nobody is purged, in a graph that is not dumped", File: "tla/ctolerant/MCElection.tla",
		Anchor:      `MCPurge            == Free /\ Purge`,
		Replacement: `MCPurge            == Free /\ FALSE /\ Purge`,
		Case:        "ctolerant/base-two-run-ends",
		Says:        []string{"the TLA+ module has 478 states and makes 1128 successors, the specification has 884"},
	},
}

// caseRows change what is written from a case for TLC to read.
var caseRows = []protocoltest.Mutant{
	{
		ID: "case: another process suspects", File: "tla/ctolerant/Case_preferred_x12.tla",
		Anchor:      "1 :> (0 :> 1 @@ 1 :> 0 @@ 2 :> 0) @@ 2 :> (0 :> 0 ",
		Replacement: "1 :> (0 :> 0 @@ 1 :> 0 @@ 2 :> 0) @@ 2 :> (0 :> 1 ",
		Case:        "ctolerant/preferred-x12",
		Says:        []string{"constant Suspicions[1][0] is 0 in TLC, and 1 in the case"},
	},
	{
		ID: "case: lists that change, in which the counterexample changes none", File: "tla/ctolerant/Case_base_x6.tla",
		Anchor: "CaseChurn == (0 :> <<>>", Replacement: `CaseChurn == (0 :> <<[does |-> "forgets", node |-> 1]>>`,
		Case: "ctolerant/base-x6",
		Says: []string{`constant Churn[0][1] is [does |-> "forgets", node |-> 1] in TLC, and absent in the case`},
	},
	{
		ID: "case: a budget", File: "tla/ctolerant/Case_base_self_counted.cfg",
		Anchor: "MaxPremature = 0", Replacement: "MaxPremature = 1",
		Case: "ctolerant/base-self-counted",
		Says: []string{"constant MaxPremature is 1 in TLC, and 0 in the case"},
	},
}

// misread are mistakes in what constants makes of a configuration for TLC: its column then
// checks another configuration than those of Go. In the first three the property fails
// where it must, and at the length that is pinned, in all of them.
var misread = []struct {
	id, of string
	change func(constants map[string]any)
	says   []string
}{
	{"preferred-never-empty", "Suspicions", func(constants map[string]any) {
		constants["Suspicions"] = [][]int{{0, 1, 0}, {1, 0, 0}, {1, 0, 0}}
	}, []string{"begins in another state", "field suspicions[2][0]: 1 in the TLA+ module, 0 in the spec"}},
	{"preferred-passed-over", "Suspicions", func(constants map[string]any) {
		constants["Suspicions"] = [][]int{{0, 0, 0}, {2, 0, 0}, {0, 0, 0}}
	}, []string{"begins in another state", "field suspicions[1][0]: 2 in the TLA+ module, 1 in the spec"}},
	{"preferred-x12", "Suspicions", func(constants map[string]any) {
		constants["Suspicions"] = [][]int{{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}
	}, []string{"begins in another state", "field suspicions[1][0]: 0 in the TLA+ module, 1 in the spec"}},
	{"base-tagged-lacking", "Lists", func(constants map[string]any) {
		constants["Lists"] = []spec.Set{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}
	}, []string{"begin in different states", "field list[1]{0}: present in the TLA+ module, absent in the spec"}},
	{"base-drop-add", "Churn", func(constants map[string]any) {
		at := constants["Churn"].([]spec.Sequence[words.Change])
		constants["Churn"] = []spec.Sequence[words.Change]{at[0], at[1][:1], at[2]}
	}, []string{"TLA+ module and specification part after", "only the specification has this step Learn"}},
}

func TestSabotageOfConstants(t *testing.T) {
	if testing.Short() {
		t.Skip("runs TLC for each row; the quick gate leaves that to make test and make mutants")
	}
	runner := tlc.Need(t)
	for _, row := range misread {
		t.Run(row.id, func(t *testing.T) {
			t.Parallel()
			p, changed := Protocol().Registered(), Protocol(func(cfg words.Config, p *protocol) {
				if cfg.Nodes == 3 { // as all of these cases have, and what is not given a configuration has not
					row.change(p.Spec.(Specification).Constants)
				}
			}).Registered()
			open := p.Models[0].Open
			p.Models[0].Open = func(c cases.Case) (verify.Subject, error) {
				if c.ID == row.id {
					return changed.Open(c)
				}
				return open(c)
			}
			protocoltest.Refused(t, p, verify.Options{TLC: &runner}, protocoltest.Mutant{
				ID: row.of, Case: "ctolerant/" + row.id, Says: row.says,
			})
		})
	}
}
