// Package fencedlease has process 0, the lessor, lease something to one of the others after the
// other. A lease has a term, the fencing token, which nobody else ever has.
package fencedlease

import (
	"time"

	"github.com/scrutineer-go/scrutineer"
)

// Ask asks the lessor for the lease.
type Ask struct{}

// Grant gives it, with its term.
type Grant struct{ Term int }

// Kind returns "Ask".
func (Ask) Kind() string { return "Ask" }

// Kind returns "Grant".
func (Grant) Kind() string { return "Grant" }

// Granted is what the lessor has on its disk.
type Granted struct{ Term int }

const lessor scrutineer.NodeID = 0

const length, retry = time.Second, 300 * time.Millisecond

// Process is the lessor, or one that asks it.
type Process struct {
	id    scrutineer.NodeID
	hasty bool // it sends before it saves: the broken twin
	state State
}

// State is all of a Process that changes.
type State struct {
	Term int  // of the lessor, what it granted last; of another, what it holds, 0 for nothing
	Out  bool // the lessor has a lease out
}

// State returns the process's state.
func (p *Process) State() any { return &p.state }

// Step handles one event.
func (p *Process) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch body := ev.Body.(type) {
	case Ask:
		if !p.state.Out {
			p.grant(ev.From, out)
		}
	case Grant:
		p.state.Term = max(p.state.Term, body.Term) // an older one may come later
		out.StopTimer("Retry")
	default: // it comes up, or its timer fires
		if p.id != lessor {
			out.Send(lessor, Ask{})
			out.SetTimer("Retry", retry)
			return
		}
		if last, ok := ev.Disk.(Granted); ok {
			p.state.Term = last.Term
		}
		p.state.Out = false
	}
}

// grant has a new term on the disk before anybody hears of it.
func (p *Process) grant(to scrutineer.NodeID, out *scrutineer.Effects) {
	p.state.Term++
	p.state.Out = true
	if p.hasty {
		out.Send(to, Grant{p.state.Term})
	}
	out.Save(Granted{p.state.Term})
	if !p.hasty {
		out.Send(to, Grant{p.state.Term})
	}
	out.SetTimer("Expire", length)
}

// awaits: a process waits for what it has sent, and for a Grant to it.
func awaits(_ scrutineer.Timer, at scrutineer.NodeID, _ *State, m *scrutineer.Message) bool {
	return m.From == at || m.To == at && m.Body.Kind() == "Grant"
}
