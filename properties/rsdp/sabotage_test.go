package rsdp

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// goRows are changes to the implementation, to how it is read and to the specification. Equality
// refuses each, with a path and a field; where a property is named, the changed implementation also
// violates that one.
var goRows = []protocoltest.Mutant{
	{
		ID: "impl: a life is stored after it was announced", File: "impl/rsdp/lives.go",
		Anchor:      "\tif life > 0 {\n\t\tout.Save(words.Record{Life: life})\n\t}\n\te.begin(out)\n",
		Replacement: "\te.begin(out)\n\tif life > 0 {\n\t\tout.Save(words.Record{Life: life})\n\t}\n",
		Case:        "rsdp/rsdp-rejoin-crash",
		Says:        []string{"CrashInStart at 0, cut after 1 effects", "Disk[0]: <nil> in the implementation"},
	},
	{
		ID: "impl: a life is not stored", File: "impl/rsdp/lives.go",
		Anchor: "\tif life > 0 {\n\t\tout.Save(", Replacement: "\tif life > 1 {\n\t\tout.Save(",
		Case: "rsdp/rsdp-clock-vanish", Says: []string{"Recover at 0", "Disk[0]: <nil> in the implementation"},
	},
	{
		ID: "impl: who comes up again is in its old life", File: "impl/rsdp/lives.go",
		Anchor: "saved.Life+1", Replacement: "max(saved.Life, 1)",
		Case: "rsdp/rsdp-clock-vanish", Says: []string{"Recover at 0", "Nodes[0].Life: 1 in the implementation, 2 in"},
	},
	{
		ID: "impl: the last number stays", File: "impl/rsdp/debates.go",
		Anchor:      "e.Number = (e.Number + 1) % e.cfg.Sessions",
		Replacement: "e.Number = min(e.Number+1, e.cfg.Sessions-1)",
		Case:        "rsdp/rsdp-clock", Says: []string{"Nodes[0].Number: 1 in the implementation, 0 in"},
	},
	{
		ID: "impl: one resynchronisation begins many", File: "impl/rsdp/mutex.go",
		Anchor: "\t\te.Again = false\n", Replacement: "",
		Case: "rsdp/rsdp-clock", Says: []string{"PrematureStatus at 0", "Again: true in the implementation, false"},
	},
	{
		ID: "impl: who has waited for the mutex is not answered", File: "impl/rsdp/mutex.go",
		Anchor: "\t\te.answer(hello, out)\n", Replacement: "\t\te.heard(hello.From, 0)\n",
		Case: "rsdp/rsdp-all-hellos-wait", Says: []string{"TimeoutStatus at", "absent in the implementation, Status"},
	},
	{
		ID: "impl: CLOSEs go before the batch that is due", File: "impl/rsdp/mutex.go",
		Anchor: "if e.cfg.Interprets(words.ClosesFirst) {", Replacement: "if !e.cfg.Interprets(words.ClosesFirst) {",
		Case: "rsdp/rsdp-closes-first-forgets", Says: []string{"TimeoutStatus at", "Values["},
	},
	{
		ID: "impl: a CLOSE does not wait for the mutex (A-03)", File: "impl/rsdp/close.go",
		Anchor: "\tif e.Debating {\n", Replacement: "\tif e.Debating && e.Due {\n",
		Case: "rsdp/rsdp-join-leave", Says: []string{"DeliverClose 2→0", "Closes: [] in the implementation"},
	},
	{
		ID: "impl: a CLOSE of an earlier life counts", File: "impl/rsdp/lives.go",
		Anchor: "if c.Life < e.Lives[c.From] {", Replacement: "if c.Life < 0 {",
		Case: "rsdp/rsdp-rejoin", Says: []string{"DeliverClose 0→1", "Gone: {0} in the implementation, {} in"},
	},
	{
		ID: "impl: CLOSEs wait for ever", File: "impl/rsdp/close.go",
		Anchor: "\t\te.Closes = nil\n", Replacement: "",
		Case: "rsdp/rsdp-join-leave", Says: []string{"TimeoutStatus at", "[{From:2 Life:0}] in the implementation"},
	},
	{
		ID: "impl: no window opens for what comes too late (a6)", File: "impl/rsdp/share.go",
		Anchor:      "\te.Shares, e.Next = e.Next, nil\n\tif len(e.Shares) > 0 {\n",
		Replacement: "\te.Shares, e.Next = e.Next, nil\n\tif len(e.Shares) > 1 {\n",
		Case:        "rsdp/rsdp-waits", Says: []string{"TimeoutStatus at", "Timers["},
	},
	{
		ID: "impl: what nobody has answered is shared", File: "impl/rsdp/debates.go",
		Anchor: "if len(e.Statuses) > 0 { // what", Replacement: "if len(e.Statuses) >= 0 { // what",
		Case: "rsdp/rsdp-clock", Says: []string{"PrematureStatus at 0", "Share 0→0"},
	},
	{
		ID: "impl: a SHARE tells of no lives", File: "impl/rsdp/debates.go",
		Anchor: "Lives: e.livesOfSenders(), ", Replacement: "",
		Case: "rsdp/rsdp-rejoin", Says: []string{"TimeoutStatus at 0", "Body.(Share).Lives: [] in the implementation"},
	},
	{
		ID: "impl: who leaves still has timers", File: "impl/rsdp/lives.go",
		Anchor: "\t\tout.StopTimer(timer)\n", Replacement: "\t\t_ = timer\n",
		Case: "rsdp/rsdp-join-leave", Says: []string{"Leave at 2", "Timers[2]: {Share} in the implementation"},
	},
	{
		ID: "impl: who has left still listens", File: "impl/rsdp/state.go",
		Anchor: "return s.On || s.Life < 0 && cfg.Cold()", Replacement: "return s.On || s.Life >= 0",
		Case: "rsdp/rsdp-leave", Says: []string{"Leave at", "Close 1→1 {Life:0} in the implementation, absent"},
	},
	{
		ID: "impl: lists are united without what is known (a8)", File: "impl/rsdp/election.go",
		Anchor: "\tmark(marked, own.(words.View).Members)\n", Replacement: "",
		Case: "rsdp/rsdp-union", Says: []string{"Values[0].(View).Members"},
	},
	{
		ID: "impl: the client is told whatever changes (a14)", File: "impl/rsdp/share.go",
		Anchor: "\tif !e.cfg.Interprets(words.Silent) {\n", Replacement: "\tif len(e.Told) > 0 {\n",
		Case: "rsdp/rsdp-leader-outside", Says: []string{"Told["},
	},
	{
		ID: "impl: of equally popular views the last wins (a9)", File: "impl/rsdp/electionvotes.go",
		Anchor: "\tcase words.TieArrival:\n\t\treturn 0\n", Replacement: "\tcase words.TieArrival:\n\t\treturn 1\n",
		Case: "rsdp/rsdp-unbound-arrival", Says: []string{"TimeoutShare at", "Values[0].(View)"},
	},
	{
		ID: "runs: who has left for the last time may start", File: "properties/rsdp/protocol.go",
		Anchor: "s.Life < cfg.Rejoins && ", Replacement: "s.Life <= cfg.Rejoins && ",
		Case: "rsdp/rsdp-leave", Says: []string{"only the implementation offers Start at"},
	},
	{
		ID: "runs: a SHARE window awaits what others get", File: "properties/rsdp/protocol.go",
		Anchor:      "return timer == words.TimerShare && copy.To == at",
		Replacement: "return timer == words.TimerShare && copy.From == at",
		Case:        "rsdp/rsdp-latest", Says: []string{"TimeoutShare at"},
	},
	{
		ID: "impl: that a batch is due is not shown", File: "properties/rsdp/abstraction.go",
		Anchor: "Due: s.Due, ", Replacement: "",
		Case: "rsdp/rsdp-latest", Says: []string{"TimeoutShare at", "Due: false in the implementation, true"},
	},
	{
		ID: "spec: a batch that is due stays due", File: "spec/rsdp/phases.go",
		Anchor: "\ts.Local.Due = false\n", Replacement: "",
		Case: "rsdp/rsdp-latest", Says: []string{"TimeoutStatus at", "Due: false in the implementation, true"},
	},
	{
		ID: "impl: who has left comes back with a SHARE (A4.3)", File: "impl/rsdp/election.go",
		Anchor: "\tv.Members = r.Present(v.Members)\n", Replacement: "",
		Case: "rsdp/rsdp-join-leave", Says: []string{"TimeoutShare at", "Members["},
	},
	{
		ID: "spec: a CLOSE of an earlier life counts", File: "spec/rsdp/phases.go",
		Anchor: "if c.Life < s.Local.Lives[c.From] {", Replacement: "if c.Life < 0 {",
		Case: "rsdp/rsdp-rejoin", Says: []string{"Lives["},
	},
}

