package paper

import "github.com/scrutineer-go/scrutineer/internal/claims"

// What is judged, by its names in the monitor, and what runs are assumed to keep to.
const (
	oneMaster    = "OneMaster"
	oneInEpoch   = "OneMasterPerEpoch"
	pairOrder    = "PairOrder"
	oneAtLast    = "OneLeaderAtLast"
	masterAtLast = "OneMasterAtLast"
	restAtLast   = "RestAtLast"
	covered      = "Covered"
	sameRank     = "SameKnownSameRank"
	coveredLast  = "CoveredAtLast"
	beatsInTime  = "BeatsInTime"
	knownInTime  = "KnownInTime"
)

// replayed is a plan of the corpus of which all holds, at that expectation; outside one that breaks an
// assumption.
func replayed(entry string, expectation int, outside ...string) []claims.Evidence {
	return claims.One(claims.Corpus{Entry: entry, Expectation: expectation, Outside: outside})
}

// broken is one of which a property fails.
func broken(entry string, expectation int, property string, outside ...string) []claims.Evidence {
	return claims.One(claims.Corpus{Entry: entry, Expectation: expectation, Violates: property, Outside: outside})
}
