package campaign

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
)

// A run of which thousands of elements were named has millions of pairs: none is looked at once
// the tries are used up.
func TestPairsEndWithTheTries(t *testing.T) {
	pool := make([]element, 100_000)
	for i := range pool {
		at := ms(i)
		pool[i].fault = &faults.Fault{Kind: &faults.Crash{At: &at}}
	}
	m := shrinker{until: 1, tries: 1, seen: map[planKey]bool{}}
	m.pairs(faults.Plan{}, pool)
	if m.tries != 1 || len(m.plan.Faults) > 0 {
		t.Errorf("%d tries where 1 was left over, and a plan with %d faults", m.tries, len(m.plan.Faults))
	}
}
