// Package raft puts somebody else's protocol, go.etcd.io/raft/v3 as it is published, behind an
// adapter that is a scrutineer.Node.
//
// A Node must be deterministic, and that library is not: each time a process becomes follower or
// candidate it draws from crypto/rand how long it waits for a leader. It looks at what it drew in
// one place, where the Tick of a follower or candidate counts, and so the adapter never ticks one.
// It has an election timer of its own, of which each length is a function of the process, its term
// and how often it has campaigned, and calls Campaign when that fires. A leader is ticked by a second
// timer: its ticks send heartbeats and check its quorum, both counted from fixed numbers.
//
// The package imports the front door of scrutineer and the library, and nothing imports it but its
// command. Start reading at Process.
package raft

import (
	"cmp"
	"hash/fnv"
	"time"

	"github.com/scrutineer-go/scrutineer"
	etcd "go.etcd.io/raft/v3"
	"go.etcd.io/raft/v3/raftpb"
)

// The timers of a process. Both are clocks: they fire whatever is in flight.
const (
	electionTimer  = "Election"  // of who does not lead: it has heard of no leader for too long
	heartbeatTimer = "Heartbeat" // of who leads
)

const (
	heartbeat = 100 * time.Millisecond
	// election is the shortest election timeout, and the longest is twice as long. Both grow with
	// each campaign of a process, up to patience times: so they exceed at last what copies take.
	election = 150 * time.Millisecond
	patience = 12
	// compactAfter is after how many applied entries there is a new snapshot, and compactKeeps
	// how many before it stay in the log.
	compactAfter, compactKeeps = 4, 1
	// proposals is how many entries the client of a process proposes until that goes down.
	proposals = 3
)

// State is what the adapter shows of a process: a projection, for the library keeps the rest to itself.
type State struct {
	Term, Vote    uint64            // Vote is a process of the library's, which counts from 1
	Role          string            // "" before the first event
	Leader        scrutineer.NodeID // None where it knows of none
	Commit        uint64
	Applied       []uint64 // after each applied entry, the first has index 1, the digest of all so far
	Commands      int      // how many applied entries were a client's
	SnapshotAt    uint64   // the index of its own last snapshot
	Installed     int      // snapshots from others, since it came up
	Led           uint64   // the last term that it led in, since it came up
	Campaigns     int      // since it came up
	ProposedSoFar int      // since it came up
}

// leads is the Role of a leader.
const leads = "StateLeader"

// Process is one process of the library with what it needs around it: timers, a disk, and a state
// machine that digests what is applied.
type Process struct {
	id     scrutineer.NodeID
	config Config
	state  State
	raw    *etcd.RawNode
	store  *etcd.MemoryStorage
}

// Config is a configuration of a group.
type Config struct {
	Nodes    int                 `json:"nodes"`
	Failures scrutineer.Failures `json:"failures"`
	// PreVote and CheckQuorum are the library's options that change elections.
	PreVote     bool `json:"preVote"`
	CheckQuorum bool `json:"checkQuorum"`
	// ForgetsVote is a bug: a process that comes up again does not remember whom it voted for.
	ForgetsVote bool `json:"forgetsVote"`
	// BeatMS is the time between two heartbeats, FailMS the shortest election timeout, in milliseconds;
	// 100 and 150 where they are 0.
	BeatMS int `json:"beatMs,omitempty"`
	FailMS int `json:"failMs,omitempty"`
	// Seed, 0 to 65535, changes the election timeouts: groups with different seeds have different ones.
	Seed int `json:"seed,omitempty"`
}

// heartbeat is the time between two heartbeats.
func (c Config) heartbeat() time.Duration {
	return cmp.Or(time.Duration(c.BeatMS)*time.Millisecond, heartbeat)
}

// election is the shortest election timeout.
func (c Config) election() time.Duration {
	return cmp.Or(time.Duration(c.FailMS)*time.Millisecond, election)
}

