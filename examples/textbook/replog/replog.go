// Package replog is a replicated log: leaders are elected for terms, and the log of the leader becomes that of a
// majority. It is raft without snapshots and changes of the group.
package replog

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer"
)

// Propose asks a leader to append its own id and how long its log is.
type Propose struct{}

// Canvass asks for a vote. The candidate's log has that length, and its last entry is of that term.
type Canvass struct{ Term, Length, Last int }

// Vote is for the candidate.
type Vote struct{ Term int }

// Append has a follower make its log that of the leader: after the first Length entries, the last of which is of term
// Last, come these. Committed of all are committed.
type Append struct {
	Term, Length, Last int
	Entries            []Entry
	Committed          int
}

// Appended says how long the follower's log is that agrees with the leader's, -1 if it was not long enough.
type Appended struct{ Term, Length int }

// Newer tells a process that has sent something of an old term.
type Newer struct{ Term int }

// Entry is one of the log.
type Entry struct{ Term, Value int }

func (Propose) Kind() string  { return "Propose" }
func (Canvass) Kind() string  { return "Canvass" }
func (Vote) Kind() string     { return "Vote" }
func (Append) Kind() string   { return "Append" }
func (Appended) Kind() string { return "Appended" }
func (Newer) Kind() string    { return "Newer" }

// Role is what a process is in its term.
type Role string

const (
	Follower  Role = ""
	Candidate Role = "candidate"
	Leader    Role = "leader"
)

// Timers: without a leader's message for so long a process stands for election, the lower ones sooner; a leader sends
// so often.
const (
	election, heartbeat  = "Election", "Heartbeat"
	patience, difference = 100 * time.Millisecond, 40 * time.Millisecond
	beat                 = 30 * time.Millisecond
)

// Disk is what a process has on its disk.
type Disk struct {
	Term  int
	Voted scrutineer.NodeID // in that term, -1 for nobody
	Log   []Entry
}

// State is all of a process that changes.
type State struct {
	Disk
	Role      Role
	Committed int            // so many entries of the log are committed
	Votes     scrutineer.Set // a candidate's
	Matches   []int          // a leader's: by process, how much of its log is the leader's
}

// Process is one of the group.
type Process struct {
	id    scrutineer.NodeID
	n     int
	state State
}

// New returns a process.
func New(id scrutineer.NodeID, n int) scrutineer.Node {
	return &Process{id: id, n: n, state: State{Disk: Disk{Voted: -1}}}
}

// State returns all of the process that changes.
func (p *Process) State() any { return &p.state }

// Step handles one event.
func (p *Process) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	s := &p.state
	if term := termOf(ev.Body); term > s.Term {
		p.follow(term, out)
	} else if term > 0 && term < s.Term {
		out.Send(ev.From, Newer{s.Term})
		return
	}
	switch m := ev.Body.(type) {
	case Propose:
		s.Log = append(slices.Clone(s.Log), Entry{s.Term, 10*s.Term + int(p.id)})
		s.Matches[p.id] = len(s.Log)
		p.save(out)
		p.lead(out)
	case Canvass:
		p.canvassed(ev.From, m, out)
	case Vote:
		p.won(ev.From, out)
	case Append:
		p.appendAll(ev.From, m, out)
	case Appended:
		p.matched(ev.From, m.Length, out)
	case Newer:
	default: // it comes up, or a timer fires
		p.wake(ev, out)
	}
}

// termOf returns the term of a message, 0 for an input or a timer.
func termOf(body scrutineer.Body) int {
	switch m := body.(type) {
	case Canvass:
		return m.Term
	case Vote:
		return m.Term
	case Append:
		return m.Term
	case Appended:
		return m.Term
	case Newer:
		return m.Term
	}
	return 0
}

// wake has a process come up, stand for election, or send what a leader sends now and then.
func (p *Process) wake(ev scrutineer.Event, out *scrutineer.Effects) {
	s := &p.state
	switch {
	case ev.Timer == heartbeat:
		p.lead(out)
	case ev.Timer == election:
		s.Role, s.Term, s.Voted, s.Votes = Candidate, s.Term+1, p.id, scrutineer.Set{p.id}
		p.save(out)
		p.patient(out)
		p.others(out, Canvass{s.Term, len(s.Log), last(s.Log)})
	default:
		if disk, ok := ev.Disk.(Disk); ok {
			s.Disk = disk
		}
		p.patient(out)
	}
}

