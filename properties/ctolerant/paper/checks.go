package paper

import (
	"fmt"
	"math/big"
	"strings"
)

// decimals writes a ratio, rounded to digits after the point, without floats: the text is the same on every machine.
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