// tlaRows are changes to the TLA+ modules.
var tlaRows = []protocoltest.Mutant{
	{
		ID: "tla: a view is taken in which the replica is not (M12)", File: "tla/rsdp/Reducers.tla",
		Anchor: `    /\ i \in Range(aggregate.members)
`, Replacement: `    /\ aggregate.members # << >>
`,
		Case: "rsdp/rsdp-unbound-arrival", Says: []string{"part after", "TimeoutShare", "field values["},
	},
	{
		ID: "tla: a resynchronisation that has waited waits on", File: "tla/rsdp/Rsdp.tla",
		Anchor: "Resynced([c EXCEPT !.p.again = FALSE], i)", Replacement: "Resynced(c, i)",
		Case: "rsdp/rsdp-clock", Says: []string{"part after", "PrematureStatus", "field again["},
	},
	{
		ID: "tla: a CLOSE of an earlier life counts", File: "tla/rsdp/Rsdp.tla",
		Anchor: "IF c.life < before.lives[c.from] THEN before", Replacement: "IF c.life < 0 THEN before",
		Case: "rsdp/rsdp-rejoin", Says: []string{"part after", "DeliverClose", "field lives["},
	},
	{
		ID: "tla: who leaves still listens", File: "tla/rsdp/Rsdp.tla",
		Anchor: "IF j = i THEN p.on ELSE Hears(j)", Replacement: "Hears(j)",
		Case: "rsdp/rsdp-leave", Says: []string{"part after", "Leave", "field flight"},
	},
	{
		ID: "tla: a SHARE window awaits what others get", File: "tla/rsdp/Rsdp.tla",
		Anchor:      `Awaited(LAMBDA m : m.kind = "Share" /\ m.to = i)`,
		Replacement: `Awaited(LAMBDA m : m.kind = "Share" /\ m.from = i)`,
		Case:        "rsdp/rsdp-resync-two", Says: []string{"part after", "TimeoutShare"},
	},
	{
		ID: "tla: replicas need not agree", File: "tla/rsdp/MCRsdp.tla",
		Anchor: "Agreement == Quiet => Same", Replacement: "Agreement == Quiet => TRUE",
		Case: "rsdp/rsdp-split-latest", Says: []string{"Agreement holds, but it must be violated"},
	},
	{
		ID: "tla: it is fair that no window ends", File: "tla/rsdp/MCRsdp.tla",
		Anchor: `TimeoutStatusAt(i) \/ TimeoutShareAt(i) \/ TickSyncAt(i)`, Replacement: "TickSyncAt(i)",
		Case: "rsdp/rsdp-settles", Says: []string{"Settles is violated"},
	},
	{
		ID: "tla: a process checks itself", File: "tla/rsdp/Failover.tla",
		Anchor: `Range(Seen(i).members) \ {i}`, Replacement: "Range(Seen(i).members)",
		Case: "rsdp/failover-two", Says: []string{"part after", "TickProbe", "field asked["},
	},
}
