package rsdp

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Node is one process of a cluster of replicas.
type Node struct {
	engine engine
	state  State
}

// New returns a process of a cluster with that configuration, which words.Config has checked. The
// reducers that the configuration names are those of the house, or else among custom. It panics
// where one is neither.
func New(id spec.NodeID, cfg words.Config, custom ...Reducer) *Node {
	n := &Node{}
	n.engine = newEngine(id, cfg, custom, &n.state)
	return n
}

// State returns the process's state, a *State.
func (n *Node) State() any { return &n.state }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) { n.engine.step(ev, out) }

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

func newEngine(id spec.NodeID, cfg words.Config, custom []Reducer, state *State) engine {
	e := engine{id: id, cfg: cfg, self: *NewReplica(id, cfg), State: state}
	for _, name := range cfg.Reducers {
		e.reducers = append(e.reducers, reducerOf(name, cfg, custom))
	}
	*state = e.nothing()
	e.settle()
	return e
}

func reducerOf(name string, cfg words.Config, custom []Reducer) Reducer {
	if reducer := House(name, cfg); reducer != nil {
		return reducer
	}
	for _, reducer := range custom {
		if reducer.Name() == name {
			return reducer
		}
	}
	panic("rsdp: no reducer is called " + name)
}

func (e *engine) step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		e.boot(out)
	case impl.Recovered:
		e.recover(ev.Disk, out)
	case impl.Told:
		e.told(ev.Body, out)
	case impl.Fired:
		e.fired(ev.Timer, out)
	case impl.Delivered:
		if e.On {
			e.received(ev.From, ev.Body, out)
		}
	}
}

func (e *engine) told(body spec.Body, out *impl.Effects) {
	switch body.(type) {
	case words.Start:
		e.start(e.Life+1, out)
	case words.Leave:
		e.leave(out)
	case words.Resync:
		e.resync(out)
	}
}

func (e *engine) fired(timer spec.Timer, out *impl.Effects) {
	switch timer {
	case words.TimerStatus:
		e.endDebates(out)
	case words.TimerShare:
		e.endWindow()
	case words.TimerSync:
		e.wind(out)
		e.resync(out)
	}
}

func (e *engine) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	if from == e.id && e.cfg.Interprets(words.NoEcho) && body.Kind() != words.KindStatus {
		return // a1
	}
	switch body := body.(type) {
	case words.Hello:
		e.receiveHello(from, body, out)
	case words.Status:
		e.receiveStatus(from, body)
	case words.Share:
		e.receiveShare(from, body, out)
	case words.Close:
		e.receiveClose(from, body)
	}
}
