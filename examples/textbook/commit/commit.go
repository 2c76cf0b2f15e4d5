// Package commit is two-phase commit: the coordinator, process 0, asks all others for their votes, and tells them to
// commit if all have voted yes. Each waits with a timer, and asks again when it fires.
package commit

import (
	"time"

	"github.com/scrutineer-go/scrutineer"
)

// Object tells a participant to vote no, if it has not voted.
type Object struct{}

// Ask asks a participant for its vote.
type Ask struct{}

// Vote is its vote.
type Vote struct{ Yes bool }

// Inquire asks the coordinator for the verdict.
type Inquire struct{}

// Tell is the verdict.
type Tell struct{ Verdict Verdict }

func (Object) Kind() string  { return "Object" }
func (Ask) Kind() string     { return "Ask" }
func (Vote) Kind() string    { return "Vote" }
func (Inquire) Kind() string { return "Inquire" }
func (Tell) Kind() string    { return "Tell" }

// Verdict is what comes of the transaction.
type Verdict string

const (
	None   Verdict = ""
	Commit Verdict = "commit"
	Abort  Verdict = "abort"
)

const (
	retry    = "Retry" // the timer of all
	interval = 100 * time.Millisecond
)

// State is all of a process that changes. All of it but the votes is on its disk.
type State struct {
	Objects, Voted bool // a participant's: it will vote no, it has voted yes
	Verdict        Verdict
	Votes          scrutineer.Set // the coordinator's: who has voted yes
}

// Disk is a process's.
type Disk struct {
	Objects, Voted bool
	Verdict        Verdict
}

// Process is the coordinator or a participant.
type Process struct {
	id    scrutineer.NodeID
	n     int
	state State
}

// New returns a process.
func New(id scrutineer.NodeID, n int) scrutineer.Node { return &Process{id: id, n: n} }

// State returns all of the process that changes.
func (p *Process) State() any { return &p.state }

// Step handles one event.
func (p *Process) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	s := &p.state
	switch m := ev.Body.(type) {
	case Object:
		s.Objects = true
		p.save(out)
	case Ask:
		p.vote(out)
	case Vote:
		p.counted(ev.From, m.Yes, out)
	case Inquire:
		if s.Verdict != None {
			out.Send(ev.From, Tell{s.Verdict})
		}
	case Tell:
		if s.Verdict == None {
			s.Verdict = m.Verdict
			p.save(out)
			out.StopTimer(retry)
		}
	default: // it comes up, or its timer fires
		if disk, ok := ev.Disk.(Disk); ok {
			s.Objects, s.Voted, s.Verdict = disk.Objects, disk.Voted, disk.Verdict
		}
		p.again(out)
	}
}

// again has a process that waits ask once more.
func (p *Process) again(out *scrutineer.Effects) {
	s := &p.state
	switch {
	case s.Verdict != None:
		return
	case p.id == 0:
		for to := 1; to < p.n; to++ {
			if id := scrutineer.NodeID(to); !s.Votes.Has(id) {
				out.Send(id, Ask{})
			}
		}
	case s.Voted:
		out.Send(0, Inquire{})
	default:
		return
	}
	out.SetTimer(retry, interval)
}

// vote has a participant vote. One that votes no knows the verdict; one that votes yes must wait for it.
func (p *Process) vote(out *scrutineer.Effects) {
	s := &p.state
	switch {
	case s.Verdict == Abort || s.Objects && !s.Voted:
		s.Verdict = Abort
		p.save(out)
		out.Send(0, Vote{false})
		return
	case !s.Voted:
		s.Voted = true
		p.save(out)
		out.SetTimer(retry, interval)
	}
	out.Send(0, Vote{true})
}

// counted counts a vote at the coordinator.
func (p *Process) counted(from scrutineer.NodeID, yes bool, out *scrutineer.Effects) {
	s := &p.state
	if s.Verdict != None {
		return
	}
	if yes {
		s.Votes = s.Votes.With(from)
	}
	switch {
	case !yes:
		s.Verdict = Abort
	case len(s.Votes) == p.n-1:
		s.Verdict = Commit
	default:
		return
	}
	p.save(out)
	out.StopTimer(retry)
	for to := 1; to < p.n; to++ {
		out.Send(scrutineer.NodeID(to), Tell{s.Verdict})
	}
}

func (p *Process) save(out *scrutineer.Effects) {
	out.Save(Disk{p.state.Objects, p.state.Voted, p.state.Verdict})
}
