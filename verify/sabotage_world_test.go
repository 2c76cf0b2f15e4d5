package verify_test

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// worldRows are changes to the rules of time, which worlds alone have, and to the contract that
// keeps it out of explorations.
var worldRows = []sabotage{
	{protocoltest.Mutant{
		ID: "clocks: what reads one is explored", File: "faults/explore/clockfree.go",
		Anchor: "	case what == \"\":\n", Replacement: "	case true || what == \"\":\n",
	}, "faults/explore", "TestClockFree"},
	{protocoltest.Mutant{
		ID: "clocks: a rate does not stretch timers", File: "faults/world/timers.go",
		Anchor: "after = c.stretched(after, w.end())", Replacement: "_ = c",
	}, "faults/world", "TestClockFaults"},
	{protocoltest.Mutant{
		ID: "clocks: an offset or a jump moves nothing", File: "faults/world/timepiece.go",
		Anchor: "c.reads += faults.Time(c.shifts[0].by)", Replacement: "c.reads += 0",
	}, "faults/world", "TestClockFaults"},
	{protocoltest.Mutant{
		ID: "clocks: rates are not added up", File: "faults/world/timepiece.go",
		Anchor: "ppm, until = ppm+more, min(until, end)", Replacement: "ppm, until = more, min(until, end)",
	}, "faults/world", "TestClockFaults"},
	{protocoltest.Mutant{
		ID: "clocks: what is left of a tick is lost", File: "faults/world/timepiece.go",
		Anchor: "c.part, c.at = rest%million, to", Replacement: "c.part, c.at = 0, to",
	}, "faults/world", "TestClocksOfADay"},
	{protocoltest.Mutant{
		ID: "GST: timers wait after it", File: "faults/world/timers.go",
		Anchor: "return w.plan.DelayAfterStop == nil", Replacement: "return true",
	}, "faults/world", "TestTimersAreRealAfterStop"},
	{protocoltest.Mutant{
		ID: "flap: one that is for ever ends with the faults", File: "faults/world/lives.go",
		Anchor: "		if !o.beyond {\n", Replacement: "		if true {\n",
	}, "faults/world", "TestFlapGoesOn"},
	{protocoltest.Mutant{
		ID: "flap: it happens once", File: "faults/flap.go",
		Anchor: "		f.crashes(s, key.With(3), at+down+f.Up.Draw(key.With(2)))\n", Replacement: "",
	}, "faults/world", "TestFlapGoesOn"},
	{protocoltest.Mutant{
		ID: "world: copies reach who has not booted", File: "faults/world/send.go",
		Anchor: "	case to.unbooted:\n", Replacement: "	case false:\n",
	}, "faults/world", "TestWhatHappensInAWorldMayHappenInTheAdapter"},
	{protocoltest.Mutant{
		ID: "budget: ticks are counted", File: "spec/budget.go",
		Anchor: "ClassOf(name) == ClassTick })", Replacement: "ClassOf(name) == ClassTick && false })",
	}, "spec", "TestTicksAreFree"},
}
