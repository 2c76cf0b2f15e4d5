package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Query asks a process for the X lowest hashes that it knows and for the Y unhealthiest
// processes (Algorithm 1, line 3; Algorithm 3, line 3). Base and Optimistic ask for
// X = 1 and Y = 0.
type Query struct{ Run, X, Y int }

// Response answers a Query of the same run (Algorithm 1, line 20; Algorithm 3, lines 28
// to 31). Unhealthy are the top Y of the responder's list by what it suspects, never
// itself; Candidates the X lowest of its list that are not among those.
type Response struct {
	Run        int
	Candidates spec.Set
	Unhealthy  spec.Set
}

// Notify is the paper's NOTIFYLEADER: its receiver should announce itself
// (line 12). Seq counts those of a run, from 1.
type Notify struct{ Run, Seq int }

// Leader is multicast by the process that leads (line 22), with the tag of the Notify
// that it obeys.
type Leader struct{ Run, Seq int }

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

// The kinds, as they stand in the names of actions.
const (
	KindQuery    = "Query"
	KindResponse = "Response"
	KindNotify   = "Notify"
	KindLeader   = "Leader"
	KindStart    = "Start"
	KindPurge    = "Purge"
	KindSuspect  = "Suspect"
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

func init() {
	for _, body := range []spec.Body{
		Query{}, Response{}, Notify{}, Leader{}, Start{}, Purge{}, Suspect{},
	} {
		codec.Register(body)
	}
}
