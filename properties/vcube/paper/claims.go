package paper

import (
	_ "embed" // claims.json

	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// claimed lists the claims with the numbers of the facts sheet, and what decides each. All but those on tables and
// figures are in the paper's words.
//
//go:embed claims.json
var claimed []byte

// Paper is what Rodrigues, Freitas, Fulber-Garcia and Duarte claim, and what decides it.
func Paper() claims.Paper {
	return claims.Must("properties/vcube/paper/claims.json", claimed, computations)
}

// computations decide the claims that claims.json names beside them.
var computations = claims.Computations{
	"VC-1 clusters":                           claims.Given(checkClusters, clustering(implementation.Cluster)),
	"VC-2 assigned tests":                     claims.Given(checkAssignments, asRead(8)),
	"VC-3 rounds with events":                 checkTransientTests,
	"VC-3 all crash sets":                     read(checkSettledTests),
	"VC-4 single events after all crash sets": read(checkLatency),
	"VC-4 single crashes":                     read(checkDistance),
	"VC-4 overlapping events":                 read(checkOverlapping),
	"VC-4 where it takes longer":              checkLater,
	"VC-5 test graphs of all crash sets":      read(checkDiameter),
	"VC-5 testers in all crash sets":          read(checkSettledTests),
	"VC-6 all pairs of crash sets":            read(checkParity),
	"VC-7 rounds of both":                     func() (string, error) { return checkBaselines(all(), ring()) },
	"VC-8 any views":                          read(checkAnyViews),
	"VC-9 before the detection":               checkBeforeDetection,
	"VC-10 all sets of unstable processes":    claims.Given(checkAdverse, 1),
	"VC-10 flapping at random":                checkDrawnFlapping,
	"VC-11 all incarnations":                  read(checkLeader),
	"VC-12 unstable neighbours":               claims.Given(checkUnstableLeads, 0),
	"VC-12 one unstable process":              checkUnstableLoses,
	"VC-13 the example":                       read(checkExample),
	"VC-13 as printed":                        read(checkExamplePrinted, words.LiteralMerge),
	"VC-14 balances":                          claims.Given(checkMisprints, table2()),
	"VC-14 messages":                          claims.Given(checkCounts, table2()),
	"VC-15 messages":                          claims.Given(checkCounts, table3()),
	"VC-15 balances":                          claims.Given(checkBalances, table3()),
	"VC-15 any crash":                         claims.Given(checkAnyCrash, []int{8, 16}),
	"VC-16 messages of all crash sets":        read(checkSettledMessages),
	"VC-17 constant delays":                   read(checkFigure5),
	"VC-17 31 runs":                           checkDrawnFigure5,
	"VC-18 rounds until a crash is known":     claims.Given(checkCrashLatency, vCube()),
	"VC-19 rounds without faults":             claims.Given(checkGrowth, 100*millisecond),
	"VC-20 Figure 7":                          claims.Given(checkFigure7, asInFigure7()),
	"VC-21 all incarnations":                  read(checkPenalty),
	"VC-22 failures of the sitting leader":    claims.Given(checkTwoUnstable, 3),
	"VC-23 the set-up":                        claims.Given(checkSetUp, asRead(8)),
}

// read is a computation that can be carried out under any reading, carried out under the given one.
func read(run func(...words.Interpretation) (string, error), as ...words.Interpretation) func() (string, error) {
	return func() (string, error) { return run(as...) }
}
