package ctolerant

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// renewedRows break what is said of processes that are notified again (X16, D23).
var renewedRows = []protocoltest.Mutant{
	{
		ID: "impl: who is doubted stays confirmed (X16)", File: "impl/ctolerant/election.go",
		Anchor: "\tif e.Doubted {\n", Replacement: "\tif false {\n",
		Case: "ctolerant/optimistic-x16-repaired", Property: LowestLately,
	},
	{
		ID: "impl: a doubt outlives the choice that it was about (D23)", File: "impl/ctolerant/election.go",
		Anchor: "\te.Doubted = false // those", Replacement: "\t// those",
		Case: "ctolerant/optimistic-x16-repaired", Says: []string{"DeliverResponse", "field "},
	},
	{
		ID: "impl: who is known again is said to be lost (D23)", File: "impl/ctolerant/membership.go",
		Anchor: "\tn.state.Lost = n.state.Lost.Without(id)\n", Replacement: "",
		Case: "ctolerant/optimistic-drop-add", Says: []string{"Learn", "field "},
	},
	{
		ID: "spec: the LEADER of one that is doubted counts (D23)", File: "spec/ctolerant/kernel.go",
		Anchor:      "o.Local.Confirmed, o.Local.Doubted = false, false",
		Replacement: "o.Local.Doubted = false",
		Case:        "ctolerant/optimistic-renewed", Says: []string{"DeliverResponse", "field "},
	},
}

// renewedTLARows break what the module says of them.
var renewedTLARows = []protocoltest.Mutant{
	{
		ID: "tla: an answer that has lost only higher ones casts doubt (D23)", File: "tla/ctolerant/CTolerant.tla",
		Anchor: `\E j \in m.lost : j < best`, Replacement: `\E j \in m.lost : TRUE`,
		Case: "ctolerant/optimistic-renewed", Says: []string{"part after", "DeliverResponse"},
	},
}
