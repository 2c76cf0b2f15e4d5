package rsdp

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Failover is one process of a failover topology (section 4): a replica, where it is one, that
// checks others, or is checked, or both.
type Failover struct {
	id     spec.NodeID
	cfg    words.FailoverConfig
	engine engine
	state  FailoverState
}

// FailoverState is all of a Failover that changes. Suspects and Asked are replaced, and not written
// to.
type FailoverState struct {
	// Replica is the state of the replica. Who is none is not on.
	Replica State
	// Suspects are those whose last health check was not answered, where observers decide.
	Suspects []bool
	// Asked are those whose answer to a health check is awaited: their timers are armed.
	Asked []bool
	// Leader is the worker that is appointed, None in a mutual topology, and Term its number.
	Leader spec.NodeID
	Term   int
	// Booted tells that the process has had its first event.
	Booted bool
}

// NewFailover returns a process of a topology with that configuration, which words.FailoverConfig
// has checked.
func NewFailover(id spec.NodeID, cfg words.FailoverConfig) *Failover {
	f := &Failover{id: id, cfg: cfg}
	f.engine = newEngine(id, cfg.Config, nil, &f.state.Replica)
	f.state.Suspects, f.state.Asked = make([]bool, cfg.Nodes), make([]bool, cfg.Nodes)
	f.state.Leader = spec.None
	if cfg.Topology != words.Mutual {
		f.state.Leader = cfg.Greatest(cfg.Workers())
	}
	return f
}

// State returns the process's state, a *FailoverState.
func (f *Failover) State() any { return &f.state }

// Acts tells whether the process holds itself for the acting leader.
func (f *Failover) Acts() bool {
	if f.cfg.Topology == words.Mutual {
		return f.elected() == f.id
	}
	return f.state.Leader == f.id
}

// elected is whom the replica follows, None where the process is none.
func (f *Failover) elected() spec.NodeID {
	if !f.state.Replica.On {
		return spec.None
	}
	return f.state.Replica.View(0).Leader
}

// Step handles one event.
func (f *Failover) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		f.boot(out)
	case impl.Fired:
		f.fired(ev, out)
	case impl.Delivered:
		f.received(ev, out)
	default:
		f.engine.step(ev, out)
	}
}

func (f *Failover) fired(ev impl.Event, out *impl.Effects) {
	switch ev.Timer.Name() {
	case words.TimerProbe.Name():
		f.check(out)
	case words.TimerAck.Name():
		f.unanswered(ev.Timer.Of(), out)
	default:
		batch := ev.Timer == words.TimerShare || ev.Timer == words.TimerStatus && f.state.Replica.Due
		f.engine.step(ev, out)
		if batch {
			f.agreed(out)
		}
	}
}

func (f *Failover) received(ev impl.Event, out *impl.Effects) {
	switch body := ev.Body.(type) {
	case words.Probe:
		out.Send(ev.From, words.Ack{})
	case words.Ack:
		f.answered(ev.From, out)
	case words.Appoint:
		f.appointed(body)
	default:
		f.engine.step(ev, out)
	}
}

// appointed takes an appointment, unless it knows of a later one. Of two in one term, by observers that
// did not know of each other, all take the same.
func (f *Failover) appointed(body words.Appoint) {
	s := &f.state
	if body.Term > s.Term || body.Term == s.Term && body.Leader > s.Leader {
		s.Term, s.Leader = body.Term, body.Leader
	}
}

// Engine is the state of the replica.
func (s *FailoverState) Engine() *State { return &s.Replica }

// boot winds the clocks. The checks of K processes are shifted so that one begins every h/K.
func (f *Failover) boot(out *impl.Effects) {
	f.state.Booted = true
	f.engine.boot(out)
	checkers := f.cfg.Checkers()
	position, checks := slices.BinarySearch(checkers, f.id)
	if !checks {
		return
	}
	first := f.cfg.ProbeTime()
	if !f.cfg.EqualPhases {
		first = first * time.Duration(position+1) / time.Duration(len(checkers))
	}
	out.SetTimer(words.TimerProbe, first)
}
