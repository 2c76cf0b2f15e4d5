package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Query asks a process for the lowest hashes that it knows (Algorithm 1, line 3).
type Query struct{ Run int }

// Response answers a Query of the same run (line 20). Candidates are the X
// lowest processes of the responder's list; Base has X = 1.
type Response struct {
	Run        int
	Candidates spec.Set
}

// Notify is the paper's NOTIFYLEADER: its receiver should announce itself
// (line 12).
type Notify struct{ Run int }

// Leader is multicast by the process that leads (line 22).
type Leader struct{ Run int }

// Start is the input that makes a process begin an election: it boots the group,
// or has seen the old leader fail.
type Start struct{}

// Purge is the input by which the membership service removes a dead process from
// its receiver's list.
type Purge struct{ Node spec.NodeID }

// The kinds, as they stand in the names of actions.
const (
	KindQuery    = "Query"
	KindResponse = "Response"
	KindNotify   = "Notify"
	KindLeader   = "Leader"
	KindStart    = "Start"
	KindPurge    = "Purge"
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

func init() {
	for _, body := range []spec.Body{Query{}, Response{}, Notify{}, Leader{}, Start{}, Purge{}} {
		codec.Register(body)
	}
}
