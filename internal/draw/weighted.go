package draw

import "slices"

// Weighted draws so many different numbers from 0 to len(weights)-1, one after another. The chance of each number
// that remains is in proportion to its weight. At least as many weights must be greater than 0, and none less.
func (k Key) Weighted(numbers int, weights []int) []int {
	left := slices.Clone(weights)
	var total uint64
	for _, weight := range left {
		total += uint64(weight)
	}
	drawn := make([]int, 0, numbers)
	for i := range numbers {
		ticket := k.With(uint64(i)).Below(total)
		j := 0
		for ; ticket >= uint64(left[j]); j++ {
			ticket -= uint64(left[j])
		}
		drawn = append(drawn, j)
		total -= uint64(left[j])
		left[j] = 0
	}
	return drawn
}
