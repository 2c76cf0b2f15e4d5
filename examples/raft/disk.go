package raft

import (
	"math"

	etcd "go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/raftpb"
)

// Disk is the record of a process: all that the library wants to be durable.
type Disk struct {
	Term, Vote, Commit uint64
	Snapshot           Snapshot
	Entries            []Entry
}

// firstDisk is what a process begins with that has saved nothing: who belongs to the group.
func firstDisk(nodes int) Disk {
	var d Disk
	for n := range nodes {
		d.Snapshot.Voters = append(d.Snapshot.Voters, uint64(n)+1)
	}
	return d
}

// diskOf is the record of what is stored.
func diskOf(store *etcd.MemoryStorage) Disk {
	hard, _, err := store.InitialState()
	must(err)
	snapshot, err := store.Snapshot()
	must(err)
	first, err := store.FirstIndex()
	must(err)
	last, err := store.LastIndex()
	must(err)
	d := Disk{
		Term: hard.GetTerm(), Vote: hard.GetVote(), Commit: hard.GetCommit(), Snapshot: snapshotOf(snapshot),
	}
	if last >= first {
		entries, err := store.Entries(first, last+1, math.MaxUint64)
		must(err)
		d.Entries = entriesOf(entries)
	}
	return d
}

// storage is the library's storage with what the record says.
func (d Disk) storage() *etcd.MemoryStorage {
	store := etcd.NewMemoryStorage()
	must(store.ApplySnapshot(d.Snapshot.raft()))
	must(store.Append(raftEntries(d.Entries)))
	must(store.SetHardState(&raftpb.HardState{Term: new(d.Term), Vote: new(d.Vote), Commit: new(d.Commit)}))
	return store
}
