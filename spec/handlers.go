package spec

import "time"

// Handlers is what an executable specification adds to the machine of this
// package: handlers, as functions from a process's local state to everything
// that one run of the handler may do. L is the local (volatile) state, a value.
type Handlers[L any] struct {
	// Fresh is a process's local state when it is constructed, before any event.
	// A process that is down has this local state too: nothing is left in it.
	Fresh func(NodeID) L
	// Handle is the handler run of the action (Boot, a delivery, a timer's firing, an
	// input, Recover) at a process with that local state and disk. One outcome
	// for each way in which the handler may pick, as the action's Picks yields
	// them; an action that the process ignores has one outcome with nothing
	// changed.
	Handle func(local L, disk any, a Action) []Outcome[L]
	// HandleAt replaces Handle if processes read their clocks: now is the reading of the process's own clock. If times
	// are relative, Aging says where readings are.
	HandleAt func(now time.Duration, local L, disk any, a Action) []Outcome[L]
	Aging    Aging[L]
	// Inputs are what the environment may tell the process now; nil where it tells nothing.
	Inputs func(at NodeID, local L, up Set) []Body
	// Bound reports whether a process that is up hears what is broadcast to a topic; nil where
	// nothing is broadcast.
	Bound func(at NodeID, local L, topic string) bool
	// Awaits reports whether a copy in flight would still answer what an armed timer of the
	// process waits for. Where it is nil, every copy would. It is not told the copy's Place.
	Awaits func(timer Timer, at NodeID, local L, copy Message) bool
	// Repeats, if set, reports whether a timer's peer, up and in this local state, sends again and
	// again what the timer of process at awaits. The model leaves these copies out, and the timer
	// awaits them as if one were in flight. It is asked only if Awaits is set.
	Repeats func(timer Timer, at NodeID, peer L) bool
}

// Aging lists what has readings of clocks, if times are relative. Each function returns its argument with every reading
// passed through older, which returns 0 for 0. It is nil if there are no readings.
type Aging[L any] struct {
	Local  func(local L, older func(time.Duration) time.Duration) L
	Body   func(body Body, older func(time.Duration) time.Duration) Body
	Record func(record any, older func(time.Duration) time.Duration) any
}

// Outcome is one way in which a handler run may go.
type Outcome[L any] struct {
	// Pick is the set that was picked, where the handler picks.
	Pick  Set
	Local L
	// Effects are carried out in order; the process may crash between any two.
	Effects []Effect
	// Arm and Disarm are the timers that the handler sets and stops. The timer
	// that fired is disarmed already.
	Arm, Disarm SetOf[Timer]
	// Lengths are, in discrete time, those of the timers in Arm.
	Lengths map[Timer]time.Duration
}

// EffectKind tells what an Effect does.
type EffectKind uint8

// The kinds of effects.
const (
	// SendEffect puts one copy into the network.
	SendEffect EffectKind = iota
	// MulticastEffect puts one copy for each process into the network, the
	// sender included, all in one step.
	MulticastEffect
	// BroadcastEffect puts one copy for each process that is bound to its topic into the
	// network, all in one step. Each copy may be lost by itself.
	BroadcastEffect
	// SaveEffect writes the record to the process's disk.
	SaveEffect
)

// Effect is one durable or visible effect of a handler.
type Effect struct {
	Kind   EffectKind
	To     NodeID // of a send
	Topic  string // of a broadcast
	Body   Body   // of a send, a multicast or a broadcast
	Record any    // of a save
}

// SendTo is the effect of sending body to one process.
func SendTo(to NodeID, body Body) Effect { return Effect{Kind: SendEffect, To: to, Body: body} }

// MulticastAll is the effect of multicasting body to the group.
func MulticastAll(body Body) Effect { return Effect{Kind: MulticastEffect, To: None, Body: body} }

// BroadcastTo is the effect of broadcasting body to a topic.
func BroadcastTo(topic string, body Body) Effect {
	return Effect{Kind: BroadcastEffect, To: None, Topic: topic, Body: body}
}

// SaveRecord is the effect of saving a whole record.
func SaveRecord(record any) Effect { return Effect{Kind: SaveEffect, To: None, Record: record} }
