package rsdp

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// span is what has happened since the cluster was at rest. Without faults a session leaves all
// right, whatever was before: a cold start, one replica that joins, or any number of
// resynchronisations of those who were there. Two that join at one time need not know each other,
// nor one that joins and one that resynchronises (A4.1).
type span struct {
	right  bool  // all was right at the beginning
	cold   bool  // it is the first of a cold start
	faulty bool  // something was lost, a window did not wait, or a process crashed
	given  []int // the reducers that a side channel gave a value at one replica
	left   bool
	joined int // how many began to join
	synced int // how many sessions of others began
	ended  int // how many sessions ended
}

// note takes a step of a process into account.
func (s *span) note(a *spec.Action, was, is *known) {
	switch {
	case a.Class() == spec.ClassDrop, a.Class() == spec.ClassLoss, a.Class() == spec.ClassCrash,
		a.Class() == spec.ClassCrashIn, a.Name == spec.Premature(words.TimerStatus):
		s.faulty = true
	case a.Name == words.KindLeave:
		s.left = true
	}
	ends := slices.Contains(spec.Firings(words.TimerStatus), a.Name)
	switch {
	case is.debating && !was.on && a.Name != spec.Boot:
		s.joined++
	case is.debating && (!was.debating || ends):
		s.synced++
	}
	if ends && is.on {
		s.ended++
	}
}

// settles tells whether all must be right at its end, and which kind of session saw to it.
func (s *span) settles() (what string, settles bool) {
	begun := s.joined + s.synced
	switch {
	case s.faulty || !s.right && s.left:
		return "", false
	case s.right && s.left && begun == 0:
		return sawLeft, true
	case s.ended == 0:
		return "", false
	case s.cold && s.joined == 0:
		return sawCold, true
	case s.cold:
		return "", false
	case s.joined == 0 && begun > 0:
		return sawResynced, true
	case s.joined == 1 && s.synced == 0:
		return sawJoined, true
	}
	return "", false
}
