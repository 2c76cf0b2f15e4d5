// Package rsdp is the executable specification of the Replica State Discovery Protocol (Toliupa,
// Kotov, Buchyk, Boiko and Shtanenko, IT&I 2024), deliberately naive. A replica discovers the
// others in a session of DEBATES, tells all what it has found in a SHARE, and takes what is shared
// in a window for its state; who leaves says so in a CLOSE (section 2.2). What the state is, its
// reducers say: leader elections (section 3) and the members (section 2.4), and others.
//
// Here is a replica's state and which events there are; engine.go has what each of them does,
// phases.go the phases under the mutex, buffers.go what waits, reducer.go what a reducer is, and
// elections.go and members.go those of the house.
//
// The package must not import impl/rsdp. Start reading at [Handlers].
package rsdp

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Local is the state of a replica. A process that is none, which has not started or has left, has
// one too, with nothing in it but its life.
type Local struct {
	// On tells that it is a replica.
	On bool
	// Life is the life in which it is or was last, -1 before its first.
	Life int
	// Number is that of its last session in this life.
	Number int
	// Debating tells that DEBATES is going on: it holds the interPhaseMutex.
	Debating bool
	// Statuses are the answers to its HELLO, ascending by sender.
	Statuses spec.Sequence[Status]
	// Shares are those of the window that is open, or that has ended and is due. They are kept in
	// the order of their arrival as far as it matters: see Arrived.
	Shares spec.Sequence[Share]
	// Next are those that wait for the next window (ClosedBatch).
	Next spec.Sequence[Share]
	// Due tells that the window has ended while the mutex was held.
	Due bool
	// Closes are the CLOSEs that wait for the mutex, each once, ascending by sender and life.
	Closes spec.Sequence[Close]
	// Hellos are the HELLOs that wait for the mutex (HelloWaits, AllHellosWait), in ascending order.
	Hellos spec.Sequence[Hello]
	// Again tells that a resynchronisation waits for the mutex (ResyncWaits).
	Again bool
	// Injected is how many values of the side channel it has taken in this life.
	Injected int
	// Lives are, for each process, the highest life of it that was heard of.
	Lives []int
	// Gone are those that were closed in the highest life of them that was heard of.
	Gone spec.Set
	// Values are the reducers' values, Told what the client was told of each last.
	Values, Told spec.Sequence[any]
}

// Status is an answer that is buffered.
type Status struct {
	From    spec.NodeID
	Session words.Session
	Life    int
	Data    spec.Sequence[any]
}

// Share is what another replica, or this one, has shared, as it was sent.
type Share struct {
	From spec.NodeID
	Life int
	Data spec.Sequence[any]
}

// Close is a CLOSE that waits.
type Close struct {
	From spec.NodeID
	Life int
}

// Hello is a HELLO that waits.
type Hello struct {
	From    spec.NodeID
	Session words.Session
}

// Handlers returns the handlers of the engine under the configuration, with reducers beside those of the house.
func Handlers(cfg words.Config, custom ...Reducer) spec.Handlers[Local] {
	e := NewEngine(cfg, custom...)
	return spec.Handlers[Local]{
		Fresh: e.Fresh,
		Handle: func(l Local, disk any, a spec.Action) []spec.Outcome[Local] {
			return []spec.Outcome[Local]{e.Handle(l, disk, a)}
		},
		Inputs: func(at spec.NodeID, l Local, _ spec.Set) []spec.Body { return e.Inputs(at, l) },
		Bound:  e.Bound,
		Awaits: Awaits,
	}
}

// Fresh returns the local state of a process before its first event, and while it is down.
func Fresh(at spec.NodeID, cfg words.Config, custom ...Reducer) Local {
	return NewEngine(cfg, custom...).Fresh(at)
}

// Engine is a configuration with the reducers that run under it, in its order.
type Engine struct {
	words.Config
	reducers []Reducer
}

// NewEngine returns the engine under the configuration, with reducers beside those of the house.
func NewEngine(cfg words.Config, custom ...Reducer) Engine {
	e := Engine{Config: cfg}
	for _, name := range cfg.Reducers {
		e.reducers = append(e.reducers, named(name, cfg, custom))
	}
	return e
}

// named returns the reducer of that name, which a checked configuration has.
func named(name string, cfg words.Config, custom []Reducer) Reducer {
	for _, r := range custom {
		if r.Name == name {
			return r
		}
	}
	return House(name, cfg)
}

// Fresh returns the local state of a process before its first event, and while it is down.
func (e Engine) Fresh(at spec.NodeID) Local {
	l := e.off(at, -1)
	settled := e.Settled(at)
	if len(settled.Members) == 0 {
		return l
	}
	l.On, l.Life = true, 0
	c := e.context(at, l)
	for k, r := range e.reducers {
		if r.Settled != nil {
			l.Values = set(l.Values, k, r.Settled(c, settled))
		}
		l.Told = set(l.Told, k, r.NormalizeState(c, l.Values[k]))
	}
	return l
}

// off returns the local state of a process that is no replica, and knows nothing but the life it
// was in last.
func (e Engine) off(at spec.NodeID, life int) Local {
	l := Local{Life: life, Lives: make([]int, e.Nodes)}
	for _, r := range e.reducers {
		l.Values = append(l.Values, r.Beginning)
		l.Told = append(l.Told, r.NormalizeState(e.context(at, l), r.Beginning))
	}
	return l
}

// Inputs are what a process may be told: to start, to leave, to synchronise again, and what the side channel has next.
func (e Engine) Inputs(at spec.NodeID, l Local) (may []spec.Body) {
	if !l.On {
		if l.Life < e.Rejoins && !e.Outside.Has(at) {
			may = append(may, words.Start{})
		}
		return may
	}
	if e.MayLeave(at, l.Life) {
		may = append(may, words.Leave{})
	}
	if e.Resyncers.Has(at) && l.Number < e.Resyncs {
		may = append(may, words.Resync{})
	}
	if l.Injected < len(e.Injections) {
		may = append(may, e.Injections[l.Injected])
	}
	return may
}

// Bound tells whether a process that is up hears what is broadcast to the replicas: it is one, or
// its queue was made before it boots (a2).
func (e Engine) Bound(at spec.NodeID, l Local, topic string) bool {
	awaitsBoot := e.Cold() && l.Life < 0 && !e.Outside.Has(at)
	return topic == words.TopicReplicas && (l.On || awaitsBoot && !e.Interprets(words.Unbound))
}

// Awaits tells whether a copy in flight would still be in time for a window: for that of STATUS it
// is one's own HELLO, to whomever it goes, and whatever STATUS comes; for that of SHARE a SHARE.
func Awaits(timer spec.Timer, at spec.NodeID, _ Local, copy spec.Message) bool {
	switch copy.Body.(type) {
	case words.Hello:
		return timer == words.TimerStatus && copy.From == at
	case words.Status:
		return timer == words.TimerStatus && copy.To == at
	case words.Share:
		return timer == words.TimerShare && copy.To == at
	}
	return false
}
