package verify

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// strikes are the kinds of faults that a protocol feels, each with the kinds of messages and timers on which its
// actions have it, but for timers that may be clocks. What delays a message can do so to each that is delivered. Where
// a crash cuts a step short is told, and not demanded: some steps are too rare.
func strikes(actions spec.SetOf[string], feels []string) []world.Strike {
	var all []world.Strike
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
				if ok && !clock && (fault == "lose" || slices.Contains(feels, fault)) {
					all = append(all, world.Strike{Fault: fault, On: on})
				}
			}
		}
	}
	return all
}
