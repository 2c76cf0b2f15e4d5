package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// offer is an input that a process will be told, if it may still be told it then.
type offer struct {
	body spec.Body
	gen  uint32
	by   string // the pin that says when; "" for none
}

// poll asks what a process may be told now, and plans to tell it what is new.
func (w *World) poll(at spec.NodeID) {
	p := &w.procs[at]
	if p.node == nil || p.unbooted {
		return
	}
	for _, body := range w.cluster.Told(at, p.node.State(), w.down) {
		if slices.ContainsFunc(p.offers, func(o offer) bool { return spec.SameBody(o.body, body) }) {
			continue
		}
		spec.CheckInput(body)
		w.clock++
		nth := p.told.Next(body.Kind())
		takes, by := w.inputDelay(at, body.Kind(), nth)
		p.offers = append(p.offers, offer{body, w.clock, by})
		w.at(w.now+takes, item{what: telling, ref: int32(at), gen: w.clock})
	}
}

// inputDelay is how long a process waits for the nth input of a kind, and the pin that says so.
func (w *World) inputDelay(at spec.NodeID, kind string, nth int) (takes faults.Time, pin string) {
	for i := range w.inputs {
		if in := &w.inputs[i]; in.node == at && in.kind == kind && in.nth == nth {
			w.matched(in.field)
			return in.by, in.field
		}
	}
	by := w.plan.Inputs.Draw(w.seed.With(aboutInput).With(uint64(at)).Named(kind).With(uint64(nth)))
	w.record.input(at, kind, nth, by, w.clock, w.now)
	return by, ""
}

// deliverInput gives a process an input, unless it may no longer be told that.
func (w *World) deliverInput(it item) {
	at := spec.NodeID(it.ref)
	p := &w.procs[at]
	i := slices.IndexFunc(p.offers, func(o offer) bool { return o.gen == it.gen })
	if i < 0 {
		return
	}
	if p.paused > w.now {
		w.wait(p, it)
		return
	}
	w.record.given(it.gen, w.now)
	body, by := p.offers[i].body, p.offers[i].by
	p.offers = slices.Delete(p.offers, i, i+1)
	valid := slices.ContainsFunc(w.cluster.Told(at, p.node.State(), w.down),
		func(b spec.Body) bool { return spec.SameBody(b, body) })
	if !valid {
		return
	}
	if by != "" {
		w.acted(by, w.event.N+1, 0)
	}
	a := spec.Action{Name: body.Kind(), At: at, Msg: spec.Message{From: spec.Environment, To: at, Body: body}}
	w.handle(a, impl.Event{Kind: impl.Told, From: spec.None, Body: body}, 0)
}
