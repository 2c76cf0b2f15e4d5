// Package words holds what the three statements of the c-tolerant elections (Wang
// and Gupta, ICDCS 2023) share: the messages, the names, the rules and the
// validated Config. It holds no step of the algorithm: spec/ctolerant and
// impl/ctolerant state those independently, and comparing them would prove
// nothing if they shared one.
//
// It imports spec and internal packages only. Start reading at [Config].
package words

import "github.com/scrutineer-go/scrutineer/spec"

// Protocol names one of the elections; they have one kernel.
type Protocol string

// The elections.
const (
	// Base is Algorithm 1: the initiator notifies once, when c+1 have answered.
	Base Protocol = "base"
	// Optimistic is Algorithm 2: it notifies at once, and again with every RESPONSE that
	// proposes a lower process than the one that was notified.
	Optimistic Protocol = "optimistic"
)

// Streams tells whether the initiator decides anew with every RESPONSE, in place of once
// at the end of the loop.
func (p Protocol) Streams() bool { return p == Optimistic }

// Rule is what a process does with a LEADER message (the facts sheet's D3).
type Rule string

// The rules.
const (
	// Last adopts every LEADER, so the last one wins: as Algorithm 1 prints it.
	Last Rule = "last"
	// Lowest adopts a LEADER of a lower process than the leader so far: the
	// prose on the Optimistic protocol (section IV-B).
	Lowest Rule = "lowest"
	// Tagged adopts a LEADER of a later run than that of the leader so far, and of the
	// same run that of a lower process: a run of Optimistic may notify several, each
	// lower than those before. It is the repaired rule, and the default.
	Tagged Rule = "tagged"
)

// Phase is where an initiator stands in its election.
type Phase string

// The phases.
const (
	// Idle: no election was begun here.
	Idle Phase = "idle"
	// Blocked: fewer than c+1 processes are known, so no c+1 can answer. The
	// initiator waits for its list to grow (D7).
	Blocked Phase = "blocked"
	// Collect: in the loop of lines 4 to 11, fewer than c+1 have answered.
	Collect Phase = "collect"
	// Await: NOTIFYLEADER was sent, its LEADER is awaited (line 13).
	Await Phase = "await"
	// Done: the awaited LEADER came.
	Done Phase = "done"
)

// The timers; both wait for the paper's TIMEOUT.
const (
	// TimerCollect runs while RESPONSEs are collected (line 5).
	TimerCollect = "Collect"
	// TimerAwait runs while the LEADER is awaited (line 13).
	TimerAwait = "Await"
)

// WhyQuery is what a process picks for: whom to send QUERY.
const WhyQuery = "query"

// Actions names every action of Base, faults included. A test holds it against
// the TLA+ module.
func Actions() spec.SetOf[string] {
	names := spec.NewSet(KindStart, KindPurge, spec.Crash)
	for _, kind := range []string{KindQuery, KindResponse, KindNotify, KindLeader} {
		names = names.With(spec.Deliver(kind)).With(spec.Duplicate(kind))
		if kind != KindLeader { // a multicast is eventually reliable
			names = names.With(spec.Drop(kind))
		}
	}
	for _, timer := range []string{TimerCollect, TimerAwait} {
		names = names.With(spec.Timeout(timer)).With(spec.Premature(timer))
	}
	return names
}

// Lines are the lines of a budget for these protocols. "restart" bounds the runs
// of an election, which may be repeated for ever: it counts the firings of the
// timer that begins the election again.
func Lines() []spec.Line {
	return []spec.Line{
		{Name: "crash", Counts: []string{spec.Crash}},
		{Name: "duplicate", Counts: []string{spec.Duplicate("*")}},
		{Name: "loss", Counts: []string{spec.Drop("*")}},
		{Name: "premature", Counts: []string{spec.Premature("*")}},
		{Name: "restart", Counts: []string{spec.Timeout(TimerAwait), spec.Premature(TimerAwait)}},
	}
}
