package campaign

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
)

// A kind of fault that takes effect on three kinds of message and never on the fourth is as good as absent there. So
// each must be seen on each kind of message, timer and step on which the protocol's actions have it.

// mustHitOf names what a fault must be seen on.
func (p Harness) mustHitOf(fault string) (names []string) {
	for _, s := range p.MustHit {
		if s.Fault == fault {
			names = append(names, s.On)
		}
	}
	return names
}

// fewMessages is how many copies of a kind of message there must be before it counts that no fault has come to one.
const fewMessages = 400

// Uncovered lists what no fault of a kind has taken effect on that it must be seen on: of messages those alone of which
// there were enough. Where fields are fixed they may rule out what is no message, and kinds of faults as a whole.
func (r *Result) Uncovered(p Harness) []world.Hit {
	return slices.DeleteFunc(slices.Clone(p.MustHit), func(s world.Hit) bool {
		onMessage := s.Fault != "premature" && s.Fault != "crashIn"
		switch {
		case r.Hits[s.Fault][s.On] > 0, onMessage && r.copies(s.On) < fewMessages:
			return true
		case len(r.Fixed) == 0:
			return false
		}
		return !onMessage || len(r.Hits[s.Fault]) == 0
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
