package faults

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// rules are those of the network. All that runs implementations asks them, so
// there is one answer.
type rules struct {
	nodes    int
	recovers bool // crash-recovery; else crash-stop
}

// copies adds to list what an effect hands to the network. A multicast's group is
// frozen here, at the send: it is every process, the sender included.
func (r rules) copies(list []spec.Message, from spec.NodeID, e *impl.Effect) []spec.Message {
	switch e.Kind {
	case impl.Send:
		return append(list, spec.Message{From: from, To: e.To, Body: e.Body})
	case impl.Multicast:
		for to := range r.nodes {
			list = append(list, spec.Message{From: from, To: spec.NodeID(to), Multicast: true, Body: e.Body})
		}
	}
	return list
}

// enters tells whether the network takes a copy for a receiver. For one that has
// crashed and stays so there is nothing to keep.
func (r rules) enters(receiverUp bool) bool { return receiverUp || r.recovers }

// keepsInbox tells whether copies addressed to a process survive its crash.
func (r rules) keepsInbox() bool { return r.recovers }

// firing names a timer's firing: premature while some process that is up has a
// copy coming.
func (r rules) firing(timer string, calm bool) string {
	if calm {
		return spec.Timeout(timer)
	}
	return spec.Premature(timer)
}

// early is a timer's firing, or a crash inside it, that was named as if it were calm.
func (r rules) early(a spec.Action) spec.Action {
	_, crashes := uncut(a)
	if a.Name = r.firing(a.Timer, false); crashes {
		a.Name = spec.CrashIn(a.Name)
	}
	return a
}

// tampering is what the network may do to a copy in flight, other than deliver it.
type tampering struct{ duplicate, drop, lose bool }

// mayTamper says what it may do. Multicast is eventually reliable, so its copies are
// never dropped.
func (r rules) mayTamper(m *spec.Message, receiverUp bool) tampering {
	return tampering{duplicate: receiverUp, drop: receiverUp && !m.Multicast, lose: !receiverUp}
}

// names are the names of the actions that do so to a message of a kind.
func (t tampering) names(kind string) []string {
	var names []string
	if t.duplicate {
		names = append(names, spec.Duplicate(kind))
	}
	if t.drop {
		names = append(names, spec.Drop(kind))
	}
	if t.lose {
		names = append(names, spec.Lose(kind))
	}
	return names
}

// cuttable tells whether a crash inside a handler can fall just before the
// effect. Timers die with the process, so they make no difference.
func cuttable(e impl.Effect) bool {
	return e.Kind == impl.Save || e.Kind == impl.Send || e.Kind == impl.Multicast
}