// quorumTicks is after how many ticks without a majority a leader steps down.
func (c Config) quorumTicks() int {
	if c.FailMS == 0 {
		return 5
	}
	return max(2, int(c.election()/c.heartbeat()))
}

// New makes a process.
func (c Config) New(id scrutineer.NodeID, _ int) scrutineer.Node {
	return &Process{id: id, config: c, state: State{Leader: nodeOf(0)}}
}

// State returns the projection.
func (p *Process) State() any { return &p.state }

// Step handles one event: it has the library make a step, and does what that asks for.
func (p *Process) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	led := p.state.Role == leads
	switch ev.Kind {
	case scrutineer.Booted, scrutineer.Recovered:
		p.start(ev.Disk)
	case scrutineer.Delivered:
		_ = p.raw.Step(ev.Body.(Message).raft(ev.From, p.id)) // an error is of a proposal that it drops
	case scrutineer.Input:
		if p.raw.Propose([]byte(ev.Body.(Propose).Data)) == nil {
			p.state.ProposedSoFar++
		}
	case scrutineer.Fired:
		p.fired(ev.Timer)
	}
	p.carryOut(out)
	p.look()
	p.arm(ev, led, out)
}

// fired has the library do what it is time for.
func (p *Process) fired(timer scrutineer.Timer) {
	if timer == heartbeatTimer {
		p.raw.Tick()
		return
	}
	p.state.Campaigns++
	must(p.raw.Campaign())
}

// start makes the library's part of the process from what is on the disk.
func (p *Process) start(disk any) {
	d, recovers := disk.(Disk)
	if !recovers {
		d = firstDisk(p.config.Nodes)
	}
	if p.config.ForgetsVote {
		d.Vote = 0
	}
	p.store = d.storage()
	p.state.Applied, p.state.Commands = d.Snapshot.Applied, d.Snapshot.Commands
	raw, err := etcd.NewRawNode(&etcd.Config{
		ID: raftID(p.id), ElectionTick: p.config.quorumTicks(), HeartbeatTick: 1, Storage: p.store,
		MaxSizePerMsg: 1 << 20, MaxInflightMsgs: 16, Logger: quiet{},
		PreVote: p.config.PreVote, CheckQuorum: p.config.CheckQuorum,
	})
	must(err)
	p.raw = raw
}

// carryOut does all that the library has ready, in the order that it demands: it saves before it
// sends, and applies after that.
func (p *Process) carryOut(out *scrutineer.Effects) {
	for p.raw.HasReady() {
		rd := p.raw.Ready()
		p.save(rd, out)
		for _, m := range rd.Messages {
			out.Send(nodeOf(m.GetTo()), wire(m))
		}
		for _, e := range rd.CommittedEntries {
			p.apply(e)
		}
		p.raw.Advance(rd)
		for _, m := range rd.Messages {
			if m.GetType() == raftpb.MsgSnap { // it is on its way, and a heartbeat's answer tells whether it came
				p.raw.ReportSnapshot(m.GetTo(), etcd.SnapshotFinish)
			}
		}
		p.compact(out)
	}
}

// save writes what must be durable before anything is sent.
func (p *Process) save(rd etcd.Ready, out *scrutineer.Effects) {
	if etcd.IsEmptySnap(rd.Snapshot) && etcd.IsEmptyHardState(rd.HardState) && len(rd.Entries) == 0 {
		return
	}
	if !etcd.IsEmptySnap(rd.Snapshot) {
		must(p.store.ApplySnapshot(rd.Snapshot))
		s := snapshotOf(rd.Snapshot)
		p.state.Applied, p.state.Commands = s.Applied, s.Commands
		p.state.Installed++
	}
	must(p.store.Append(rd.Entries))
	if !etcd.IsEmptyHardState(rd.HardState) {
		must(p.store.SetHardState(rd.HardState))
	}
	out.Save(diskOf(p.store))
}

