package ring

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

const node = "impl/ring/node.go"

// planted are bugs that a campaign finds without the specification, and the fewest faults and pins by which each can
// fail.
var planted = []protocoltest.Planted{{
	Mutant: protocoltest.Mutant{
		ID: "the token of a lower one goes on", File: node,
		Anchor: "\tcase candidate > n.id:\n", Replacement: "\tcase candidate != n.id:\n",
	},
	Property: highestActsName, Elements: 1,
}, {
	Mutant: protocoltest.Mutant{
		ID: "who is down is never skipped", File: node,
		Anchor:      "\t\tcase words.TimerFail:\n\t\t\tn.link(n.state.Gap+1, out)\n",
		Replacement: "\t\tcase words.TimerFail:\n",
	},
	Property: highestName, Elements: 1, // a crash
}, {
	Mutant: protocoltest.Mutant{
		ID: "an old round takes the place of a later one", File: node,
		Anchor: "\treturn round > n.state.Term\n", Replacement: "\treturn round >= n.state.Term-1\n",
	},
	Seed: 2, Property: growName, Elements: 1,
}, {
	// Nothing else finds it: HighestActs is not claimed where somebody is disowned, and no round falls.
	Mutant: protocoltest.Mutant{
		ID: "who skips another in an election begins no round", File: node,
		Anchor: "\tif n.state.Master == spec.None || n.misses(n.state.Master) {\n\t\tn.stand(out)\n",
		Replacement: "\tif n.state.Master == spec.None || n.misses(n.state.Master) {\n" +
			"\t\tif n.state.Passed {\n\t\t\tn.state.Term--\n\t\t}\n\t\tn.stand(out)\n",
	},
	// Under other times it takes more faults, as minimising finds.
	Set:      []string{"nodes=2", "detector=beats", "probeMs=1000", "failMs=3000", "retryMs=5000", "most=0"},
	Seed:     4,
	Property: perRoundName,
	Elements: 1, // for a while nothing arrives from one of them
}, {
	Mutant: protocoltest.Mutant{
		ID: "an election that takes too long is not begun anew", File: node,
		Anchor: "\t\tdefault:\n\t\t\tn.stand(out)\n", Replacement: "",
	},
	Property: highestName, Elements: 1,
}, {
	Mutant: protocoltest.Mutant{
		ID: "who has skipped three probes no more of them", File: node,
		Anchor: "min(n.state.Gap+1, n.cfg.Nodes-1)", Replacement: "min(n.state.Gap+1, n.cfg.Nodes-1, 3)",
	},
	Seed: 2, Property: highestName, Elements: 3, // crashes
}, {
	Mutant: protocoltest.Mutant{
		ID: "who is heard again is not taken back", File: node,
		Anchor: "\t\tcase d < n.state.Gap:\n\t\t\tn.link(d, out)\n", Replacement: "",
	},
	Property: highestName, Elements: 1,
}}

// goRows are changes of Go code that equality refuses.
var goRows = []protocoltest.Mutant{{
	ID: "impl: a token comes round again", File: node,
	Anchor: "if unbounded || candidate > n.state.Top {", Replacement: "if unbounded || candidate >= n.state.Top {",
	Case: "ring/ring-network", Says: []string{"DeliverToken"},
}, {
	ID: "impl: whose token comes back has won, whoever passed", File: node,
	Anchor: "if n.state.Top == n.id || unbounded {", Replacement: "if n.state.Top >= n.id || unbounded {",
	Case: "ring/ring-alarm", Says: []string{"DeliverToken"},
}, {
	ID: "impl: who is higher follows", File: node,
	Anchor: "leader < n.id && !n.cfg.Reads(words.FollowsLower)", Replacement: "false",
	Case: "ring/ring-alarm", Says: []string{"DeliverElected"},
}, {
	ID: "impl: a successor that is found is not told who leads", File: node,
	Anchor: "\t\treturn\n\t}\n\tn.announce(out)\n}\n\n// misses", Replacement: "\t\treturn\n\t}\n}\n\n// misses",
	Case: "ring/ring-alarm", Says: []string{"Found"},
}, {
	ID: "impl: each probe begins the waiting anew", File: "spec/ring/ring.go",
	Anchor: "\t\t\tp.Watching = true\n", Replacement: "",
	Case: "ring/ring-beats", Says: []string{"TickProbe", "Watching"},
}}

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
