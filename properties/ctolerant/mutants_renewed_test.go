package ctolerant

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// renewedTLARows break what the module says of them.
var renewedTLARows = []protocoltest.Mutant{
	{
		ID: "tla: an answer that has lost only higher ones casts doubt (D23)", File: "tla/ctolerant/CTolerant.tla",
		Anchor: `\E j \in m.lost : j < best`, Replacement: `\E j \in m.lost : TRUE`,
		Case: "ctolerant/optimistic-renewed", Says: []string{"part after", "DeliverResponse"},
	},
}
