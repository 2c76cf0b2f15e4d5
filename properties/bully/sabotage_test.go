package bully

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

const module = "tla/bully/Bully.tla"

// tlaRows are changes of the modules.
var tlaRows = []protocoltest.Mutant{{
	ID: "tla: who is answered goes on asking", File: module,
	Anchor: `[p EXCEPT !.phase = "waiting", !.armed`, Replacement: `[p EXCEPT !.armed`,
	Case: "bully/bully-cold", Says: []string{"DeliverAnswer"},
}, {
	ID: "tla: epochs are everybody's", File: module,
	Anchor: "CHOOSE x \\in (e + 1)..(e + N) : x % N = i", Replacement: "e + 1",
	Case: "bully/bully-premature", Says: []string{"epoch"},
}, {
	ID: "tla: it is fair that nobody goes on", File: "tla/bully/MCBully.tla",
	Anchor: "    /\\ \\A i \\in Node : WF_mcvars(Free /\\ GoesOn(i))\n", Replacement: "",
	Case: "bully/bully-warm-highest", Says: []string{"HighestAtLast is violated"},
}}
