package paper

import (
	_ "embed" // claims.json

	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// claimed lists the claims with the numbers of the facts sheet, and what decides each.
//
//go:embed claims.json
var claimed []byte

// Paper returns what Kotov claims, and what decides it.
func Paper() claims.Paper {
	return claims.Must("properties/polling/paper/claims.json", claimed, computations)
}

// computations decide the claims that claims.json names beside them. Each returns what it found in one sentence, or an
// error if that is not what is known of the claim.
var computations = claims.Computations{
	"B-01 all small traces":                claims.Given(checkForms, theForms()),
	"B-01 drawn traces":                    claims.Given(checkDrawnForms, theForms()),
	"B-01 equation 1 as printed":           claims.Given(checkLiteral, burst(1000)),
	"B-02 RT is not whole":                 claims.Given(checkFractions, asPrinted()),
	"B-02 RT is whole":                     claims.Given(checkWhole, asPrinted()),
	"B-02 the request is counted":          claims.Given(checkRepaired, repaired()),
	"B-02 drawn traces":                    claims.Given(checkDrawnAcceptance, repaired()),
	"B-02 a steady client":                 claims.Given(checkLockOut, client{400, 1000, 2000, 99}),
	"B-03 answers and lists":               claims.Given(checkMembers, directories(4)),
	"B-03 metadata as printed":             claims.Given(checkMetadata, sixth),
	"B-04 owners of slots":                 claims.Given(checkOwners, theDivision()),
	"B-04 running workers":                 claims.Given(checkRunning, teams{sizes: []int{1, 2, 3, 8, 64}}),
	"B-04 two orders":                      claims.Given(checkOrders, theDivision()),
	"B-05 windows that are open":           claims.Given(checkComplies, theDivision()),
	"B-05 windows as printed":              claims.Given(checkClosed, theDivision()),
	"B-05 RT is not whole":                 claims.Given(checkRests, theDivision()),
	"B-06 timeframes":                      claims.Given(checkOffsets, theDivision()),
	"B-07 running workers":                 claims.Given(checkRunning, teams{sizes: []int{1, 2, 3, 8}}),
	"B-07 each waits 1/R":                  claims.Given(checkEachWaits, theDivision()),
	"B-08 three to six workers":            claims.Given(checkSweep, theDivision()),
	"B-08 any period":                      claims.Given(checkStatic, theDivision()),
	"B-09 a period of each group":          claims.Given(checkGroups, groupings(false)),
	"B-09 the period of all":               claims.Given(checkGroupsPrinted, groupings(true)),
	"B-11 less than most":                  claims.Given(checkMost, popular()),
	"B-12 timestamps that differ":          claims.Given(checkNewestUnique, newest()),
	"B-12 ties that the value breaks":      claims.Given(checkNewest, newest()),
	"B-12 equal timestamps":                claims.Given(checkTies, byTime),
	"B-12 a fast clock":                    claims.Given(checkFast, clocks{[]int{2, 10, 3600}}),
	"B-14 all outcomes":                    claims.Given(checkOutcomes, risk{[]int{10, 100, 300}, 8, false}),
	"B-14 drawn intervals":                 claims.Given(checkDrawnLosses, risk{[]int{10, 100, 300, 500}, 5, false}),
	"B-14 workers that ask in an interval": claims.Given(checkAsked, crews(1, 3, 4, 8, 64)),
	"B-14 a worker that does not know all": claims.Given(checkBanned, crew{3, true}),
	"B-17 a hostile SHARE":                 claims.Given(checkHostile, []int{1, 3, 61}),
	"B-17 lost answers":                    claims.Given(checkRepairs, directories(4)),
}

func theForms() forms { return forms{integrates, sums} }

// crews returns crews of these sizes, in which each worker knows of all.
func crews(sizes ...int) (list []crew) {
	for _, n := range sizes {
		list = append(list, crew{workers: n})
	}
	return list
}

// groupings returns workers with several keys.
func groupings(whole bool) (list []grouping) {
	for _, sizes := range [][]int{{4, 2}, {1, 1}, {1, 7}, {10, 20, 70}} {
		list = append(list, grouping{theDivision(), sizes, whole})
	}
	return list
}
