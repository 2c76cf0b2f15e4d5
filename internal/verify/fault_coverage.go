package verify

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// faultCoverage returns the hits that a campaign must see: each of these kinds of faults on each kind of message and
// timer for which the protocol has an action, except timers that may be clocks. A fault that delays messages may hit
// each kind that is delivered. A crash within a step is counted, but not demanded: some steps are too rare.
func faultCoverage(actions spec.SetOf[string], faultKinds []string) []world.Hit {
	var all []world.Hit
	for _, of := range []struct {
		prefix string
		faults []string
	}{
		{spec.Drop(""), []string{"loss"}},
		{spec.Duplicate(""), []string{"duplicate"}},
		{spec.Lose(""), []string{"lose"}},
		{spec.Premature(""), []string{"premature"}},
		{spec.Deliver(""), []string{"reorder", "partition", "oneWay", "pause"}},
	} {
		for _, fault := range of.faults {
			for _, action := range actions {
				on, ok := strings.CutPrefix(action, of.prefix)
				clock := of.prefix == spec.Premature("") && actions.Has(spec.Tick(spec.Timer(on)))
				if ok && !clock && (fault == "lose" || slices.Contains(faultKinds, fault)) {
					all = append(all, world.Hit{Fault: fault, On: on})
				}
			}
		}
	}
	return all
}
