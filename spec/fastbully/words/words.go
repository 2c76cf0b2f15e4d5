// Package words has what the statements of Fast Bully with substitutes share: its messages, the names
// of its timers, the interpretations, and the configuration. The paper that compares its own election
// with it is Syvolovskyi and Lysechko, "Method for Leader Node Selection and Processing Pipeline
// Formation in Distributed Telecommunication Systems" (2025). It has two tables on it and no
// specification, so this is ours, sentence by sentence:
//
//   - At its boot each process sends its score to every other, n(n-1) messages in all ("may cause a
//     storm"), and gathers scores for a while, the timer Gather.
//   - Then the process with the best key among those gathered leads: it sends to every other a
//     Coordinator with its epoch and its substitutes, which are all others by their keys, those of
//     whom nothing was heard last. A key is (score, number), and the smaller one is the better.
//   - Whoever receives that follows it and keeps the list. The line of succession is the coordinator
//     and after it the substitutes.
//   - Afterwards nothing is sent but beats of the coordinator ("only a heartbeat"). Each repeats what
//     the Coordinator said, so that who has missed that catches up.
//   - On a failure "the pre-selected substitute becomes the leader, only by sending a message to all
//     others": a process takes over when all are silent who stand before it in the line. It puts
//     those at the end of its list and sends a Coordinator to every other, n-1 messages, of which
//     n-2 are for processes that are up. Under Beats a process waits the longer the further behind it
//     stands; under Told the environment tells it who is down.
//   - Nobody changes its leader but by a Coordinator or a Beat.
//
// What makes it right is ours too. An epoch is a process's own (e mod n is its number), and a claim
// takes the smallest one above all that it knows; what comes with a lower epoch than is known is
// ignored. A process that hears a worse one lead claims again, under a higher epoch. It could as
// well accept, and the group would agree too (see AcceptsWorse); but then one false alarm would make
// a worse process lead for ever, and bullies prefer the best. Where nothing is said again, under Told,
// it may be that only a few have heard of a reign that ended early, and ignore its successor for ever:
// whoever knows that its leader is silent answers those whom it has ignored, and a leader that gave way
// to one that stands behind the process itself, with the epoch that it knows, a Newer, and who leads
// claims again.
//
// The package has no logic of the protocol, and must not import any of its statements. Start reading
// at [Config].
package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Score tells the score of its sender.
type Score struct{ Key int }

// Collect asks for a Score, where scores are gathered again at a failure. Whoever leads in an earlier
// epoch than the asker knows claims again.
type Collect struct{ Epoch int }

// Coordinator says that its sender leads. Substitutes are all others, in the order in which they
// would take over.
type Coordinator struct {
	Epoch       int
	Key         int // the sender's score
	Substitutes spec.Sequence[spec.NodeID]
}

// Beat is the heartbeat of a coordinator, and says again what its Coordinator said.
type Beat Coordinator

// Newer answers a Coordinator whose epoch is below the one that its sender knows, from a leader that is silent.
type Newer struct{ Epoch int }

// Suspect tells a process that Whom, who is down and stands before it in the line, is silent.
type Suspect struct{ Whom spec.NodeID }

// Alarm tells the same of somebody who is up: a false suspicion.
type Alarm struct{ Whom spec.NodeID }

// The kinds.
const (
	KindScore       = "Score"
	KindCollect     = "Collect"
	KindCoordinator = "Coordinator"
	KindBeat        = "Beat"
	KindNewer       = "Newer"
	KindSuspect     = "Suspect"
	KindAlarm       = "Alarm"
)

// The timers. Gather runs while scores are gathered, Wait while a process that follows hears nothing.
// Beat is the coordinator's, and waits for nothing but under Calm.
const (
	TimerGather spec.Timer = "Gather"
	TimerWait   spec.Timer = "Wait"
	TimerBeat   spec.Timer = "Beat"
)

// Unknown is the score of a process that has not told it.
const Unknown = -1

// Kind returns "Score".
func (Score) Kind() string { return KindScore }

// Kind returns "Collect".
func (Collect) Kind() string { return KindCollect }

// Kind returns "Coordinator".
func (Coordinator) Kind() string { return KindCoordinator }

// Kind returns "Beat".
func (Beat) Kind() string { return KindBeat }

// Kind returns "Newer".
func (Newer) Kind() string { return KindNewer }

// Kind returns "Suspect".
func (Suspect) Kind() string { return KindSuspect }

// Kind returns "Alarm".
func (Alarm) Kind() string { return KindAlarm }

func init() { codec.Register(Score{}, Collect{}, Coordinator{}, Beat{}, Newer{}, Suspect{}, Alarm{}) }
