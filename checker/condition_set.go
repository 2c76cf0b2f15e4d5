package checker

import "github.com/scrutineer-go/scrutineer/spec"

// conditionSet is a set of fairness conditions by their numbers, 64 in a word. What has to be
// fast goes through graphs word by word: nearly always there is one.
type conditionSet []uint64

// newConditionSet returns the empty set with room for so many, one word at least.
func newConditionSet(n int) conditionSet { return make(conditionSet, max(1, (n+63)/64)) }

func (c conditionSet) add(i int) { c[i/64] |= 1 << (i % 64) }

func (c conditionSet) empty() bool {
	for _, word := range c {
		if word != 0 {
			return false
		}
	}
	return true
}

// countFor makes the set that of the conditions that an action counts for.
func (c conditionSet) countFor(fair []spec.Fairness, a spec.Action) {
	for word := range c {
		var mask uint64
		from := 64 * word
		for i, condition := range fair[from:min(from+64, len(fair))] {
			if condition.Of(a) {
				mask |= 1 << i
			}
		}
		c[word] = mask
	}
}
