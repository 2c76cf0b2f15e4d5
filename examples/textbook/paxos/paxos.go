// Package paxos decides on one value: single-decree Paxos, with acceptors and two proposers.
package paxos

import "github.com/scrutineer-go/scrutineer"

// Propose tells a proposer to try, with a ballot that it has not used.
type Propose struct{}

// Prepare asks an acceptor for a promise.
type Prepare struct{ Ballot int }

// Promise is an acceptor's: it takes no lower ballot any more. It has accepted Value in ballot Accepted, 0 for none.
type Promise struct{ Ballot, Accepted, Value int }

// Accept asks an acceptor to accept a value.
type Accept struct{ Ballot, Value int }

// Accepted says that it has.
type Accepted struct{ Ballot int }

func (Propose) Kind() string  { return "Propose" }
func (Prepare) Kind() string  { return "Prepare" }
func (Promise) Kind() string  { return "Promise" }
func (Accept) Kind() string   { return "Accept" }
func (Accepted) Kind() string { return "Accepted" }

// Proposers are the last ones of a group, all others are acceptors.
const Proposers = 2

// Disk is what is on a process's disk: what an acceptor has promised and accepted, how often a proposer has tried.
type Disk struct{ Promised, Accepted, Value, Tries int }

// State is all of a process that changes.
type State struct {
	Disk
	Ballot, Best, Choice int            // a proposer's ballot, the highest one in its promises, and that one's value
	Promises, Accepts    scrutineer.Set // who has promised, and who has accepted
	Decided              int            // 0 for nothing yet
}

// Process is a proposer or an acceptor.
type Process struct {
	id        scrutineer.NodeID
	acceptors int
	state     State
}

// New returns a process.
func New(id scrutineer.NodeID, n int) scrutineer.Node {
	return &Process{id: id, acceptors: n - Proposers}
}

// State returns all of the process that changes.
func (p *Process) State() any { return &p.state }

// Step handles one event.
func (p *Process) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	s := &p.state
	switch m := ev.Body.(type) {
	case Propose:
		s.Tries++
		s.Ballot, s.Best, s.Choice = s.Tries*Proposers+int(p.id)-p.acceptors, 0, int(p.id)
		s.Promises, s.Accepts = nil, nil
		out.Save(s.Disk)
		p.ask(out, Prepare{s.Ballot})
	case Prepare:
		if m.Ballot >= s.Promised {
			s.Promised = m.Ballot
			out.Save(s.Disk)
			out.Send(ev.From, Promise{m.Ballot, s.Accepted, s.Value})
		}
	case Promise:
		p.promised(ev.From, m, out)
	case Accept:
		if m.Ballot >= s.Promised {
			s.Promised, s.Accepted, s.Value = m.Ballot, m.Ballot, m.Value
			out.Save(s.Disk)
			out.Send(ev.From, Accepted{m.Ballot})
		}
	case Accepted:
		if m.Ballot == s.Ballot {
			if s.Accepts = s.Accepts.With(ev.From); p.most(s.Accepts) {
				s.Decided = s.Choice
			}
		}
	default:
		if disk, ok := ev.Disk.(Disk); ok { // it comes up again
			s.Disk = disk
		}
	}
}

// promised counts a promise. The first majority of them lets the proposer go on.
func (p *Process) promised(from scrutineer.NodeID, m Promise, out *scrutineer.Effects) {
	s := &p.state
	if m.Ballot != s.Ballot || p.most(s.Promises) {
		return
	}
	s.Promises = s.Promises.With(from)
	if m.Accepted > s.Best {
		s.Best, s.Choice = m.Accepted, m.Value
	}
	if p.most(s.Promises) {
		p.ask(out, Accept{s.Ballot, s.Choice})
	}
}

// most reports whether some acceptors are a majority.
func (p *Process) most(of scrutineer.Set) bool { return 2*len(of) > p.acceptors }

// ask sends to all acceptors.
func (p *Process) ask(out *scrutineer.Effects, body scrutineer.Body) {
	for to := range p.acceptors {
		out.Send(scrutineer.NodeID(to), body)
	}
}