// follow begins a later term. A leader steps down; others go on waiting for one.
func (p *Process) follow(term int, out *scrutineer.Effects) {
	s := &p.state
	if s.Role == Leader {
		out.StopTimer(heartbeat)
		p.patient(out)
	}
	s.Term, s.Voted = term, -1
	s.Role, s.Votes, s.Matches = Follower, nil, nil
	p.save(out)
}

// canvassed votes for a candidate that has all of its log, if it has voted for nobody else in the term.
func (p *Process) canvassed(from scrutineer.NodeID, m Canvass, out *scrutineer.Effects) {
	s := &p.state
	behind := m.Last < last(s.Log) || m.Last == last(s.Log) && m.Length < len(s.Log)
	if behind || s.Voted != -1 && s.Voted != from {
		return
	}
	s.Voted = from
	p.save(out)
	p.patient(out)
	out.Send(from, Vote{s.Term})
}

// won counts a vote. With those of a majority the candidate leads.
func (p *Process) won(from scrutineer.NodeID, out *scrutineer.Effects) {
	s := &p.state
	if s.Role != Candidate {
		return
	}
	if s.Votes = s.Votes.With(from); 2*len(s.Votes) > p.n {
		s.Role, s.Matches = Leader, make([]int, p.n)
		s.Matches[p.id] = len(s.Log)
		out.StopTimer(election)
		p.lead(out)
	}
}

// lead sends to each other process what that may lack.
func (p *Process) lead(out *scrutineer.Effects) {
	s := &p.state
	for to := range p.n {
		if id := scrutineer.NodeID(to); id != p.id {
			common := s.Matches[to]
			out.Send(id, Append{s.Term, common, last(s.Log[:common]), slices.Clone(s.Log[common:]), s.Committed})
		}
	}
	out.SetTimer(heartbeat, beat)
}

// appendAll makes the log that of the leader.
func (p *Process) appendAll(from scrutineer.NodeID, m Append, out *scrutineer.Effects) {
	s := &p.state
	s.Role, s.Votes = Follower, nil
	p.patient(out)
	if len(s.Log) < m.Length || last(s.Log[:m.Length]) != m.Last {
		return // it has lost what it had, which cannot be
	}
	for i, entry := range m.Entries {
		at := m.Length + i
		if at < len(s.Log) && s.Log[at].Term != entry.Term {
			s.Log = slices.Clone(s.Log[:at])
		}
		if at >= len(s.Log) {
			s.Log = append(slices.Clone(s.Log), entry)
		}
	}
	s.Committed = max(s.Committed, min(m.Committed, m.Length+len(m.Entries)))
	p.save(out)
	out.Send(from, Appended{s.Term, m.Length + len(m.Entries)})
}

// matched has the leader commit what a majority has, if it is of its own term.
func (p *Process) matched(from scrutineer.NodeID, length int, out *scrutineer.Effects) {
	s := &p.state
	if s.Role != Leader || length <= s.Matches[from] {
		return
	}
	s.Matches = slices.Clone(s.Matches)
	s.Matches[from] = length
	sorted := slices.Sorted(slices.Values(s.Matches))
	common := sorted[(p.n-1)/2]
	if common > s.Committed && s.Log[common-1].Term == s.Term {
		s.Committed = common
		p.lead(out)
	}
}

// patient has a process wait for a leader.
func (p *Process) patient(out *scrutineer.Effects) {
	out.SetTimer(election, patience+time.Duration(p.id)*difference)
}

// others sends to all others.
func (p *Process) others(out *scrutineer.Effects, body scrutineer.Body) {
	for to := range p.n {
		if id := scrutineer.NodeID(to); id != p.id {
			out.Send(id, body)
		}
	}
}

// last returns the term of the last entry of a log, 0 for none.
func last(log []Entry) int {
	if len(log) == 0 {
		return 0
	}
	return log[len(log)-1].Term
}

// save writes the disk.
func (p *Process) save(out *scrutineer.Effects) {
	disk := p.state.Disk
	disk.Log = slices.Clone(disk.Log)
	out.Save(disk)
}