// apply has the state machine, which digests all that it is given, take a committed entry.
func (p *Process) apply(e *raftpb.Entry) {
	if len(e.GetData()) > 0 { // a leader's first entry is empty
		p.state.Commands++
	}
	var before uint64
	if n := len(p.state.Applied); n > 0 {
		before = p.state.Applied[n-1]
	}
	// Snapshots share the list up to here, and nothing in it may change.
	p.state.Applied = append(p.state.Applied[:len(p.state.Applied):len(p.state.Applied)], digest(before, e))
}

// digest is that of an entry and of all before it.
func digest(before uint64, e *raftpb.Entry) uint64 {
	sum := fnv.New64a()
	var text []byte
	for _, n := range []uint64{before, e.GetIndex(), e.GetTerm()} {
		for shift := range 8 {
			text = append(text, byte(n>>(8*shift)))
		}
	}
	_, _ = sum.Write(append(text, e.GetData()...)) // a hash never fails
	return sum.Sum64()
}

// compact makes a snapshot, and cuts the log, when there is enough for one.
func (p *Process) compact(out *scrutineer.Effects) {
	last, err := p.store.Snapshot()
	must(err)
	at := uint64(len(p.state.Applied))
	if at < last.GetMetadata().GetIndex()+compactAfter {
		return
	}
	s := Snapshot{Applied: p.state.Applied, Commands: p.state.Commands}
	_, err = p.store.CreateSnapshot(at, nil, s.data())
	must(err)
	must(p.store.Compact(at - compactKeeps))
	out.Save(diskOf(p.store))
}

// look has the state show what the library does.
func (p *Process) look() {
	s := p.raw.BasicStatus()
	p.state.Term, p.state.Vote, p.state.Commit = s.GetTerm(), s.GetVote(), s.GetCommit()
	p.state.Role, p.state.Leader = s.RaftState.String(), nodeOf(s.Lead)
	if p.state.Role == leads {
		p.state.Led = p.state.Term
	}
	last, err := p.store.Snapshot()
	must(err)
	p.state.SnapshotAt = last.GetMetadata().GetIndex()
}

// arm sets the timers after an event, before which the process has led or not.
func (p *Process) arm(ev scrutineer.Event, led bool, out *scrutineer.Effects) {
	leading := p.state.Role == leads
	switch {
	case leading && !led:
		out.StopTimer(electionTimer)
		out.SetTimer(heartbeatTimer, p.config.heartbeat())
	case leading && ev.Timer == heartbeatTimer:
		out.SetTimer(heartbeatTimer, p.config.heartbeat())
	case leading:
	case led:
		out.StopTimer(heartbeatTimer)
		out.SetTimer(electionTimer, p.timeout())
	case ev.Kind != scrutineer.Delivered && ev.Kind != scrutineer.Input || p.heard(ev):
		out.SetTimer(electionTimer, p.timeout())
	}
}

// heard tells whether a message is of the term's leader, or of a candidate that the process has
// voted for.
func (p *Process) heard(ev scrutineer.Event) bool {
	m, ok := ev.Body.(Message)
	if !ok || m.Term != p.state.Term {
		return false
	}
	switch m.Type {
	case "MsgApp", "MsgHeartbeat", "MsgSnap":
		return true
	case "MsgVote":
		return p.state.Vote == raftID(ev.From)
	}
	return false
}

// timeout is how long the process waits for a leader: in each term somebody else is the first.
func (p *Process) timeout() time.Duration {
	sum, election := fnv.New32a(), p.config.election()
	of := []byte{byte(p.id), byte(p.state.Term), byte(p.state.Term >> 8)}
	if p.config.Seed != 0 {
		of = append(of, byte(p.config.Seed), byte(p.config.Seed>>8))
	}
	_, _ = sum.Write(of)
	more := time.Duration(sum.Sum32()>>8) % (election / time.Millisecond) * time.Millisecond
	return (election + more) * time.Duration(min(1+p.state.Campaigns, patience))
}

// must is for what cannot fail here. A run in which it does has failed.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
