package rsdp

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Medium is all that the protocol asks of a network (section 2.1): a direct link to each replica,
// and one link to all. impl.Effects is one.
type Medium interface {
	// Send sends a message to one replica, which may be the sender.
	Send(to spec.NodeID, body spec.Body)
	// Broadcast sends a copy to each replica that is bound to the topic, the sender too if it is.
	Broadcast(topic string, body spec.Body)
}

// engine is the protocol, on a state that belongs to the node that has the engine.
type engine struct {
	id       spec.NodeID
	cfg      words.Config
	reducers []Reducer
	self     Replica // without who has left, which is in the state
	*State
}

// replica is what reducers know at this moment.
func (e *engine) replica() *Replica {
	r := e.self
	r.Gone = e.Gone
	return &r
}

// nothing is the state of who was never a replica.
func (e *engine) nothing() State {
	s := State{Life: -1, Lives: make([]int, e.cfg.Nodes), Gone: make([]bool, e.cfg.Nodes)}
	s.Values, s.Told = make([]Value, len(e.reducers)), make([]Value, len(e.reducers))
	r := e.self
	r.Gone = s.Gone
	for k, reducer := range e.reducers {
		s.Values[k] = reducer.Beginning(&r)
		s.Told[k] = reducer.NormalizeState(&r, s.Values[k])
	}
	return s
}

// configuration is what the replica tells of each reducer's value.
func (e *engine) configuration() []any {
	r, data := e.replica(), make([]any, len(e.reducers))
	for k, reducer := range e.reducers {
		data[k] = reducer.GetCurrentState(r, e.Values[k])
	}
	return data
}
