package raft

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer"
	"go.etcd.io/raft/v3/raftpb"
)

// Message is a message of the library as a plain value, which a raftpb.Message is not. It has the
// fields that matter where nobody changes who belongs to the group, asks for leases of reading or
// hands the leadership over.
type Message struct {
	Type                               string
	Term, LogTerm, Index, Commit, Hint uint64
	Reject                             bool
	Entries                            []Entry
	Snapshot                           Snapshot
}

// Kind is the type of the message, such as MsgVote.
func (m Message) Kind() string { return m.Type }

// Entry is an entry of the log.
type Entry struct {
	Term, Index uint64
	Data        string
}

// Snapshot is what is left of the log up to Index: what the state machine had come to.
type Snapshot struct {
	Index, Term uint64
	Voters      []uint64
	Applied     []uint64
	Commands    int
}

// Propose is what a client tells a process.
type Propose struct{ Data string }

// Kind names the input.
func (Propose) Kind() string { return "Propose" }

// raftID is a process as the library names it: it takes 0 for nobody.
func raftID(id scrutineer.NodeID) uint64 { return uint64(id) + 1 }

// nodeOf is the process of a name, None of 0.
func nodeOf(id uint64) scrutineer.NodeID { return scrutineer.NodeID(id) - 1 }

// wire is a message of the library as a plain value.
func wire(m *raftpb.Message) Message {
	w := Message{
		Type: m.GetType().String(), Term: m.GetTerm(), LogTerm: m.GetLogTerm(), Index: m.GetIndex(),
		Commit: m.GetCommit(), Hint: m.GetRejectHint(), Reject: m.GetReject(), Entries: entriesOf(m.GetEntries()),
	}
	if m.GetType() == raftpb.MsgSnap {
		w.Snapshot = snapshotOf(m.GetSnapshot())
	}
	return w
}

// raft is the message as the library has it.
func (m Message) raft(from, to scrutineer.NodeID) *raftpb.Message {
	r := &raftpb.Message{
		Type: raftpb.MessageType(raftpb.MessageType_value[m.Type]).Enum(), From: new(raftID(from)), To: new(raftID(to)),
		Term: new(m.Term), LogTerm: new(m.LogTerm), Index: new(m.Index), Commit: new(m.Commit),
		RejectHint: new(m.Hint), Reject: new(m.Reject), Entries: raftEntries(m.Entries),
	}
	if m.Type == "MsgSnap" {
		r.Snapshot = m.Snapshot.raft()
	}
	return r
}

func entriesOf(list []*raftpb.Entry) []Entry {
	var entries []Entry
	for _, e := range list {
		entries = append(entries, Entry{e.GetTerm(), e.GetIndex(), string(e.GetData())})
	}
	return entries
}

func raftEntries(list []Entry) []*raftpb.Entry {
	var entries []*raftpb.Entry
	for _, e := range list {
		r := &raftpb.Entry{Term: new(e.Term), Index: new(e.Index), Type: raftpb.EntryNormal.Enum()}
		if e.Data != "" {
			r.Data = []byte(e.Data)
		}
		entries = append(entries, r)
	}
	return entries
}

// data is what the state machine has in a snapshot of the library.
func (s Snapshot) data() []byte {
	text, err := json.Marshal(Snapshot{Applied: s.Applied, Commands: s.Commands})
	must(err)
	return text
}

// snapshotOf is a snapshot of the library as a plain value.
func snapshotOf(r *raftpb.Snapshot) Snapshot {
	var s Snapshot
	if len(r.GetData()) > 0 {
		must(json.Unmarshal(r.GetData(), &s))
	}
	s.Index, s.Term = r.GetMetadata().GetIndex(), r.GetMetadata().GetTerm()
	s.Voters = r.GetMetadata().GetConfState().GetVoters()
	return s
}

// raft is the snapshot as the library has it.
func (s Snapshot) raft() *raftpb.Snapshot {
	return &raftpb.Snapshot{Data: s.data(), Metadata: &raftpb.SnapshotMetadata{
		Index: new(s.Index), Term: new(s.Term), ConfState: &raftpb.ConfState{Voters: s.Voters},
	}}
}
