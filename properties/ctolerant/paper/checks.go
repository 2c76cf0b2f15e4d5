package paper

import (
	"fmt"
	"math/big"
	"strings"
)

// claimCheck is a claim of the paper that is checked by itself, beside the cases and the
// campaigns: by arithmetic, by search, or by running processes. The claims have the numbers
// of the facts sheet.
type claimCheck struct {
	Claim string
	// Name says what is computed, Drawn that it goes by runs that are drawn.
	Name  string
	Drawn bool
	// Run works everything out from scratch, the same on every machine. It returns what
	// it found in one sentence, or an error if that is not what is known of the claim.
	Run func() (string, error)
}

// claimChecks are all of them.
var claimChecks = []claimCheck{
	{"CT-1", "random lists", true, checkAnyAnswers},
	{"CT-3", "runs with crashes", true, checkNotifiedAgain},
	{"CT-7", "runs without faults", true, checkEmptyRuns},
	{"CT-8", "all lists", false, checkAllCandidates},
	{"CT-9", "runs without faults", false, checkMessagesOfBase},
	{"CT-10", "runs without faults", true, checkMessagesOfOptimistic},
	{"CT-11", "runs without faults", true, checkMessagesOfHybrid},
	{"CT-12", "SelfCount and Adaptive, explored", false, checkOptimality},
	{"CT-13", "all lists", false, checkTooFewContacts},
	{"CT-14", "trials", true, checkReported},
	{"CT-15", "arithmetic", false, checkTableII},
	{"CT-16", "arithmetic", false, checkAnswersSuffice},
	{"CT-17", "tables I and II", false, checkTableI},
	{"CT-18", "the three answers", false, checkExampleOfHybrid},
	{"CT-21", "runs under other ids", true, checkRenaming},
	{"CT-22", "LocalHash", false, checkLocalHash},
	{"CT-23", "Table I", false, checkGrowth},
	{"CT-31", "arithmetic", false, checkBandwidths},
}

// decimals writes a ratio with so many digits after the point, rounded; no float takes
// part, so that it is the same text on every machine.
func decimals(ratio *big.Rat, digits int) string { return ratio.FloatString(digits) }

// percent writes a of b in percent.
func percent(a, b int) string { return decimals(big.NewRat(100*int64(a), int64(b)), 1) + " %" }

// power is a whole number raised to a power that is not negative.
func power(base, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil)
}

// joined lists what is said of each of some things.
func joined[T any](all []T, say func(T) string) string {
	parts := make([]string, len(all))
	for i, one := range all {
		parts[i] = say(one)
	}
	return strings.Join(parts, ", ")
}

// asText is say for what fmt can print.
func asText[T any](v T) string { return fmt.Sprint(v) }
