package draw

import "slices"

// Weighted draws different indexes of weights, one after another. numbers is how many. The chance of each index that
// remains is in proportion to its weight. No weight may be negative, and as many as are drawn must be positive.
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
