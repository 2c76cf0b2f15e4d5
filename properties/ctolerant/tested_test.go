package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// tested are changes to what properties see, of which no run of a correct program tells: each takes away a
// clause, and what that clause alone sees is no longer seen.
var tested = []protocoltest.Tested{
	{By: "TestFewRestartsSeesBlocked", Mutant: protocoltest.Mutant{
		ID: "runs that begin again and wait are not counted", File: "properties/ctolerant/history.go",
		Anchor:      "if n = max(n, st.State.State.Nodes[i].X-c.X); n > c.Y {",
		Replacement: "if n > c.Y {",
	}},
	{By: "TestMonitorCountsBlocked", Mutant: protocoltest.Mutant{
		ID: "the monitor counts no run that begins again and waits", File: "properties/ctolerant/monitor.go",
		Anchor:      "if a.Name == DeliverResponse && s.Run > book.begun {",
		Replacement: "if a.Name == DeliverResponse && s.Run > book.begun && len(a.Pick) > 0 {",
	}},
	{By: "TestCT1SeesOlderAnswers", Mutant: protocoltest.Mutant{
		ID: "what is decided on by older answers is taken on trust", File: "properties/ctolerant/history.go",
		Anchor: "return len(cfg.Churn) > 0 && r.Older[k].Has(wouldBe) })", Replacement: "return len(cfg.Churn) > 0 })",
	}},
	{By: "TestTargets", Mutant: protocoltest.Mutant{
		ID: "how many are asked is not judged", File: "properties/ctolerant/steps.go",
		Anchor: "case len(asked) != min(lacks, len(open)):", Replacement: "case len(asked) > min(lacks, len(open)):",
	}},
}

// Each of these changes fails the test that its row names.
func TestSabotageOfTested(t *testing.T) { protocoltest.FailTests(t, tested) }
