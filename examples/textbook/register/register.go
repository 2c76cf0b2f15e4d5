// Package register is a register on a primary and a backup. The backup may be promoted: it then goes on alone, in the
// next epoch, and refuses what the old primary sends. Clients ask again and again, the one and the other in turn.
package register

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/linearizability"
)

// Promote has the backup take over.
type Promote struct{}

// Op is an operation of a client, its Nth: a write of a value that is not 0, or else a read.
type Op struct {
	Client scrutineer.NodeID
	N      int
	Write  int
}

// Request asks for an operation.
type Request struct{ Op Op }

// Replicate has the backup do an operation, the Seqth of the primary, in the primary's epoch.
type Replicate struct {
	Epoch, Seq int
	Op         Op
}

// Replicated says that the backup has done it.
type Replicated struct{ Epoch, Seq int }

// Result is the answer to a client's Nth operation.
type Result struct{ N, Value int }

func (Promote) Kind() string    { return "Promote" }
func (Request) Kind() string    { return "Request" }
func (Replicate) Kind() string  { return "Replicate" }
func (Replicated) Kind() string { return "Replicated" }
func (Result) Kind() string     { return "Result" }

// The processes: all others are clients.
const primary, backup = scrutineer.NodeID(0), scrutineer.NodeID(1)

const (
	retry    = "Retry" // the timer of all
	interval = 50 * time.Millisecond
)

// Disk is what a process has on its disk.
type Disk struct {
	Value int
	Done  []Result // by client, its last operation and the result
	Seq   int      // how many operations were done
	Epoch int      // a replica's: 1 from when it knows of the promotion
	Busy  *Op      // what the primary has asked the backup to do
	Calls int      // a client's: how many it has called
}

// State is all of a process that changes.
type State struct {
	Disk
	Call    *Op // a client's: what it waits for
	Asked   scrutineer.NodeID
	Answers int
	Answer  any
}

// Process is a replica or a client.
type Process struct {
	id    scrutineer.NodeID
	state State
}

// New returns a process.
func New(id scrutineer.NodeID, n int) scrutineer.Node {
	return &Process{id: id, state: State{Disk: Disk{Value: linearizability.Nil, Done: make([]Result, n)}}}
}

// State returns all of the process that changes.
func (p *Process) State() any { return &p.state }

// Step handles one event.
func (p *Process) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	s := &p.state
	switch m := ev.Body.(type) {
	case linearizability.Read:
		p.call(0, out)
	case linearizability.Write:
		p.call(m.Value, out)
	case Promote:
		s.Epoch = 1
		p.save(out)
	case Request:
		p.requested(m.Op, out)
	case Replicate:
		p.replicate(ev.From, m, out)
	case Replicated:
		if s.Busy != nil && m.Seq == s.Seq+1 {
			op := *s.Busy
			s.Busy = nil
			out.StopTimer(retry)
			p.do(op)
			p.save(out)
			out.Send(op.Client, s.Done[op.Client])
		}
	case Result:
		p.answered(m, out)
	default: // it comes up, or its timer fires
		if disk, ok := ev.Disk.(Disk); ok {
			s.Disk = disk
			s.Done = slices.Clone(s.Done)
		}
		p.ask(out)
	}
}

// requested has a replica that serves begin an operation, unless it was done already, or another one is under way.
func (p *Process) requested(op Op, out *scrutineer.Effects) {
	s := &p.state
	switch {
	case p.id == backup && s.Epoch == 0:
	case s.Done[op.Client].N >= op.N:
		out.Send(op.Client, s.Done[op.Client])
	case p.id == backup: // it was promoted, and is alone
		p.do(op)
		p.save(out)
		out.Send(op.Client, s.Done[op.Client])
	case s.Busy == nil:
		s.Busy = &op
		p.save(out)
		p.ask(out)
	}
}

// replicate has the backup do what the primary does, in the same order.
func (p *Process) replicate(from scrutineer.NodeID, m Replicate, out *scrutineer.Effects) {
	s := &p.state
	if m.Epoch < s.Epoch || m.Seq > s.Seq+1 {
		return
	}
	if m.Seq == s.Seq+1 {
		p.do(m.Op)
		p.save(out)
	}
	out.Send(from, Replicated{m.Epoch, m.Seq})
}

// do does an operation.
func (p *Process) do(op Op) {
	s := &p.state
	s.Seq++
	if op.Write != 0 {
		s.Value = op.Write
	}
	s.Done[op.Client] = Result{op.N, s.Value}
}

// call has a client begin an operation.
func (p *Process) call(write int, out *scrutineer.Effects) {
	s := &p.state
	s.Calls++
	s.Call = &Op{p.id, s.Calls, write}
	s.Asked = backup
	p.save(out)
	p.ask(out)
}

// ask has a process that waits ask, once more: a client the one replica and the other in turn.
func (p *Process) ask(out *scrutineer.Effects) {
	s := &p.state
	switch {
	case s.Busy != nil:
		out.Send(backup, Replicate{s.Epoch, s.Seq + 1, *s.Busy})
	case s.Call != nil:
		s.Asked = 1 - s.Asked
		out.Send(s.Asked, Request{*s.Call})
	default:
		return
	}
	out.SetTimer(retry, interval)
}

// answered ends a client's operation.
func (p *Process) answered(m Result, out *scrutineer.Effects) {
	s := &p.state
	if s.Call == nil || s.Call.N != m.N {
		return
	}
	s.Answers, s.Answer = s.Answers+1, linearizability.Value{Value: m.Value}
	if s.Call.Write != 0 {
		s.Answer = linearizability.Done{}
	}
	s.Call = nil
	out.StopTimer(retry)
}

// save writes the disk.
func (p *Process) save(out *scrutineer.Effects) {
	disk := p.state.Disk
	disk.Done = slices.Clone(disk.Done)
	out.Save(disk)
}
