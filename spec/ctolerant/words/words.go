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
	// Preferred is Algorithm 3: it decides once, as Base does, and passes over processes
	// that some RESPONSE reports as unhealthy.
	Preferred Protocol = "preferred"
	// Hybrid is Algorithm 4: Preferred, deciding anew with every RESPONSE.
	Hybrid Protocol = "hybrid"
)

// Protocols lists them in the paper's order.
func Protocols() []Protocol { return []Protocol{Base, Optimistic, Preferred, Hybrid} }

// Streams tells whether the initiator decides anew with every RESPONSE, in place of once
// at the end of the loop.
func (p Protocol) Streams() bool { return p == Optimistic || p == Hybrid }

// Prefers tells whether the health of processes is asked for. Those that do not are the
// same kernel with x = 1 and y = 0.
func (p Protocol) Prefers() bool { return p == Preferred || p == Hybrid }

// Rule is what a process does with a LEADER message (the facts sheet's D3).
type Rule string

// The rules.
const (
	// Last adopts every LEADER, so the last one wins: as Algorithm 1 prints it.
	Last Rule = "last"
	// Lowest adopts a LEADER of a lower process than the leader so far: the
	// prose on the Optimistic protocol (section IV-B).
	Lowest Rule = "lowest"
	// Run is a tag without the number of the NOTIFYLEADER: it adopts a LEADER of a later
	// run than that of the leader so far, and of the same run that of a lower process.
	// That is enough for Base, Optimistic and Preferred. Hybrid may go back to a higher
	// process within a run, and fails.
	Run Rule = "run"
	// Tagged adopts a LEADER whose tag, the number of the run and of the NOTIFYLEADER in
	// it, is later than that of the leader so far. It is the repaired rule, and the default.
	Tagged Rule = "tagged"
)

// Rules lists them.
func Rules() []Rule { return []Rule{Last, Lowest, Run, Tagged} }

// Tag orders the LEADERs of an election: by Run, the run of the election from 1, and in
// a run by Seq, which NOTIFYLEADER of that run, from 1. The zero Tag is before all others.
type Tag struct{ Run, Seq int }

// Reading is a way to read the paper other than the one that is recommended. Each
// stands for a line in which a counterexample turns; the facts sheet numbers them.
type Reading string

// The readings. Without any of them the election is the repaired one.
const (
	// OmitSelf (D1): a responder leaves itself out of its own list.
	OmitSelf Reading = "omit-self"
	// AcceptOld (D4): RESPONSEs of older runs count, as printed, where no run is told.
	AcceptOld Reading = "accept-old"
	// BlockBelowK (D7): whoever knows fewer than k = c+f+1 processes waits for its list to
	// grow. Recommended: it asks those that it knows, as long as they are c+1.
	BlockBelowK Reading = "block-below-k"
	// AwaitAfterLoop (D8): only a LEADER that comes after the loop ends the wait.
	AwaitAfterLoop Reading = "await-after-loop"
	// AnyLeader: a LEADER of the chosen process ends the wait whatever run it is of, as
	// printed, where no run is told. Recommended: it answers the last NOTIFYLEADER.
	AnyLeader Reading = "any-leader"
	// WaitWhenEmpty (D9): where the answers so far leave nobody, Hybrid waits for more of
	// them. Recommended, and printed: it begins again at once.
	WaitWhenEmpty Reading = "wait-when-empty"
	// KeepAnswers (D10): who was proposed and who was reported is kept by the next run.
	KeepAnswers Reading = "keep-answers"
	// NotifyOnce (D13): a process is sent NOTIFYLEADER once in a run. If it is chosen
	// again after another, that counts as done, and any LEADER of it in this run ends the wait.
	NotifyOnce Reading = "notify-once"
	// ZerosFill (D14): the top y unhealthy are y processes even where nobody suspects them.
	ZerosFill Reading = "zeros-fill"
	// LowerFirst (D14): of processes that are equally unhealthy the lower are taken first.
	LowerFirst Reading = "lower-first"
)

// Readings lists them.
func Readings() []Reading {
	return []Reading{
		OmitSelf, AcceptOld, BlockBelowK, AwaitAfterLoop, AnyLeader, WaitWhenEmpty,
		KeepAnswers, NotifyOnce, ZerosFill, LowerFirst,
	}
}

// Phase is where an initiator stands in its election.
type Phase string

// The phases.
const (
	// Idle: no election was begun here.
	Idle Phase = "idle"
	// Blocked: fewer than c+1 processes are known (k under BlockBelowK), so no c+1 can
	// answer. The initiator waits for its list to grow (D7).
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

// Actions names every action of the elections, faults included. A test holds it against
// the TLA+ module.
func Actions() spec.SetOf[string] {
	names := spec.NewSet(KindStart, KindPurge, KindSuspect, spec.Crash)
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
// timer that begins the election again. A run that is begun again because its answers
// leave nobody is free: the protocol bounds those itself, by y.
func Lines() []spec.Line {
	return []spec.Line{
		{Name: "crash", Counts: []string{spec.Crash}},
		{Name: "duplicate", Counts: []string{spec.Duplicate("*")}},
		{Name: "loss", Counts: []string{spec.Drop("*")}},
		{Name: "premature", Counts: []string{spec.Premature("*")}},
		{Name: "restart", Counts: []string{spec.Timeout(TimerAwait), spec.Premature(TimerAwait)}},
	}
}
