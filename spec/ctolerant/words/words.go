// Package words holds what the three statements of the c-tolerant elections (Wang
// and Gupta, ICDCS 2023) share: the messages, the names, the rules and the
// validated Config. It holds no step of the algorithm: spec/ctolerant and
// impl/ctolerant state those independently, and comparing them would prove
// nothing if they shared one.
//
// It imports spec and internal packages only. Start reading at [Config].
package words

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Variant names one of the elections; they have one kernel.
type Variant string

// The elections.
const (
	// Base is Algorithm 1: the initiator notifies once, when c+1 have answered.
	Base Variant = "base"
	// Optimistic is Algorithm 2: it notifies at once, and again with every RESPONSE that
	// proposes a lower process than the one that was notified.
	Optimistic Variant = "optimistic"
	// Preferred is Algorithm 3: it decides once, as Base does, and passes over processes
	// that some RESPONSE reports as unhealthy.
	Preferred Variant = "preferred"
	// Hybrid is Algorithm 4: Preferred, deciding anew with every RESPONSE.
	Hybrid Variant = "hybrid"
)

// Variants lists them in the paper's order.
func Variants() []Variant { return []Variant{Base, Optimistic, Preferred, Hybrid} }

// Streams tells whether the initiator decides anew with every RESPONSE, in place of once
// at the end of the loop.
func (p Variant) Streams() bool { return p == Optimistic || p == Hybrid }

// Prefers tells whether the health of processes is asked for. Those that do not are the
// same kernel with x = 1 and y = 0.
func (p Variant) Prefers() bool { return p == Preferred || p == Hybrid }

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

// Election names an election: by its Number, from 1, and by who initiated it. Of two that
// are under way the one with the greater number goes before the other, and of equal numbers
// the one of the lower initiator. The zero Election is none.
type Election struct {
	Number    int
	Initiator spec.NodeID
}

// String returns "1 of 4" for the first election of process 4, "none" for the zero Election.
func (e Election) String() string {
	if e.Number == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of %s", e.Number, e.Initiator)
}

// Tag orders the LEADERs: by the Election, one that goes before another being the later, in
// an election by Run, the run from 1 that its initiator has begun, and in a run by Seq, which
// NOTIFYLEADER of that run, from 1. The zero Tag is before all others.
type Tag struct {
	Run, Seq int
	Election Election
}

// Interpretation is a way to read the paper other than the one that is recommended. Each
// stands for a line in which a counterexample turns; the facts sheet numbers them.
type Interpretation string

// The interpretations. Without any of them the election is the repaired one.
const (
	// OmitSelf (D1): a responder leaves itself out of its own list.
	OmitSelf Interpretation = "omit-self"
	// AcceptOld (D4): RESPONSEs of older runs count, as printed, where no run is told.
	AcceptOld Interpretation = "accept-old"
	// BlockBelowK (D7): whoever knows fewer than k = c+f+1 processes waits for its list to
	// grow. Recommended: it asks those that it knows, as long as they are c+1.
	BlockBelowK Interpretation = "block-below-k"
	// AwaitAfterLoop (D8): only a LEADER that comes after the loop ends the wait.
	AwaitAfterLoop Interpretation = "await-after-loop"
	// AnyLeader: a LEADER of the chosen process ends the wait whatever run it is of, as
	// printed, where no run is told. Recommended: it answers the last NOTIFYLEADER.
	AnyLeader Interpretation = "any-leader"
	// WaitWhenEmpty (D9): where the answers so far leave nobody, Hybrid waits for more of
	// them. Recommended, and printed: it begins again at once.
	WaitWhenEmpty Interpretation = "wait-when-empty"
	// KeepAnswers (D10): who was proposed and who was reported is kept by the next run.
	KeepAnswers Interpretation = "keep-answers"
	// NotifyOnce (D13): a process is sent NOTIFYLEADER once in a run. If it is chosen
	// again after another, that counts as done, and any LEADER of it in this run ends the wait.
	// So nobody is notified again when the loop ends either (D23).
	NotifyOnce Interpretation = "notify-once"
	// ZerosFill (D14): the top y unhealthy are y processes even where nobody suspects them.
	ZerosFill Interpretation = "zeros-fill"
	// LowerFirst (D14): of processes that are equally unhealthy the lower are taken first.
	LowerFirst Interpretation = "lower-first"
	// QueryOnly (D16): an initiator hears of another election by its QUERY alone, as
	// printed. Recommended: by RESPONSE, NOTIFYLEADER and LEADER too.
	QueryOnly Interpretation = "query-only"
	// NoTakeover (D16): whoever has yielded to another initiator never takes over, as printed.
	NoTakeover Interpretation = "no-takeover"
	// NotifiedGoesOn (D17): an initiator whose run has sent NOTIFYLEADER does not yield.
	NotifiedGoesOn Interpretation = "notified-goes-on"
	// NobodyYields: there is no rule between initiators (CT-20).
	NobodyYields Interpretation = "nobody-yields"
	// NotifyKnown (D18): an initiator chooses only from its own list.
	NotifyKnown Interpretation = "notify-known"
	// LeftObeys (D18): a process that has left still obeys NOTIFYLEADER.
	LeftObeys Interpretation = "left-obeys"
	// JoinUnanswered (D20): a leader does not announce itself to those that join later.
	JoinUnanswered Interpretation = "join-unanswered"
	// TrustConfirmed (D23): where a run streams, whoever has announced itself stays chosen as
	// long as no lower process is proposed, as printed. Recommended: it is notified again when
	// the loop ends, if somebody who has answered since has lost a lower one (X16).
	TrustConfirmed Interpretation = "trust-confirmed"
)

// Interpretations lists them.
func Interpretations() []Interpretation {
	return []Interpretation{
		OmitSelf, AcceptOld, BlockBelowK, AwaitAfterLoop, AnyLeader, WaitWhenEmpty,
		KeepAnswers, NotifyOnce, ZerosFill, LowerFirst,
		QueryOnly, NoTakeover, NotifiedGoesOn, NobodyYields, NotifyKnown, LeftObeys, JoinUnanswered,
		TrustConfirmed,
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
	// Done: the awaited LEADER came, or that of an election that goes before.
	Done Phase = "done"
	// Yielded: the election was abandoned for another initiator's, whose LEADER is awaited.
	Yielded Phase = "yielded"
)

// The timers. The first two wait for the paper's TIMEOUT.
const (
	// TimerCollect runs while RESPONSEs are collected (line 5).
	TimerCollect spec.Timer = "Collect"
	// TimerAwait runs while the LEADER is awaited (line 13).
	TimerAwait spec.Timer = "Await"
	// TimerTakeover runs where an initiator has yielded.
	TimerTakeover spec.Timer = "Takeover"
)

// WhyQuery is what a process picks for: whom to send QUERY.
const WhyQuery = "query"
