package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// churnRows are mutants of what processes do when the membership changes and where there are
// several initiators, in the implementation and in the specification. Equality refuses each.
var churnRows = []protocoltest.Mutant{
	{
		ID: "impl: the higher initiator wins (M21)", File: "impl/ctolerant/rivals.go",
		Anchor:      "a.Number == b.Number && a.Initiator < b.Initiator",
		Replacement: "a.Number == b.Number && a.Initiator > b.Initiator",
		Case:        "ctolerant/base-two-initiators", Says: []string{"DeliverQuery", "field State.State."},
	},
	{
		ID: "impl: an election that takes over has its rival's number (D16)", File: "impl/ctolerant/rivals.go",
		Anchor:      "max(s.Rival.Number, s.Tag.Election.Number) + 1\n",
		Replacement: "max(s.Rival.Number, s.Tag.Election.Number, 1)\n",
		Case:        "ctolerant/base-two-initiators-crash", Says: []string{"Takeover", "Election"},
	},
	{
		ID: "impl: a RESPONSE names no rival (D16)", File: "impl/ctolerant/rivals.go",
		Anchor: "\treturn known\n", Replacement: "\treturn words.Election{}\n",
		Case: "ctolerant/base-two-initiators", Says: []string{"DeliverQuery", "Rival"},
	},
	{
		ID: "impl: an abandoned run keeps its timer", File: "impl/ctolerant/rivals.go",
		Anchor: "\tdefault:\n\t\tout.StopTimer(words.TimerCollect)\n", Replacement: "\tdefault:\n",
		Case: "ctolerant/base-two-initiators", Says: []string{"field State.State.Timers["},
	},
	{
		ID: "impl: an older LEADER ends the wait of one that has yielded", File: "impl/ctolerant/rivals.go",
		Anchor: "if before(s.Rival, tag.Election) {\n\t\t\treturn\n", Replacement: "if false {\n\t\t\treturn\n",
		Case: "ctolerant/base-two-initiators", Says: []string{"DeliverLeader", "field State.State."},
	},
	{
		ID: "impl: who has left still answers (D18)", File: "impl/ctolerant/membership.go",
		Anchor:      "return !notify || !n.left() || !n.cfg.Interprets(words.LeftObeys)",
		Replacement: "return !notify && !n.left()",
		Case:        "ctolerant/base-leave", Says: []string{"Leave at", "field State.State."},
	},
	{
		ID: "impl: changes are not counted", File: "impl/ctolerant/membership.go",
		Anchor: "n.state.Version++", Replacement: "n.state.Version = 1",
		Case: "ctolerant/base-drop-add", Says: []string{"Learn at 1", "Version"},
	},
	{
		ID: "impl: whom it forgets a process keeps", File: "impl/ctolerant/membership.go",
		Anchor: "n.lose(in.Node)", Replacement: "_ = in",
		Case: "ctolerant/base-drop-add", Says: []string{"Forget at 1", "List"},
	},
	{
		ID: "impl: a run that must wait goes on asking (D7)", File: "impl/ctolerant/election.go",
		Anchor:      "\tif n.state.Election.Blocked {\n\t\tout.StopTimer(words.TimerCollect)\n\t}\n",
		Replacement: "",
		Case:        "ctolerant/preferred-empty-blocked",
		Says:        []string{"DeliverResponse", "field State.State.Timers["},
	},
	{
		ID: "spec: who joins is not put into the list", File: "spec/ctolerant/membership.go",
		Anchor: "p = b.add(p, a.Msg.From)\n", Replacement: "",
		Case: "ctolerant/base-join", Says: []string{"DeliverJoined", "List"},
	},
	{
		ID: "spec: a run that waited is a new one", File: "spec/ctolerant/membership.go",
		Anchor: "p.Phase = words.Collect\n", Replacement: "p.Phase = words.Collect\n\tp.Run++\n",
		Case: "ctolerant/base-blocked-learns", Says: []string{"Learn at 2", "Run"},
	},
	{
		ID: "spec: a LEADER of an election that goes before does not end one's own", File: "spec/ctolerant/kernel.go",
		Anchor:      "case b.yieldsTo(p, a.At, l.Election) && !b.Interprets(words.QueryOnly):",
		Replacement: "case false:",
		Case:        "ctolerant/base-two-initiators", Says: []string{"DeliverLeader", "field State.State."},
	},
}
