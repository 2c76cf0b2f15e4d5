package paper

import (
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// shortly writes a time in seconds.
func shortly(t faults.Time) string {
	if t == never {
		return "never"
	}
	return big.NewRat(int64(t), int64(second)).FloatString(2)
}

// inSeconds writes a time in seconds.
func inSeconds(t faults.Time, digits int) reproduce.Cell {
	return reproduce.Decimal(big.NewRat(int64(t), int64(second)), digits)
}

// median is the lower of the middle ones; of nothing, never.
func median(times []faults.Time) faults.Time {
	if len(times) == 0 {
		return never
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[(len(sorted)-1)/2]
}

// secondsOrNone is a time in seconds, or nothing where there is none.
func secondsOrNone(t faults.Time, digits int) reproduce.Cell {
	if t == never {
		return reproduce.None()
	}
	return inSeconds(t, digits)
}
