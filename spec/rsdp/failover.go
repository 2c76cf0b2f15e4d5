package rsdp

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// FailoverLocal is what a process of a failover topology knows (section 4): what the engine's Local
// has, in which a process without a replica has nothing, and what health checks have found. The
// engine's fields stand here once more because each is a variable of the TLA+ module.
type FailoverLocal struct {
	On           bool
	Life, Number int
	Debating     bool
	Statuses     spec.Sequence[Status]
	Shares, Next spec.Sequence[Share]
	Due          bool
	Closes       spec.Sequence[Close]
	Hellos       spec.Sequence[Hello]
	Again        bool
	Injected     int
	Lives        []int
	Gone         spec.Set
	Values, Told spec.Sequence[any]

	// Asked are those whose answer to a health check it awaits.
	Asked spec.Set
	// Suspects are those who did not answer the last one. Nobody looks at them under Mutual, where
	// there are none.
	Suspects spec.Set
	// Leader is the worker that acts, as far as the process has heard, and Term counts the
	// appointments, from 0. Under Mutual nobody is appointed, and Leader is None.
	Leader spec.NodeID
	Term   int
}

// failoverFresh returns the local state of a process before its first event, and while it is down.
// Where workers are appointed the one with the greatest address acts first.
func failoverFresh(at spec.NodeID, cfg words.FailoverConfig) FailoverLocal {
	p := FailoverLocal{Leader: spec.None}
	if cfg.Topology != words.Mutual {
		p.Leader = failover{FailoverConfig: cfg}.greatest(cfg.Workers())
	}
	return p.WithReplica(Fresh(at, cfg.Config))
}

// FailoverHandlers returns the handlers of the failover topology under the configuration.
func FailoverHandlers(cfg words.FailoverConfig) spec.Handlers[FailoverLocal] {
	f := failover{cfg, NewEngine(cfg.Config)}
	return spec.Handlers[FailoverLocal]{
		Fresh: func(at spec.NodeID) FailoverLocal { return failoverFresh(at, cfg) },
		Handle: func(p FailoverLocal, _ any, a spec.Action) []spec.Outcome[FailoverLocal] {
			return []spec.Outcome[FailoverLocal]{f.handle(p, a)}
		},
		Inputs: func(at spec.NodeID, p FailoverLocal, _ spec.Set) []spec.Body {
			return f.engine.Inputs(at, p.Replica())
		},
		Bound:  f.bound,
		Awaits: f.awaits,
	}
}

// failover is a configuration, and the engine of its replicas.
type failover struct {
	words.FailoverConfig
	engine Engine
}

// bound: an appointment goes to everybody.
func (f failover) bound(at spec.NodeID, p FailoverLocal, topic string) bool {
	return topic == words.TopicAll || f.engine.Bound(at, p.Replica(), topic)
}

// awaits: the answer to a health check is awaited while the Probe or the Ack is on its way. So are the
// SHAREs of the process itself: health checks are further apart than a session takes, so that nobody
// begins one before what it found in the last has arrived.
func (f failover) awaits(timer spec.Timer, at spec.NodeID, p FailoverLocal, copy spec.Message) bool {
	if timer.Name() != words.TimerAck.Name() {
		return Awaits(timer, at, p.Replica(), copy)
	}
	switch copy.Body.(type) {
	case words.Probe:
		return copy.From == at && copy.To == timer.Of()
	case words.Ack:
		return copy.From == timer.Of() && copy.To == at
	case words.Share:
		return copy.From == at
	}
	return false
}

func (f failover) handle(p FailoverLocal, a spec.Action) spec.Outcome[FailoverLocal] {
	switch {
	case a.Timer == words.TimerProbe:
		return f.check(p, a.At)
	case a.Timer.Name() == words.TimerAck.Name():
		return f.silent(p, a.At, a.Timer.Of())
	}
	o := spec.Outcome[FailoverLocal]{Local: p}
	switch body := a.Msg.Body.(type) {
	case words.Probe:
		o.Effects = []spec.Effect{spec.SendTo(a.Msg.From, words.Ack{})}
		return o
	case words.Ack:
		o.Local.Asked, o.Local.Suspects = p.Asked.Without(a.Msg.From), p.Suspects.Without(a.Msg.From)
		o.Disarm = spec.NewSet(words.TimerAckOf(a.Msg.From))
		return o
	case words.Appoint:
		// Of two appointments of one term all take the same: two observers may know of each other's too
		// late.
		if body.Term > p.Term || body.Term == p.Term && body.Leader > p.Leader {
			o.Local.Term, o.Local.Leader = body.Term, body.Leader
		}
		return o
	}
	o = f.replicas(p, f.engine.Handle(p.Replica(), nil, a))
	switch {
	case a.Name == spec.Boot && f.Checkers().Has(a.At):
		o.Arm = o.Arm.With(words.TimerProbe)
	case a.Timer == words.TimerShare || a.Timer == words.TimerStatus && p.Due:
		f.decide(&o, a.At)
	}
	return o
}

