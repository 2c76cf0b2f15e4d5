package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// The deliveries that are looked at.
const (
	// DeliverResponse is the action by which an initiator is answered.
	DeliverResponse = "DeliverResponse"
	deliverQuery    = "DeliverQuery"
	deliverNotify   = "DeliverNotify"
	deliverLeader   = "DeliverLeader"
	deliverJoined   = "DeliverJoined"
	deliverLeft     = "DeliverLeft"
)

// beginsRun reports whether the action sends the first QUERYs of a run: a run that
// asks nobody picks nobody.
func beginsRun(a spec.Action) bool {
	if len(a.Pick) == 0 || a.Class() == spec.ClassCrashIn {
		return false
	}
	switch a.Name {
	case words.KindStart, words.KindLearn, deliverJoined, DeliverResponse:
		return true
	}
	return a.Timer == words.TimerAwait || a.Timer == words.TimerTakeover
}

// isCause reports whether an action is why a run may have to be repeated.
func isCause(a *spec.Action) bool {
	return a.Name == words.KindLeave || a.IsFault() && a.Class() != spec.ClassDuplicate
}

// isChurn reports whether an action of that name changes the membership.
func isChurn(name string) bool {
	switch name {
	case words.KindForget, words.KindLearn, words.KindJoin, words.KindLeave:
		return true
	}
	return false
}
