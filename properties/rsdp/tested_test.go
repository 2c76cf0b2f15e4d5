package rsdp

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// testedRow is a change that no run and no exploration notices, for none comes to what it changes, or
// because it is of a formula; and the test that must fail of it, in the package of the file.
type testedRow struct {
	protocoltest.Mutant
	by string
}

// tested are they. In runs all lists are sorted by the order of whoever compares them, a leader is the
// last of them, and too few votes are counted for a sum to be more than 64 bits.
var tested = []testedRow{
	{protocoltest.Mutant{
		ID: "scores are numbers of 64 bits (M10)", File: "impl/rsdp/electionvotes.go",
		Anchor:      "s[place], carry = bits.Add64(s[place], carry, 0)",
		Replacement: "s[place], carry = s[place]+carry, 0",
	}, "TestManyBallots"},
	{protocoltest.Mutant{
		ID: "a leader need not be a member (M12, a12)", File: "impl/rsdp/election.go",
		Anchor: "return v, slices.Contains(v.Members, v.Leader)", Replacement: "return v, true",
	}, "TestElectionSanitizeShareState"},
	{protocoltest.Mutant{
		ID: "the same members in another order are others (M13, a11)", File: "impl/rsdp/election.go",
		Anchor: "\tif e.arrays {\n\t\treturn !slices", Replacement: "\tif !e.union {\n\t\treturn !slices",
	}, "TestElectionShouldReload"},
	{protocoltest.Mutant{
		ID: "views with two leaders are one (a12)", File: "impl/rsdp/electionvotes.go",
		Anchor: "key = append(key, byte(v.Leader))", Replacement: "key = append(key, 0)",
	}, "TestTies"},
	{protocoltest.Mutant{
		ID: "an appointment of an earlier term counts", File: "impl/rsdp/failover.go",
		Anchor:      "if body.Term > s.Term || body.Term == s.Term && body.Leader > s.Leader {",
		Replacement: "if body.Term > 0 {",
	}, "TestAppointments"},
	{protocoltest.Mutant{
		ID: "a majority is half of all, rounded up (M19, a18)", File: "spec/rsdp/closedforms.go",
		Anchor:      "Majority() int { return r.Replicas/2 + 1 }",
		Replacement: "Majority() int { return (r.Replicas + 1) / 2 }",
	}, "TestRisk"},
	{protocoltest.Mutant{
		ID: "inclusion and exclusion as printed (M20, equation 27)", File: "spec/rsdp/closedforms_failover.go",
		Anchor:      "\treturn either(f.ConsensusFails, either(f.AllWatchersFail(), f.AllInstancesFail()))\n",
		Replacement: "\treturn f.ObserversFailsPrinted()\n",
	}, "TestFailoverRisks"},
	{protocoltest.Mutant{
		ID: "who has failed detects it, too (M20, equation 12)", File: "spec/rsdp/closedforms_failover.go",
		Anchor: "f.DetectedEvenly(f.Instances - 1)", Replacement: "f.DetectedEvenly(f.Instances)",
	}, "TestMutualTimes"},
}

// Each of these changes fails the test that its row names.
func TestSabotageOfTested(t *testing.T) {
	var rows []protocoltest.Tested
	for i, row := range tested {
		rows = append(rows, protocoltest.Tested{Mutant: row.Mutant, By: row.by})
		rows[i].Seldom = i%3 != 0
	}
	protocoltest.FailTests(t, rows)
}
