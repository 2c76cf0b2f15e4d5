package network

import (
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Rules are those of the network. All that runs implementations asks them, so
// there is one answer.
type Rules struct {
	nodes    int
	Failures spec.Failures
	clocks   spec.SetOf[string]
}

// RulesOf returns the rules of the network between the processes of a cluster.
func RulesOf(c Cluster) Rules { return Rules{c.Nodes, c.Failures, c.Clocks} }

// Copies adds to list what an effect hands to the network. A multicast's group is
// frozen here, at the send: it is every process, the sender included. Of a broadcast's
// copies only those enter whose receivers are bound to its topic: see Hears.
func (r Rules) Copies(list []spec.Message, from spec.NodeID, e *impl.Effect) []spec.Message {
	switch e.Kind {
	case impl.Send:
		return append(list, spec.Message{From: from, To: e.To, Body: e.Body})
	case impl.Multicast:
		for to := range r.nodes {
			list = append(list, spec.Message{From: from, To: spec.NodeID(to), Multicast: true, Body: e.Body})
		}
	case impl.Broadcast:
		for to := range r.nodes {
			list = append(list, spec.Message{From: from, To: spec.NodeID(to), Body: e.Body})
		}
	}
	return list
}

// Hears tells whether a process gets a copy of what an effect sends: one of a broadcast only
// if it is up, and bound to the topic as it is at that moment.
func (c Cluster) Hears(at spec.NodeID, state any, e *impl.Effect) bool {
	return e.Kind != impl.Broadcast || state != nil && c.IsBound(at, state, e.Topic)
}

// IsBound asks the protocol whether a process that is up hears what is broadcast to a topic.
func (c Cluster) IsBound(at spec.NodeID, state any, topic string) bool {
	if c.Bound == nil {
		panic(spec.Breach{Contract: "Bound", Why: fmt.Sprintf(
			"something is broadcast to %q, and the cluster's Bound does not say who hears it", topic)})
	}
	return c.Bound(at, state, topic)
}

// Enters tells whether the network takes a copy for a receiver: for one that is down only
// where copies wait for it.
func (r Rules) Enters(receiverUp bool) bool { return receiverUp || r.KeepsInbox() }

// KeepsInbox tells whether copies addressed to a process survive its crash.
func (r Rules) KeepsInbox() bool { return r.Failures == spec.MessagesWait }

// IsClock tells whether a timer is a clock.
func (r Rules) IsClock(timer spec.Timer) bool { return r.clocks.Has(timer.Name()) }

// Firing names a timer's firing: that of a clock is a tick; any other is premature while some
// process that is up has a copy coming that the timer awaits, or the timer's peer repeats one.
func (r Rules) Firing(timer spec.Timer, awaits bool) string {
	switch {
	case r.IsClock(timer):
		return spec.Tick(timer)
	case awaits:
		return spec.Premature(timer)
	}
	return spec.Timeout(timer)
}

// Early is a timer's firing, or a crash inside it, that was named as if nothing were awaited.
func (r Rules) Early(a spec.Action) spec.Action {
	_, crashes := WithoutCrash(a)
	if a.Name = r.Firing(a.Timer, true); crashes {
		a.Name = spec.CrashIn(a.Name)
	}
	return a
}

// Faults is what the network may do to a copy in flight, other than deliver it.
type Faults struct{ Duplicate, Drop, Lose bool }

// Faults says what it may do. Multicast is eventually reliable, so its copies are
// never dropped.
func (r Rules) Faults(m *spec.Message, receiverUp bool) Faults {
	return Faults{Duplicate: receiverUp, Drop: receiverUp && !m.Multicast, Lose: !receiverUp}
}

// Names are the names of the actions that do so to a message of a kind.
func (t Faults) Names(kind string) []string {
	var names []string
	if t.Duplicate {
		names = append(names, spec.Duplicate(kind))
	}
	if t.Drop {
		names = append(names, spec.Drop(kind))
	}
	if t.Lose {
		names = append(names, spec.Lose(kind))
	}
	return names
}

// Cuttable tells whether a crash inside a handler can fall just before the
// effect. Timers die with the process, so they make no difference.
func Cuttable(e impl.Effect) bool {
	switch e.Kind {
	case impl.Save, impl.Send, impl.Multicast, impl.Broadcast:
		return true
	}
	return false
}

// WithoutCrash returns the handler run that a crash falls into, and whether one does.
func WithoutCrash(a spec.Action) (spec.Action, bool) {
	if a.Class() != spec.ClassCrashIn {
		return a, false
	}
	a.Name, a.Cut = strings.TrimPrefix(a.Name, spec.CrashIn("")), 0
	return a, true
}

// KindOf returns the kind of the message that an action is about, "" where there is none.
func KindOf(a spec.Action) string {
	if a.Msg.Body == nil {
		return ""
	}
	return a.Msg.Body.Kind()
}
