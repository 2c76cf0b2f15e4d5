package paper

import (
	_ "embed" // claims.json

	"github.com/scrutineer-go/scrutineer/internal/claims"
)

// claimed lists the claims with the numbers of the facts sheet, and what decides each.
//
//go:embed claims.json
var claimed []byte

// Paper is what Wang and Gupta claim, and what decides it.
func Paper() claims.Paper {
	return claims.Must("properties/ctolerant/paper/claims.json", claimed, computations)
}

// computations decide the claims that claims.json names beside them, by arithmetic, by search, or by running processes.
// Each works everything out from scratch, the same on every machine; those on traces share their runs. Those of
// CT-30 and CT-31 read what a machine has measured. It returns what it found in one sentence, or an error if that is
// not what is known of the claim.
var computations = claims.Computations{
	"CT-1 random lists":                      checkAnyAnswers,
	"CT-3 runs with crashes":                 checkNotifiedAgain,
	"CT-7 runs without faults":               checkEmptyRuns,
	"CT-8 all lists":                         checkAllCandidates,
	"CT-9 runs without faults":               checkMessagesOfBase,
	"CT-10 runs without faults":              checkMessagesOfOptimistic,
	"CT-11 runs without faults":              checkMessagesOfHybrid,
	"CT-12 SelfCount and Adaptive, explored": checkOptimality,
	"CT-13 all lists":                        checkTooFewContacts,
	"CT-14 trials":                           checkReported,
	"CT-14 traces":                           by(decideNamed),
	"CT-15 arithmetic":                       checkTableII,
	"CT-15 traces":                           by(decidePrinted),
	"CT-16 arithmetic":                       checkAnswersSuffice,
	"CT-16 traces":                           by(decideEnough),
	"CT-17 tables I and II":                  checkTableI,
	"CT-17 traces":                           by(decideBounds),
	"CT-18 the three answers":                checkExampleOfHybrid,
	"CT-21 runs under other ids":             checkRenaming,
	"CT-22 LocalHash":                        checkLocalHash,
	"CT-23 Table I":                          checkGrowth,
	"CT-23 traces":                           by(decideAvoided),
	"CT-24 elections on traces":              by(decideSooner),
	"CT-25 elections on traces":              by(decideBytes),
	"CT-26 elections on traces":              by(decideChanges),
	"CT-27 elections on traces":              by(decideHealth),
	"CT-28 elections on traces":              by(decideHash),
	"CT-30 elections of processes":           checkProcesses,
	"CT-31 arithmetic":                       checkBandwidths,
	"CT-31 at rest":                          checkAtRest,
	"CT-31 at equal detection":               checkAtEqualDetection,
	"SW-12 traces":                           by(decideIndependent),
}
