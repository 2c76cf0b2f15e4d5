package paper

import (
	_ "embed" // claims.json

	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// claimed lists the claims with the numbers of the facts sheet, and what decides each.
//
//go:embed claims.json
var claimed []byte

// Paper is what Kotov claims, and what decides it.
func Paper() claims.Paper {
	return claims.Must("properties/polling/paper/claims.json", claimed, computations)
}

// computations decide the claims that claims.json names beside them. Each returns what it found in one sentence, or an
// error if that is not what is known of the claim.
var computations = claims.Computations{
	"B-01 all small traces":                given(checkForms, theForms()),
	"B-01 drawn traces":                    given(checkDrawnForms, theForms()),
	"B-01 equation 1 as printed":           given(checkLiteral, burst(1000)),
	"B-02 RT is not whole":                 given(checkFractions, asPrinted()),
	"B-02 RT is whole":                     given(checkWhole, asPrinted()),
	"B-02 the request is counted":          given(checkRepaired, repaired()),
	"B-02 drawn traces":                    given(checkDrawnAcceptance, repaired()),
	"B-02 a steady client":                 given(checkLockOut, client{400, 1000, 2000, 99}),
	"B-03 answers and lists":               given(checkMembers, directories(4)),
	"B-03 metadata as printed":             given(checkMetadata, sixth),
	"B-04 owners of slots":                 given(checkOwners, theDivision()),
	"B-04 running workers":                 given(checkRunning, teams{sizes: []int{1, 2, 3, 8, 64}}),
	"B-04 two orders":                      given(checkOrders, theDivision()),
	"B-05 windows that are open":           given(checkComplies, theDivision()),
	"B-05 windows as printed":              given(checkClosed, theDivision()),
	"B-05 RT is not whole":                 given(checkRests, theDivision()),
	"B-06 timeframes":                      given(checkOffsets, theDivision()),
	"B-07 running workers":                 given(checkRunning, teams{sizes: []int{1, 2, 3, 8}}),
	"B-07 each waits 1/R":                  given(checkEachWaits, theDivision()),
	"B-08 three to six workers":            given(checkSweep, theDivision()),
	"B-08 any period":                      given(checkStatic, theDivision()),
	"B-09 a period of each group":          given(checkGroups, groupings(false)),
	"B-09 the period of all":               given(checkGroupsPrinted, groupings(true)),
	"B-10 a minority":                      given(checkMinority, popular(2)),
	"B-10 the set as printed":              given(checkSet, observed),
	"B-11 less than most":                  given(checkMost, popular(4)),
	"B-12 timestamps that differ":          given(checkNewestUnique, byTime),
	"B-12 ties that the value breaks":      given(checkNewest, byTimeAndValue),
	"B-12 equal timestamps":                given(checkTies, byTime),
	"B-12 a fast clock":                    given(checkFast, clocks{[]int{2, 10, 3600}}),
	"B-14 all outcomes":                    given(checkOutcomes, risk{[]int{10, 100, 300}, 8, false}),
	"B-14 drawn intervals":                 given(checkDrawnLosses, risk{[]int{10, 100, 300, 500}, 5, false}),
	"B-14 who is asked in an interval":     given(checkAsked, crews(1, 3, 4, 8, 64)),
	"B-14 a worker that does not know all": given(checkBanned, crew{3, true}),
	"B-17 a hostile SHARE":                 given(checkHostile, []int{1, 3, 61}),
	"B-17 lost answers":                    given(checkRepairs, directories(4)),
}

func theForms() forms { return forms{integrates, sums} }

// crews are of so many workers each, who all know all.
func crews(sizes ...int) (list []crew) {
	for _, n := range sizes {
		list = append(list, crew{workers: n})
	}
	return list
}

// groupings are workers with several keys.
func groupings(whole bool) (list []grouping) {
	for _, sizes := range [][]int{{4, 2}, {1, 1}, {1, 7}, {10, 20, 70}} {
		list = append(list, grouping{theDivision(), sizes, whole})
	}
	return list
}
