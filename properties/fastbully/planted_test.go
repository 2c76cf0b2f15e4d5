package fastbully

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// sabotageOfTLA are changes of the module that equality refuses.
var sabotageOfTLA = []protocoltest.Mutant{
	{
		ID: "tla: who takes over drops those before it", File: "tla/fastbully/FastBully.tla",
		Anchor:      "SubSeq(l, Place(l, i), N) \\o SubSeq(l, 1, Place(l, i) - 1)",
		Replacement: "<<i>> \\o SubSeq(l, 1, Place(l, i) - 1) \\o SubSeq(l, Place(l, i) + 1, N)",
		Case:        "fastbully/fastbully-warm-twice", Says: []string{"field line[1]"},
	},
	{
		ID: "tla: who is told that it is late does not claim again", File: "tla/fastbully/FastBully.tla",
		Anchor: "leader[i] = i /\\ m.epoch > epoch[i]", Replacement: "leader[i] = i /\\ m.epoch < epoch[i]",
		Case: "fastbully/fastbully-warm-twice", Says: []string{"DeliverNewer"},
	},
}
