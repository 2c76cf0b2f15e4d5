package rsdp

import (
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

// Acts reports whether the process holds itself for the acting leader.
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

// Engine is the state of the replica.
func (s *FailoverState) Engine() *State { return &s.Replica }
