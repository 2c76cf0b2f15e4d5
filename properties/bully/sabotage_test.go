package bully

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

const (
	specified = "spec/bully/bully.go"
	module    = "tla/bully/Bully.tla"
)

// goRows are changes of Go code that equality refuses.
var goRows = []protocoltest.Mutant{{
	ID: "impl: who is asked asks before it answers", File: node,
	Anchor:      "\tdefault:\n\t\tout.Send(by, words.Answer{})\n\t\tn.elect(out)\n",
	Replacement: "\tdefault:\n\t\tn.elect(out)\n\t\tout.Send(by, words.Answer{})\n",
	Case:        "bully/bully-cold", Says: []string{"CrashInDeliverElection"},
}, {
	ID: "impl: the epoch is saved after it is told", File: node,
	Anchor: "\t\tout.Save(words.Record{Epoch: n.state.Known})\n\t}\n" +
		"\tn.tell(words.Coordinator{Epoch: n.state.Known}, out)\n",
	Replacement: "\t}\n\tn.tell(words.Coordinator{Epoch: n.state.Known}, out)\n" +
		"\tif n.fences() {\n\t\tout.Save(words.Record{Epoch: n.state.Known})\n\t}\n",
	Case: "bully/bully-cold", Says: []string{"CrashIn", "Disk"},
}, {
	ID: "impl: whose epoch is over is not told", File: node,
	Anchor: "if !isLower && by != n.state.Master {", Replacement: "if !isLower && by == n.id {",
	Case: "bully/bully-returns-in", Says: []string{"Coordinator"},
}, {
	ID: "impl: nobody begins anew", File: node,
	Anchor: "if !n.cfg.Reads(words.JobDone) {", Replacement: "if n.cfg.Reads(words.JobDone) {",
	Case: "bully/bully-cold", Says: []string{"DeliverAnswer", "Timers"},
}, {
	ID: "impl: a higher one does not mind that a lower one leads", File: node,
	Anchor: "if isLower && n.cfg.Reads(words.IgnoresLower) {", Replacement: "if isLower {",
	Case: "bully/bully-premature", Says: []string{"DeliverCoordinator"},
}, {
	ID: "impl: who follows beats", File: node,
	Anchor: "\t\tout.StopTimer(words.ClockBeat)\n", Replacement: "",
	Case: "bully/bully-beats", Says: []string{"{Beat,Fail}"},
}, {
	ID: "inputs: who leads is suspected by itself", File: "properties/bully/bully.go",
	Anchor: "leader == spec.None || leader == at:", Replacement: "leader == spec.None:",
	Case: "bully/bully-alarm", Says: []string{"only the implementation offers Alarm at 2 {Whom:2}"},
}, {
	ID: "spec: any answer is one", File: specified,
	Anchor: "\t\tif p.Phase == Asking {\n", Replacement: "\t\tif p.Phase != Waiting {\n",
	Case: "bully/bully-cold", Says: []string{"DeliverAnswer"},
}, {
	ID: "spec: the clock runs beyond its end", File: specified,
	Anchor:      "\tif r.Most > 0 {\n\t\tr.Local.Beaten++\n\t}\n",
	Replacement: "\tif r.Most > 1 {\n\t\tr.Local.Beaten++\n\t}\n",
	Case:        "bully/bully-beats-returns", Says: []string{"no violation up to the bound"},
}, {
	ID: "spec: it is fair that nobody is told", File: "properties/bully/bully.go",
	Anchor: "{spec.Boot, words.KindSuspect, spec.Deliver", Replacement: "{spec.Boot, spec.Deliver",
	Case: "bully/bully-warm-highest", Says: []string{"HighestAtLast"},
}}

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
