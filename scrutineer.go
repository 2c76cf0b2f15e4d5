// Package scrutineer is the front door: it checks anybody's distributed protocol under crashes,
// loss, duplication, partitions and clocks that drift, in a test of one call.
//
//	func TestLease(t *testing.T) {
//		scrutineer.Check(t, scrutineer.Protocol[lease.State]{
//			Name:   "lease",
//			Nodes:  3,
//			New:    lease.New,
//			Wire:   []any{lease.Ask{}, lease.Grant{}},
//			Always: scrutineer.Properties[lease.State]{"OneHolder": oneHolder},
//		})
//	}
//
// A process is a [Node], a deterministic state machine without IO: it is stepped with an [Event]
// and asks for [Effects]. [Check] runs it in thousands of drawn worlds in virtual time, explores
// every interleaving within a small budget of faults, makes of what fails a plan with as few
// faults as it can, draws a diagram of that, and says what to type to run it again. The same
// value, given to [Main], has every command of this repository: verify, explore, campaign, replay.
//
// The package imports all rooms but those of single protocols, which may import it. Start reading
// at [Protocol].
package scrutineer

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The words of a process, which are those of the packages spec and impl.
type (
	// Node is one process: Step handles one event to its end, State returns a pointer to a
	// struct with exported fields that holds all of the process that ever changes.
	Node = impl.Node
	// Event is what a Node is stepped with. Its fields are
	//
	//	Kind  EventKind     // Delivered, Fired, Input, Recovered or Booted
	//	From  NodeID        // the sender of a delivered message
	//	Body  Body          // what was delivered, or told
	//	Timer Timer         // the timer that fired
	//	Disk  any           // if Recovered, the record saved last; nil if none was
	//	Now   time.Duration // the process's own clock since the run began; 0 in explorations
	Event = impl.Event
	// Effects is what a Node asks for, in order: the process may crash between any two. Its methods are
	//
	//	Send(to NodeID, body Body)                 // one message
	//	Multicast(body Body)                       // one to each process of the group, never lost
	//	Broadcast(topic string, body Body)         // one to each process that is bound to the topic
	//	Save(record any)                           // the whole disk, durable at once
	//	SetTimer(timer Timer, after time.Duration) // in place of one of that name
	//	StopTimer(timer Timer)                     // once stopped it never fires
	//	Pick(why string, from Set, k int) Set      // k of the processes: explorations take every choice
	//	PickBy(why string, from Set, k int, weights []int) Set // the same, in runs drawn by the weights of from
	//	Nested() *Effects                          // an empty list for a Node within this one, with the same picks
	//
	// List has the effects so far.
	Effects = impl.Effects
	// NodeID is a process, 0 to Nodes-1.
	NodeID = spec.NodeID
	// Set is a set of processes, in ascending order. A Set is never changed: With, Without, Union and Minus return
	// another one, and Has reports whether a process is in it.
	Set = spec.Set
	// Body is what a message or an input says: a plain struct whose method Kind is its name.
	Body = spec.Body
	// Message is a copy of a message on its way.
	Message = spec.Message
	// Timer is the name of a timer.
	Timer = spec.Timer
	// Failures says whether a process that crashes comes up again.
	Failures = spec.Failures
	// DiscreteTime is what explorations know of time: see [Protocol].Discrete.
	DiscreteTime = spec.DiscreteTime
	// Contender is one election as the command compare measures it: its Group in a Setting, and what the
	// Standing of a process is in a State.
	Contender = compare.Contender
	// Setting is what all contenders are given alike: how many processes, and the lengths of timers.
	Setting = compare.Setting
	// Group is a group of a contender's processes, ready to run.
	Group = compare.Group
	// Standing is whom a process follows, and whether it acts as the leader.
	Standing = compare.Standing
	// Paper is what one paper claims of a protocol, and what decides each claim.
	Paper = claims.Paper
	// Experiment measures anew what a paper has measured.
	Experiment = reproduce.Experiment
	// Chooser makes the choices of which a configuration is drawn.
	Chooser = campaign.Chooser
)

// The kinds of events.
const (
	Delivered = impl.Delivered // a message: From, Body
	Fired     = impl.Fired     // a timer: Timer
	Input     = impl.Input     // an input: Body
	Recovered = impl.Recovered // the first event of a process that comes up again: Disk
	Booted    = impl.Booted    // the first event of a process that is there at the beginning
)

// The failure models: [Protocol].Recovers.
const (
	Never          = spec.CrashStop      // a process that has crashed stays down
	MessagesWait   = spec.MessagesWait   // it may recover; copies to it wait for it, or get lost
	MessagesVanish = spec.MessagesVanish // it may recover; copies to it while it is down are gone
)

// Bad is an error in a field of a configuration, and says what would be right.
func Bad(field, format string, args ...any) error { return input.Errorf(field, format, args...) }
