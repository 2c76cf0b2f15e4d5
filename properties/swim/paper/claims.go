package paper

import (
	_ "embed" // claims.json

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// claimed lists the claims with the numbers of the facts sheet, and what decides each.
//
//go:embed claims.json
var claimed []byte

// Paper returns what the papers claim of the membership, and what decides it.
func Paper() claims.Paper {
	return claims.Must("properties/swim/paper/claims.json", claimed, computations)
}

// computations decide the claims that claims.json names beside them. Each returns what it found in one sentence, or an
// error if that is not what is known of the claim.
var computations = claims.Computations{
	"SW-1 many crashes":                     claims.Given(checkComplete, processes{}),
	"SW-2 delays":                           claims.Given(checkAccurate, bounds()),
	"SW-3 share over suspicion times":       claims.Given(checkFalsely, processes{}),
	"SW-4 with a record and without":        claims.Given(checkRecords, records{lost: processes{forget}}),
	"SW-5 who returns":                      claims.Given(checkReturns, finality{returns: returning{returns: true}}),
	"SW-6 first detection":                  claims.Given(checkDetection, processes{}),
	"SW-7 all picks of a round robin":       claims.Given(checkRoundRobin, inRounds(words.RoundRobin)),
	"SW-7 all picks of a bag":               claims.Given(checkBags, inRounds(words.TimeBounded)),
	"SW-10 maps":                            claims.Given(checkDistance, processes{}),
	"SW-8 messages and bytes":               claims.Given(checkLoad, processes{}),
	"SW-9 until all know and have removed":  claims.Given(checkSpreading, processes{}),
	"SW-11 three news in all orders":        claims.Given(checkMerged, columns()),
	"SW-11 two lists, two orders":           claims.Given(checkOrders, processes{}),
	"SW-13 until all know and have removed": claims.Given(checkSpreading, processes{}),
}

// inRounds are right processes, in lists that change.
func inRounds(picks words.Picks) rounds { return rounds{picks: picks, changing: true} }
