package rsdp

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

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

// settle has the replica begin as an earlier session has left it, if one has. Its client knows.
func (e *engine) settle() {
	settled := e.cfg.Settled(e.id)
	if len(settled.Members) == 0 || e.cfg.Outside.Has(e.id) {
		return
	}
	e.On, e.Life = true, 0
	r := e.replica()
	for k, reducer := range e.reducers {
		if settles, is := reducer.(Settler); is {
			e.Values[k] = settles.Settled(r, settled)
		}
		e.Told[k] = reducer.NormalizeState(r, e.Values[k])
	}
}

func (e *engine) step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		e.boot(out)
	case impl.Recovered:
		e.recover(ev.Disk, out)
	case impl.Input:
		e.told(ev.Body, out)
	case impl.Fired:
		e.fired(ev.Timer, out)
	case impl.Delivered:
		if e.On && e.cfg.Linked(ev.From, e.id) {
			e.received(ev.From, ev.Body, out)
		}
	}
}

func (e *engine) told(body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Start:
		e.start(e.Life+1, out)
	case words.Leave:
		e.leave(out)
	case words.Resync:
		e.resync(out)
	case words.Inject:
		e.inject(body)
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
