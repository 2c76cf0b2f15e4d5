package verify_test

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// sabotage is a change to components or to the search by levels, and the test that must
// fail of it, in the package that it names.
type sabotage struct {
	protocoltest.Mutant
	in, by string
}

var sabotages = []sabotage{
	{protocoltest.Mutant{
		ID: "components: a timer is never early", File: "faults/explore/expansion.go",
		Anchor: "			if awaited {\n", Replacement: "			if awaited && false {\n",
	}, "verify", "TestChattyToysAgree"},
	{protocoltest.Mutant{
		ID: "components: of two copies in one step the first is lost", File: "faults/explore/expansion.go",
		Anchor: "added(receiver, e.Inbox(&v, receiver)", Replacement: "added(receiver, e.Inbox(&e.from, receiver)",
	}, "verify", "TestChattyToysAgree"},
	{protocoltest.Mutant{
		ID: "components: a panic is told of although the budget forbids it", File: "faults/explore/expansion.go",
		Anchor:      "		case spent == forbidden:\n",
		Replacement: "		case spent == forbidden && t.broken == 0:\n",
	}, "verify", "TestBrokenProcesses"},
	{protocoltest.Mutant{
		ID: "components: a number that does not fit is cut off", File: "faults/explore/expansion.go",
		Anchor: "return uint64(n) <= e.mask ||", Replacement: "return uint64(n) <= e.mask || true ||",
	}, "verify", "TestNumbersThatDoNotFit"},
	{protocoltest.Mutant{
		ID:          "components: the network treats those that are up as if they were down",
		File:        "faults/explore/components.go",
		Anchor:      "[2]networkFaults{c.networkFaults(msg, false), c.networkFaults(msg, true)}",
		Replacement: "[2]networkFaults{c.networkFaults(msg, true), c.networkFaults(msg, false)}",
	}, "verify", "TestChattyToysAgree"},
	{protocoltest.Mutant{
		ID: "components: who may crash inside a handler is not looked at", File: "faults/explore/spending.go",
		Anchor: "if a.IsFault() {", Replacement: "if a.Name == spec.Crash {",
	}, "verify", "TestChattyToysAgree"},
	{protocoltest.Mutant{
		ID: "components: deliveries are not run again", File: "faults/explore/nondeterminism.go",
		Anchor: "for list := len(p.lists) - 1; list >= 0; list-- {", Replacement: "for list := -1; list >= 0; list-- {",
	}, "verify", "TestNondeterminismOfEveryKindOfStep"},
	{protocoltest.Mutant{
		ID: "search: states of one hash are taken for one", File: "checker/store.go",
		Anchor: "st.at(n) == s {", Replacement: "st.at(n) == s || true {",
	}, "checker", "TestReachTellsEqualHashesApart"},
	{protocoltest.Mutant{
		ID: "search: the chunk that comes last decides", File: "checker/crew.go",
		Anchor: "d.at < first[i].at) {", Replacement: "d.at > first[i].at) {",
	}, "checker", "TestDecisionsOfSeveralChunks"},
	{protocoltest.Mutant{
		ID: "search: what lies beyond a breach decides", File: "checker/crew.go",
		Anchor: "if d.at < 0 || d.at >= to ||", Replacement: "if d.at < 0 ||",
	}, "checker", "TestFirstStateDecides"},
	{protocoltest.Mutant{
		ID: "search: a panic ends a chunk's judging", File: "checker/crew.go",
		Anchor:      "if at := c.panicBefore(first, to); at < to && r.Breach == nil {",
		Replacement: "if at := to; at < to {",
	}, "checker", "TestPanicsHideNothing"},
	{protocoltest.Mutant{
		ID: "search: what is found at the bound is not judged", File: "checker/reach.go",
		Anchor: "		crew.judgeRest()\n", Replacement: "",
	}, "checker", "TestFirstStateDecides"},
	{protocoltest.Mutant{
		ID: "search: the last step from a state decides", File: "checker/stepping.go",
		Anchor: "if c.decisions[i].at < 0 && r.stepwise(i) {", Replacement: "if r.stepwise(i) {",
	}, "checker", "TestFirstStepDecides"},
	{protocoltest.Mutant{
		ID: "search: what the abstraction forgets makes a step", File: "verify/interned.go",
		Anchor: "j.changes = !j.same(&before, &after);", Replacement: "j.changes = true || !j.same(&before, &after);",
	}, "verify", "TestStepsAreTheSpecifications"},
	{protocoltest.Mutant{
		ID: "case: TLC is asked for a property of Go's own", File: "verify/knows.go",
		Anchor: "case p.GoOnly && c.Kind.ForTLC():", Replacement: "case p.GoOnly && !c.Kind.ForTLC():",
	}, "verify", "TestKnown"},
	{protocoltest.Mutant{
		ID: "liveness: conditions beyond 64 are those before", File: "checker/conditionset.go",
		Anchor: "from := 64 * word", Replacement: "from := 0 * word",
	}, "checker", "TestConditionsBeyondAWord"},
	{protocoltest.Mutant{
		ID: "fairness: all links to a process are one", File: "spec/fairness.go",
		Anchor: "a.At == to && a.Msg.From == from &&", Replacement: "a.At == to &&",
	}, "checker", "TestEachLinkByItself"},
	{protocoltest.Mutant{
		ID: "cache: a stale entry is used after a module has changed", File: "tla/tlc/cache.go",
		Anchor: "parts = append(parts, name, string(m.Files[name]))", Replacement: "parts = append(parts, name)",
	}, "tla/tlc", "TestCacheStale"},
	{protocoltest.Mutant{
		ID: "cache: flags do not count", File: "tla/tlc/cache.go",
		Anchor: "append(append(parts, flags...), m.Name)", Replacement: "append(append(parts, flags[:0]...), m.Name)",
	}, "tla/tlc", "TestCacheStale"},
	{protocoltest.Mutant{
		ID: "cache: -fresh takes what is stored", File: "tla/tlc/cache.go",
		Anchor: "if c == nil || c.Fresh {", Replacement: "if c == nil {",
	}, "tla/tlc", "TestCacheStale"},
	{protocoltest.Mutant{
		ID: "cache: the checksum is not looked at", File: "tla/tlc/cache.go",
		Anchor: "!bytes.Equal(sum[:], rest[:sha256.Size])", Replacement: "len(sum) == 0",
	}, "tla/tlc", "TestCacheDamaged"},
	{protocoltest.Mutant{
		ID: "cache: an edited run is kept", File: "tla/tlc/run.go",
		Anchor: "call, opts.Edit == nil)", Replacement: "call, true)",
	}, "tla/tlc", "TestCacheKeeps"},
	{protocoltest.Mutant{
		ID: "case: TLC's constants are not looked at", File: "tla/tlc/constants.go",
		Anchor:      "len(fields) > 0 {\n		return fmt.Errorf(",
		Replacement: "len(fields) < 0 {\n		return fmt.Errorf(",
	}, "tla/tlc", "TestPrintedConstants"},
}

// The oracle is worth what it notices: each of these changes fails the test that its row
// names.
func TestSabotage(t *testing.T) {
	var rows []protocoltest.Tested
	for _, row := range slices.Concat(sabotages, worldRows) {
		rows = append(rows, protocoltest.Tested{Mutant: row.Mutant, In: row.in, By: row.by})
	}
	for i, row := range judgeRows {
		row.Seldom = i%3 != 0 // some 3 s of processor time each
		rows = append(rows, protocoltest.Tested{Mutant: row.Mutant, In: row.in, By: row.by})
	}
	// The tests of the protocols take longer to compile than all others together, and no row needs them.
	protocoltest.FailTests(t, rows, "verify/components_test.go")
}
