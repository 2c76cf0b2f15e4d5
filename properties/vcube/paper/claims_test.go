package paper

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Each of VC-1 to VC-23 is decided, as docs/claims.md says, and red without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	if n := len(Paper().Claims); n != 23 {
		t.Errorf("%d claims are listed, the paper has 23", n)
	}
	protocoltest.WrittenClaims(t, Protocol().Registered())
}

// Each check fails where its subject is not what it is known to be.
func TestClaimChecksCanFail(t *testing.T) {
	sorted := func(i spec.NodeID, s, nodes int) []spec.NodeID {
		list := slices.Clone(implementation.Cluster(i, s, nodes))
		slices.Sort(list)
		return list
	}
	read := func(run func(...words.Interpretation) (string, error), as ...words.Interpretation) func() (string, error) {
		return func() (string, error) { return run(as...) }
	}
	wrongly := func(t messageTable, change func(*messageRow)) messageTable {
		t.printed = slices.Clone(t.printed)
		change(&t.printed[1])
		return t
	}
	protocoltest.ChecksFail(t, []protocoltest.Broken{
		{"VC-1: sorted", claims.Given(checkClusters, clustering(sorted)), "c_{1,2} is [2 3], printed is [3 2]"},
		{"VC-2: by the text", claims.Given(checkAssignments, asRead(8, words.Scan)), "without {0} p1 tests [0 3 5]"},
		{"VC-3: by the text", read(checkSettledTests, words.Scan), "of 4 without {"},
		{"VC-4: as printed", read(checkLatency, words.LiteralMerge), "not so after 10 rounds"},
		{"VC-4: self-leaves", read(checkLatency, words.SelfLeaves), "not so after 10 rounds"},
		{"VC-4: distance", read(checkDistance, words.LiteralMerge), "is suspected by {"},
		{"VC-4: overlapping, by the text", read(checkOverlapping, words.Scan), "it is not so after 2 rounds"},
		{"VC-5: as printed", read(checkDiameter, words.LiteralMerge), "news of p"},
		{"VC-6: as printed", read(checkParity, words.LiteralMerge), "has timestamp 1 for p0, and holds"},
		{"VC-7: vCube", func() (string, error) { return checkBaselines(all(), vCube()) }, "want 4; a crash is known"},
		{"VC-7: vRing", func() (string, error) { return checkBaselines(ring(), ring()) }, "4 tests in a round, " +
			"want 12"},
		{"VC-8: as printed", read(checkAnyViews, words.LiteralMerge), "not so after"},
		{"VC-8: self-leaves", read(checkAnyViews, words.SelfLeaves), "not so after"},
		{
			"VC-10: log2 N of them", claims.Given(checkAdverse, 0),
			"are unstable, and after 40 rounds the others do not agree",
		},
		{"VC-11: as printed", read(checkLeader, words.LiteralMerge), "p1 is to lead, and is followed by {1,2}"},
		{"VC-12: one neighbour is stable", claims.Given(checkUnstableLeads, 1), "of 4: p0, in 1, follows p0"},
		{"VC-13: mended", read(checkExamplePrinted), "{1,2,3,4,5,6,7} have heard of the crash, {} follow p0"},
		{"VC-13: as printed", read(checkExample, words.LiteralMerge), "in round 2 {} come to suspect p0"},
		{
			"VC-14: another count",
			claims.Given(checkCounts, wrongly(table2(), func(r *messageRow) { r.all = "481" })), "printed are 481",
		},
		{"VC-14: no misprints", claims.Given(checkMisprints, table3()), "0 of 7"},
		{
			"VC-15: another count",
			claims.Given(checkCounts, wrongly(table3(), func(r *messageRow) { r.cube = "487" })), "printed are 487",
		},
		{"VC-15: misprints", claims.Given(checkBalances, table2()), "94.49"},
		{"VC-15: no power of two", claims.Given(checkAnyCrash, []int{6}), "messages where p0"},
		{"VC-17: by the text", read(checkFigure5, words.Scan), "p4 follows another at 5.8"},
		{"VC-17: as printed", read(checkFigure5, words.LiteralMerge), "p3 suspects p0 at -1"},
		{"VC-18: vRing", claims.Given(checkCrashLatency, ring()), "a crash is known in round 0"},
		{"VC-19: at once", claims.Given(checkGrowth, faults.Time(0)), "from 8 ALL takes 0s longer"},
		{"VC-20: another threshold", claims.Given(checkFigure7, twice(asInFigure7())), "recovery 2"},
		{"VC-20: count-kept", claims.Given(checkFigure7, asInFigure7(words.CountKept)), "Count:3"},
		{"VC-21: equal", read(checkPenalty, words.EqualPenalty), "is in 1 after the penalty"},
		{"VC-22: another threshold", claims.Given(checkTwoUnstable, 2), "failed:2"},
		{"VC-23: another threshold", claims.Given(checkSetUp, twice(asRead(8))), "the threshold 2"},
	})
}

func twice(cfg words.Config) words.Config {
	cfg.Threshold = 2
	return cfg
}