// decide: when observers have agreed, their leader appoints another worker if it misses the one that
// acts (section 4.3).
func (f failover) decide(o *spec.Outcome[FailoverLocal], at spec.NodeID) {
	decides := f.Topology == words.Observers && !o.Local.Debating && o.Local.view().Leader == at
	if decides && o.Local.Suspects.Has(o.Local.Leader) {
		f.appoint(o)
	}
}

// check asks whom the process watches whether they are up, but for those whose answer it still awaits.
func (f failover) check(p FailoverLocal, at spec.NodeID) spec.Outcome[FailoverLocal] {
	o := spec.Outcome[FailoverLocal]{Local: p, Arm: spec.NewSet(words.TimerProbe)}
	for _, j := range f.watched(p, at).Minus(p.Asked) {
		o.Local.Asked = o.Local.Asked.With(j)
		o.Arm = o.Arm.With(words.TimerAckOf(j))
		o.Effects = append(o.Effects, spec.SendTo(j, words.Probe{}))
	}
	return o
}

// watched are whom a process asks: the other members that it knows (4.1), or the workers (4.2, 4.3); of
// them only the one that acts, where models are to be small.
func (f failover) watched(p FailoverLocal, at spec.NodeID) spec.Set {
	whom, acting := f.Workers(), p.Leader
	if f.Topology == words.Mutual {
		whom, acting = spec.NewSet(p.view().Members...).Without(at), p.view().Leader
	}
	if f.LeaderOnly {
		return whom.Minus(whom.Without(acting))
	}
	return whom
}

// silent: a process has not answered in time. Whoever misses a member of its own begins a session
// (4.1), a single observer that misses the one that acts appoints another (4.2), and one of several
// begins a session (4.3).
func (f failover) silent(p FailoverLocal, at, missed spec.NodeID) spec.Outcome[FailoverLocal] {
	p.Asked = p.Asked.Without(missed)
	o := spec.Outcome[FailoverLocal]{Local: p}
	if f.Topology == words.Mutual {
		if spec.NewSet(p.view().Members...).Has(missed) {
			return f.session(p, at)
		}
		return o
	}
	o.Local.Suspects = p.Suspects.With(missed)
	switch {
	case missed != p.Leader:
	case f.Topology == words.Observer:
		f.appoint(&o)
	default:
		return f.session(o.Local, at)
	}
	return o
}

// appoint has the greatest of the workers that are not suspected act from now on, and tells everybody;
// nobody where all are suspected.
func (f failover) appoint(o *spec.Outcome[FailoverLocal]) {
	successor := f.greatest(f.Workers().Minus(o.Local.Suspects))
	if successor == spec.None {
		return
	}
	o.Local.Leader, o.Local.Term = successor, o.Local.Term+1
	told := words.Appoint{Term: o.Local.Term, Leader: successor}
	o.Effects = append(o.Effects, spec.BroadcastTo(words.TopicAll, told))
}

// greatest is the one of these workers with the greatest address, as process 0 compares them; None of
// nobody.
func (f failover) greatest(of spec.Set) spec.NodeID {
	ascending := f.Order(0)
	for len(ascending) > 0 {
		last := ascending[len(ascending)-1]
		if of.Has(last) {
			return last
		}
		ascending = ascending[:len(ascending)-1]
	}
	return spec.None
}

// session has the process begin another session, unless one is going on: DEBATES, or the window in which
// what was found waits to be taken. The next health check misses who is still missing then.
func (f failover) session(p FailoverLocal, at spec.NodeID) spec.Outcome[FailoverLocal] {
	if len(p.Shares) > 0 {
		return spec.Outcome[FailoverLocal]{Local: p}
	}
	s := f.engine.Step(at, p.Replica())
	s.Resync()
	return f.replicas(p, s.Outcome)
}

// replicas returns what a handler run of the process does that is one of its replica.
func (f failover) replicas(p FailoverLocal, o spec.Outcome[Local]) spec.Outcome[FailoverLocal] {
	return spec.Outcome[FailoverLocal]{
		Local: p.WithReplica(o.Local), Effects: o.Effects, Arm: o.Arm, Disarm: o.Disarm,
	}
}

// view is that of the first reducer, which elects a leader.
func (p FailoverLocal) view() words.View { return p.Values[0].(words.View) }

// Replica is the engine's part of what a process knows.
func (p FailoverLocal) Replica() Local {
	return Local{
		On: p.On, Life: p.Life, Number: p.Number, Debating: p.Debating, Statuses: p.Statuses,
		Shares: p.Shares, Next: p.Next, Due: p.Due, Closes: p.Closes, Hellos: p.Hellos, Again: p.Again,
		Injected: p.Injected, Lives: p.Lives, Gone: p.Gone, Values: p.Values, Told: p.Told,
	}
}

// WithReplica returns what the process knows with another engine's part.
func (p FailoverLocal) WithReplica(l Local) FailoverLocal {
	p.On, p.Life, p.Number, p.Debating, p.Statuses = l.On, l.Life, l.Number, l.Debating, l.Statuses
	p.Shares, p.Next, p.Due, p.Closes, p.Hellos = l.Shares, l.Next, l.Due, l.Closes, l.Hellos
	p.Again, p.Injected, p.Lives, p.Gone = l.Again, l.Injected, l.Lives, l.Gone
	p.Values, p.Told = l.Values, l.Told
	return p
}
