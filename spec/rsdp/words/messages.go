// Package words has what the statements of the Replica State Discovery Protocol share: its
// messages and values, the names of its timers, the interpretations of the paper, and the
// configurations of its engine and of the failover topologies on top of it. The paper is Toliupa,
// Kotov, Buchyk, Boiko and Shtanenko, "Stateful cluster leader failover models and methods based on
// Replica State Discovery Protocol" (IT&I 2024).
//
// It has no logic of the protocol, and must not import any of its statements. Start reading at
// [Config] and [Interpretations].
package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Session names one session of DEBATES of a replica: the life in which the replica began it, and
// the number of the session in that life. Each life is one from a start to a leave or a crash; the
// first is 0, and so is the first session.
type Session struct{ Life, Number int }

// Hello announces that a replica has begun a session (HELLO).
type Hello struct {
	Session Session
	// Data is, under HelloCarries, what the sender's Status would have; else it is empty.
	Data spec.Sequence[any]
}

// Status answers a Hello (STATUS).
type Status struct {
	Session Session // that of the Hello
	Life    int     // the life in which the sender is
	// Data is, for each reducer in the configuration's order, its current state; Nothing where it
	// gives none.
	Data spec.Sequence[any]
}

// Share tells what a replica has aggregated (SHARE).
type Share struct {
	Life int // the life in which the sender is
	// Lives are, of those whose answers it has aggregated, the lives that are not their first.
	Lives spec.Sequence[Life]
	// Data is, for each reducer, what it has aggregated.
	Data spec.Sequence[any]
}

// Life is the life that a replica is in.
type Life struct {
	Of   spec.NodeID
	Life int
}

// Close tells that a replica leaves (CLOSE).
type Close struct{ Life int }

// Start is the input that has a process join, or join again after it has left.
type Start struct{}

// Leave is the input that has a replica leave.
type Leave struct{}

// Resync is the input that has a replica begin another session (repeated synchronisation).
type Resync struct{}

// Inject is the input by which a side channel, beside RSDP, hands a value to one of a replica's reducers (Kotov 2025,
// of the rate limit).
type Inject struct {
	// Reducer is the reducer's name, Data the value, of a type that the reducer takes.
	Reducer string
	Data    any
}

// Record is what a replica keeps on its disk: the life that it has begun last.
type Record struct{ Life int }

// View is the value of a leader election reducer: the members that a replica knows (replicaMembers),
// in the order in which it compares addresses, and whom it follows (currentLeader), None for nobody.
type View struct {
	Members spec.Sequence[spec.NodeID] `json:"members,omitzero"`
	Leader  spec.NodeID                `json:"leader"`
}

// Roster is the value of the members reducer, in the same order.
type Roster struct{ Members spec.Sequence[spec.NodeID] }

// Note is a value without fields.
type Note string

// What a Status carries of a reducer that has no current state, and what a leader election reducer
// tells its client (isLeader): nothing as long as there is no leader.
const (
	Nothing  Note = "nothing"
	Leads    Note = "leads"
	Follows  Note = "follows"
	NoLeader Note = "no leader"
)

// The kinds, the topic on which all replicas are, and the timers: the windows in which STATUS and
// SHARE are buffered, and the clock of repeated synchronisation.
const (
	KindHello  = "Hello"
	KindStatus = "Status"
	KindShare  = "Share"
	KindClose  = "Close"
	KindStart  = "Start"
	KindLeave  = "Leave"
	KindResync = "Resync"
	KindInject = "Inject"

	TopicReplicas = "replicas"

	TimerStatus spec.Timer = "Status"
	TimerShare  spec.Timer = "Share"
	TimerSync   spec.Timer = "Sync"
)

// Kind returns "Hello".
func (Hello) Kind() string { return KindHello }

// Kind returns "Status".
func (Status) Kind() string { return KindStatus }

// Kind returns "Share".
func (Share) Kind() string { return KindShare }

// Kind returns "Close".
func (Close) Kind() string { return KindClose }

// Kind returns "Start".
func (Start) Kind() string { return KindStart }

// Kind returns "Leave".
func (Leave) Kind() string { return KindLeave }

// Kind returns "Resync".
func (Resync) Kind() string { return KindResync }

// Kind returns "Inject".
func (Inject) Kind() string { return KindInject }

func init() {
	codec.Register(
		Hello{}, Status{}, Share{}, Close{}, Start{}, Leave{}, Resync{}, Inject{}, Record{}, View{}, Roster{}, Note(""),
	)
}
