package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Query asks a process for the X lowest hashes that it knows and for the Y unhealthiest
// processes (Algorithm 1, line 3; Algorithm 3, line 3). Base and Optimistic ask for
// X = 1 and Y = 0. Election is the number of the asker's election.
type Query struct{ Run, X, Y, Election int }

// Response answers a Query of the same run (Algorithm 1, line 20; Algorithm 3, lines 28
// to 31). Unhealthy are the top Y of the responder's list by what it suspects, never
// itself; Candidates the X lowest of its list that are not among those. Rival is an election
// that the responder itself runs or has yielded to and that goes before the asker's (D16),
// zero where there is none. Lost are those that the responder's list has held and does not hold
// now, because they are dead, have left or were forgotten: in Optimistic and Hybrid alone, and
// not where who has announced itself is trusted (X16).
type Response struct {
	Run        int
	Candidates spec.Set
	Unhealthy  spec.Set
	Lost       spec.Set
	Rival      Election
}

// Notify is the paper's NOTIFYLEADER: its receiver should announce itself
// (line 12). Seq counts those of a run, from 1.
type Notify struct {
	Run, Seq int
	Election Election
}

// Leader is multicast by the process that leads (line 22), with the tag of the Notify
// that it obeys.
type Leader struct {
	Run, Seq int
	Election Election
}

// Joined is multicast by a process that comes into the group, Left by one that goes. They
// stand for the membership service: everybody hears of each in the end, in any order.
type Joined struct{}

// Left is multicast by a process that goes.
type Left struct{}

// Start is the input that makes a process begin an election: it boots the group,
// or has seen the old leader fail.
type Start struct{}

// Purge is the input by which the membership service removes a dead process from
// its receiver's list.
type Purge struct{ Node spec.NodeID }

// Suspect is the input by which its receiver's failure detector counts Node as
// suspected Count times, in place of fewer.
type Suspect struct {
	Node  spec.NodeID
	Count int
}

// Missed is the input by which its receiver's failure detector says that Node has not answered it: the receiver
// suspects Node once more.
type Missed struct{ Node spec.NodeID }

// Forget is the input by which the membership service takes Node out of its receiver's
// list although it is alive, or because it has left; Learn is that by which it puts Node in.
type Forget struct{ Node spec.NodeID }

// Learn puts Node into its receiver's list.
type Learn struct{ Node spec.NodeID }

// Join is the input by which a process comes into the group, Leave that by which it goes.
type Join struct{}

// Leave is the input by which a process goes, for good.
type Leave struct{}

// The kinds, as they stand in the names of actions.
const (
	KindQuery    = "Query"
	KindResponse = "Response"
	KindNotify   = "Notify"
	KindLeader   = "Leader"
	KindStart    = "Start"
	KindPurge    = "Purge"
	KindSuspect  = "Suspect"
	KindMissed   = "Missed"
	KindJoined   = "Joined"
	KindLeft     = "Left"
	KindForget   = "Forget"
	KindLearn    = "Learn"
	KindJoin     = "Join"
	KindLeave    = "Leave"
)

// Kind returns "Query".
func (Query) Kind() string { return KindQuery }

// Kind returns "Response".
func (Response) Kind() string { return KindResponse }

// Kind returns "Notify".
func (Notify) Kind() string { return KindNotify }

// Kind returns "Leader".
func (Leader) Kind() string { return KindLeader }

// Kind returns "Start".
func (Start) Kind() string { return KindStart }

// Kind returns "Purge".
func (Purge) Kind() string { return KindPurge }

// Kind returns "Suspect".
func (Suspect) Kind() string { return KindSuspect }

// Kind returns "Missed".
func (Missed) Kind() string { return KindMissed }

// Kind returns "Joined".
func (Joined) Kind() string { return KindJoined }

// Kind returns "Left".
func (Left) Kind() string { return KindLeft }

// Kind returns "Forget".
func (Forget) Kind() string { return KindForget }

// Kind returns "Learn".
func (Learn) Kind() string { return KindLearn }

// Kind returns "Join".
func (Join) Kind() string { return KindJoin }

// Kind returns "Leave".
func (Leave) Kind() string { return KindLeave }

func init() {
	for _, body := range []spec.Body{
		Query{},
		Response{},
		Notify{},
		Leader{},
		Start{},
		Purge{},
		Suspect{},
		Missed{},
		Joined{},
		Left{},
		Forget{},
		Learn{},
		Join{},
		Leave{},
	} {
		codec.Register(body)
	}
}
