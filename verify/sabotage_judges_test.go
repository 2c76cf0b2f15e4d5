package verify_test

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// judgeRows are changes by which a judge would believe what it must not: an implementation that is
// stuck, a property that is asked of small groups alone, a run of TLC that did not come to its end, a
// fault that one kind of message never meets.
var judgeRows = []sabotage{
	{protocoltest.Mutant{
		ID: "equality: who is stuck is equal to anything", File: "checker/bisimulate.go",
		Anchor:      "	wanted := b.spec.Steps[n]\n",
		Replacement: "	wanted := b.spec.Steps[n]\n	if len(steps) == 0 {\n		return nil\n	}\n",
	}, "checker", "TestBisimulateFindsWhoIsStuck"},
	{protocoltest.Mutant{
		ID: "equality: what the specification alone offers is not missed", File: "checker/bisimulate.go",
		Anchor:      "if stepOf(steps, want.Action) == nil {",
		Replacement: "if false && stepOf(steps, want.Action) == nil {",
	}, "verify", "TestStuckProcessesAreFound"},
	{protocoltest.Mutant{
		ID: "equality: a fault of the implementation is no difference", File: "checker/bisimulate.go",
		Anchor: "	case broken != nil:\n", Replacement: "	case false && broken != nil:\n",
	}, "verify", "TestStuckProcessesAreFound"},
	{protocoltest.Mutant{
		ID: "equality: a step that is refused is left out", File: "checker/plain.go",
		Anchor: "			return to, false\n", Replacement: "			continue\n",
	}, "checker", "TestBisimulateFindsWhatIsRefused"},
	{protocoltest.Mutant{
		ID: "explorer: a step that is refused is left out", File: "checker/explore.go",
		Anchor: "			panic(refusedBreach(a))\n", Replacement: "			continue\n",
	}, "checker", "TestBisimulateFindsWhatIsRefused"},
	{protocoltest.Mutant{
		ID: "explorations: properties are asked of small groups alone", File: "verify/interned.go",
		Anchor:      "Check: func() error { return j.joined.check(number) },\n",
		Replacement: "Check: func() error {" + smallGroups + "return j.joined.check(number) },\n",
	}, "verify", "TestGroupsOfEverySizeAreJudged"},
	{protocoltest.Mutant{
		ID: "explorations: properties of steps are asked of small groups alone", File: "verify/interned.go",
		Anchor: "if !j.changes {", Replacement: "if !j.changes || j.system.cluster.Nodes > 4 {",
	}, "verify", "TestGroupsOfEverySizeAreJudged"},
	{protocoltest.Mutant{
		ID: "runs: properties are asked of small groups alone", File: "verify/judge.go",
		Anchor: "if r.system.cluster.Nodes > MostJudged {", Replacement: "if r.system.cluster.Nodes > 4 {",
	}, "verify", "TestRunsOfEverySizeAreJudged"},
	{protocoltest.Mutant{
		ID: "TLC: a cut dump is read", File: "tla/tlc/dot.go",
		Anchor: "if !d.began || d.open != 0 {", Replacement: "if !d.began || d.open < 0 {",
	}, "tla/tlc", "TestIncompleteDumpIsRefused"},
	{protocoltest.Mutant{
		ID: "TLC: that the search is complete need not be said", File: "tla/tlc/judge.go",
		Anchor: "	case !r.Completed:\n", Replacement: "	case false && !r.Completed:\n",
	}, "tla/tlc", "TestIncompleteLogIsRefused"},
	{protocoltest.Mutant{
		ID: "TLC: states may be left on the queue", File: "tla/tlc/judge.go",
		Anchor: "	case r.Queue != 0:\n", Replacement: "	case r.Queue < 0:\n",
	}, "tla/tlc", "TestIncompleteLogIsRefused"},
	{protocoltest.Mutant{
		ID: "TLC: a log may end anywhere", File: "tla/tlc/message.go",
		Anchor: "if open != nil {\n			return", Replacement: "if false && open != nil {\n			return",
	}, "tla/tlc", "TestBrokenRunsAreRefused"},
	{protocoltest.Mutant{
		ID: "TLC: its exit code is not judged", File: "tla/tlc/judge.go",
		Anchor: "r.Exit != exitOK || len(r.Errors) > 0:", Replacement: "len(r.Errors) > 0:",
	}, "tla/tlc", "TestExitCodeIsLookedAt"},
	{protocoltest.Mutant{
		ID: "TLC: its exit code is not kept", File: "tla/tlc/run.go",
		Anchor: "res.Exit = cmd.ProcessState.ExitCode()", Replacement: "res.Exit = 0",
	}, "tla/tlc", "TestBrokenRunsAreRefused"},
	{protocoltest.Mutant{
		ID: "world: one kind of message is never lost", File: "faults/world/send.go",
		Anchor:      "drops = drops && w.networkFaults(m).Drop",
		Replacement: notQuery("drops = drops && w.networkFaults(m).Drop"),
	}, "faults/world", "TestEveryFaultMeetsEveryKind"},
	{protocoltest.Mutant{
		ID: "world: one kind of message is never doubled", File: "faults/world/send.go",
		Anchor:      "ok && !drops && w.networkFaults(m).Duplicate",
		Replacement: notQuery("ok && !drops && w.networkFaults(m).Duplicate"),
	}, "faults/world", "TestEveryFaultMeetsEveryKind"},
	{protocoltest.Mutant{
		ID: "world: one kind of message is never reordered", File: "faults/world/send.go",
		Anchor:      "key.With(aboutReorder).Hits(w.plan.Rates.Reorder)",
		Replacement: notQuery("key.With(aboutReorder).Hits(w.plan.Rates.Reorder)"),
	}, "faults/world", "TestEveryFaultMeetsEveryKind"},
	{protocoltest.Mutant{
		ID: "world: one kind of message is never lost where its receiver is down", File: "faults/world/send.go",
		Anchor:      "	if w.stopped || !key.Hits(w.plan.Rates.Lose) {\n",
		Replacement: "	if w.stopped || !key.Hits(w.plan.Rates.Lose) || p.kind.name == \"Query\" {\n",
	}, "faults/world", "TestEveryFaultMeetsEveryKind"},
	{protocoltest.Mutant{
		ID: "world: one kind of message is never lost to a partition", File: "faults/world/send.go",
		Anchor: "			if h.Drops {\n", Replacement: "			if h.Drops && m.Body.Kind() != \"Query\" {\n",
	}, "faults/world", "TestEveryFaultMeetsEveryKind"},
	{protocoltest.Mutant{
		ID: "world: one timer is never early", File: "faults/world/timers.go",
		Anchor:      "	if w.plan.Rates.Early == 0 || ticks {\n",
		Replacement: "	if w.plan.Rates.Early == 0 || ticks || name == \"Wait\" {\n",
	}, "faults/world", "TestEveryFaultMeetsEveryKind"},
	{protocoltest.Mutant{
		ID: "world: nobody crashes while one kind of message is delivered", File: "faults/world/cuts.go",
		Anchor: "cuts == 0 ||", Replacement: "cuts == 0 || a.Name == \"DeliverQuery\" ||",
	}, "faults/world", "TestCrashesMeetEveryKind"},
	{protocoltest.Mutant{
		ID: "draws: nobody crashes after one of the steps", File: "campaign/swarm.go",
		Anchor:      "s.steps[s.Choose(\"step\", len(s.steps))]",
		Replacement: "s.steps[max(1, s.Choose(\"step\", len(s.steps)))]",
	}, "campaign", "TestEverythingIsDrawn"},
	{protocoltest.Mutant{
		ID: "campaign: any broken assumption excuses a violation", File: "campaign/run.go",
		Anchor:      "{ return slices.Contains(o.Broken, name) })",
		Replacement: "{ return len(o.Broken) > 0 })",
	}, "campaign", "TestWhatFails"},
	{protocoltest.Mutant{
		ID: "runs: a record of another type is the same", File: "spec/message.go",
		Anchor:      "return reflect.TypeOf(a) == reflect.TypeOf(b) && (a == nil || codec.Same(a, b))",
		Replacement: "_ = reflect.TypeOf\n	return (a == nil) == (b == nil) && (a == nil || codec.Same(a, b))",
	}, "checker", "TestRefine"},
	{protocoltest.Mutant{
		ID: "TLC and specification: of several steps of one name the last counts", File: "checker/graph.go",
		Anchor: "if right[e.Name] == nil {", Replacement: "if true || right[e.Name] == nil {",
	}, "checker", "TestCompareGraphsOfOneName"},
}

const smallGroups = "if j.system.cluster.Nodes > 4 { return nil }; "

// notQuery spares one kind of message.
func notQuery(condition string) string { return condition + ` && m.Body.Kind() != "Query"` }
