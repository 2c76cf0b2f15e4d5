// Package words has what the statements of the Gossip election share: its messages, the names of
// its timers, the interpretations of the paper, and the configuration. The paper is Syvolovskyi and
// Lysechko, "Method for Leader Node Selection and Processing Pipeline Formation in Distributed
// Telecommunication Systems" (2025).
//
// It has no logic of the protocol, and must not import any of its statements. Start reading at
// [Config] and [Interpretations].
package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Record is what a process tells of itself, and others pass on (an element of C_n).
type Record struct {
	// Origin is whom it is of.
	Origin spec.NodeID
	// Version counts the origin's publications, from 1.
	Version int
	// Latency is the origin's mean latency to the others, in microseconds, and Power what it has
	// of CPU, RAM and storage together, in units that are the same everywhere.
	Latency, Power int
}

// Gossip carries a record on. TTL is how many hops it may still go, this one included.
type Gossip struct {
	Record Record
	TTL    int
}

// Beat is the heartbeat. Epoch is that under which its sender acts, 0 where it does not act.
type Beat struct{ Epoch int }

// Claim announces that its sender acts as the master now, where that is announced (step 5).
type Claim struct{ Epoch int }

// Digest asks for what is newer than these versions, by process (technique 3).
type Digest struct{ Versions []int }

// Missing answers a Digest: the records that its sender lacks, by origin ascending.
type Missing struct{ Records spec.Sequence[Record] }

// View has all that its sender ranks, by origin ascending (technique 4). Answer asks for the
// receiver's View in return.
type View struct {
	Records spec.Sequence[Record]
	Answer  bool
}

// Suspect tells a process that Whom, who is down, has not beaten for too long.
type Suspect struct{ Whom spec.NodeID }

// Alarm tells the same of somebody who is up: a false suspicion.
type Alarm struct{ Whom spec.NodeID }

// Trust tells a process that it hears Whom, whom it suspects.
type Trust struct{ Whom spec.NodeID }

// Measure tells a process what it measures of itself from now on.
type Measure struct{ Latency, Power int }

// The kinds.
const (
	KindGossip  = "Gossip"
	KindBeat    = "Beat"
	KindClaim   = "Claim"
	KindDigest  = "Digest"
	KindMissing = "Missing"
	KindView    = "View"
	KindSuspect = "Suspect"
	KindAlarm   = "Alarm"
	KindTrust   = "Trust"
	KindMeasure = "Measure"
)

// The timers. Beat is a clock, of heartbeats; Gossip ends a round, Settle the time in which nobody
// claims, Refresh the time until the next ranking.
const (
	ClockBeat    spec.Timer = "Beat"
	TimerGossip  spec.Timer = "Gossip"
	TimerSettle  spec.Timer = "Settle"
	TimerRefresh spec.Timer = "Refresh"
	waitName                = "Wait"
)

// Wait is the timer of the heartbeats of one process.
func Wait(peer spec.NodeID) spec.Timer { return spec.TimerOf(waitName, peer) }

// TimerWait is the name of the timers Wait.
const TimerWait spec.Timer = waitName

// Kind returns "Gossip".
func (Gossip) Kind() string { return KindGossip }

// Kind returns "Beat".
func (Beat) Kind() string { return KindBeat }

// Kind returns "Claim".
func (Claim) Kind() string { return KindClaim }

// Kind returns "Digest".
func (Digest) Kind() string { return KindDigest }

// Kind returns "Missing".
func (Missing) Kind() string { return KindMissing }

// Kind returns "View".
func (View) Kind() string { return KindView }

// Kind returns "Suspect".
func (Suspect) Kind() string { return KindSuspect }

// Kind returns "Alarm".
func (Alarm) Kind() string { return KindAlarm }

// Kind returns "Trust".
func (Trust) Kind() string { return KindTrust }

// Kind returns "Measure".
func (Measure) Kind() string { return KindMeasure }

func init() {
	codec.Register(Gossip{}, Beat{}, Claim{}, Digest{}, Missing{}, View{}, Suspect{}, Alarm{}, Trust{}, Measure{})
}
