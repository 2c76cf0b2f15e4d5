package campaign

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
)

// A kind of fault that takes effect on three kinds of message and never on the fourth is as good as absent there. So
// each must be seen on each kind of message, timer and step on which the protocol's actions have it.

// struckBy names what a fault must be seen on.
func (p Harness) struckBy(fault string) (names []string) {
	for _, s := range p.Strikes {
		if s.Fault == fault {
			names = append(names, s.On)
		}
	}
	return names
}

// fewCopies is how many copies of a kind of message there must be before it counts that no fault has come to one.
const fewCopies = 400

// Unstruck lists what no fault of a kind has taken effect on that it must be seen on: of messages those alone of which
// there were enough. Where fields are fixed they may rule out what is no message, and kinds of faults as a whole.
func (r *Result) Unstruck(p Harness) []world.Strike {
	return slices.DeleteFunc(slices.Clone(p.Strikes), func(s world.Strike) bool {
		onMessage := s.Fault != "premature" && s.Fault != "crashIn"
		switch {
		case r.Struck[s.Fault][s.On] > 0, onMessage && r.copies(s.On) < fewCopies:
			return true
		case len(r.Fixed) == 0:
			return false
		}
		return !onMessage || len(r.Struck[s.Fault]) == 0
	})
}

// copies is how many copies of a kind of message there were.
func (r *Result) copies(kind string) int {
	for _, t := range r.Traffic {
		if t.Kind == kind {
			return t.Copies
		}
	}
	return 0
}
