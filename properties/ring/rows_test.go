package ring

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// tlaRows are changes of the modules.
var tlaRows = []protocoltest.Mutant{{
	ID: "tla: a token comes round again", File: "tla/ring/Ring.tla",
	Anchor: "(c > q.best \\/", Replacement: "(c >= q.best \\/",
	Case: "ring/ring-network", Says: []string{"DeliverToken"},
}, {
	ID: "tla: it is fair that nobody is told", File: "tla/ring/MCRing.tla",
	Anchor:      "    /\\ \\A i \\in Node : WF_mcvars(Free /\\ (SuspectOf(i) \\/ FoundOf(i)))\n",
	Replacement: "",
	Case:        "ring/ring-stop-highest", Says: []string{"HighestAtLast is violated"},
}}
