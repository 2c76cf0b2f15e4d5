package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// outage is for how long a process is down.
type outage struct {
	down   *faults.Time // where absent, it stays down
	beyond bool         // it does not end because the faults stop
}

// crash takes a process down between two handler runs.
func (w *World) crash(at spec.NodeID, by scheduler, o outage) {
	if !w.Up(at) {
		return
	}
	w.matched(by.field)
	w.strikes(by.kind, "")
	w.record.crash(by.field, at, w.now, o)
	e := w.begin(spec.Action{Name: spec.Crash, At: at})
	e.Copy = 0
	w.acted(by.field, e.N, 0)
	w.goDown(at, o)
	w.tellAll()
	w.pollAll(at)
}

// goDown takes away what a process loses in a crash: its memory, its timers, what
// it would be told, and unless they wait the copies addressed to it.
func (w *World) goDown(at spec.NodeID, o outage) {
	p := &w.procs[at]
	w.flying -= p.inbox
	w.armed -= len(p.timers)
	if p.unbooted {
		p.unbooted = false
		w.unbooted--
	}
	p.node, p.timers, p.offers = nil, p.timers[:0], p.offers[:0]
	p.patient = p.patient[:0]
	p.life++
	if !w.rules.KeepsInbox() {
		p.inbox, p.box = 0, p.box[:0]
	}
	w.up, w.down = nil, w.down.With(at)
	w.unwatchAll()
	if w.rules.Failures.Recovers() && o.down != nil {
		until := w.now + *o.down
		if !o.beyond {
			until = min(until, w.plan.Stop)
		}
		w.at(until, item{what: revival, ref: int32(at)})
	}
}

// starts plans the first event of a process. It comes as an input does: drawn, or pinned.
func (w *World) starts(at spec.NodeID) {
	w.procs[at].unbooted = true
	w.unbooted++
	w.clock++
	takes, by := w.inputDelay(at, spec.Boot, 1)
	w.procs[at].bootsBy = by
	w.at(takes, item{what: booting, ref: int32(at), gen: w.clock})
}

// boot lets a process have its first event, unless it has crashed before. Copies that came
// earlier have waited for it.
func (w *World) boot(it item) {
	at := spec.NodeID(it.ref)
	p := &w.procs[at]
	switch {
	case !p.unbooted:
		return
	case p.paused > w.now:
		w.wait(p, it)
		return
	}
	p.unbooted = false
	w.unbooted--
	w.record.given(it.gen, w.now)
	w.unpark(p)
	if p.bootsBy != "" {
		w.acted(p.bootsBy, w.event.N+1, 0)
	}
	w.handle(spec.Action{Name: spec.Boot, At: at}, impl.Event{Kind: impl.Booted, From: spec.None}, 0)
}

// unpark lets copies arrive that have waited for their receiver.
func (w *World) unpark(p *process) {
	parked := p.parked
	p.parked = nil
	for _, it := range parked {
		w.parcels.list[it.ref].stage = scheduled
		w.postpone(w.now, it)
	}
}

// revive brings a process up again, from its disk.
func (w *World) revive(it item) {
	at := spec.NodeID(it.ref)
	p := &w.procs[at]
	switch {
	case p.node != nil:
		return
	case p.paused > w.now:
		w.wait(p, it)
		return
	}
	p.node = w.cluster.New(at)
	w.flying += p.inbox
	w.up, w.down = nil, w.down.Without(at)
	w.unpark(p)
	w.handle(spec.Action{Name: spec.Recover, At: at},
		impl.Event{Kind: impl.Recovered, From: spec.None, Disk: p.disk}, 0)
	w.pollAll(at)
}

// pollAll asks for every process when one has gone down or come up, because what it may be
// told depends on who is up; for that one alone where it does not.
func (w *World) pollAll(at spec.NodeID) {
	if w.cluster.InputsIgnoreDown {
		w.poll(at)
		return
	}
	for i := range w.procs {
		w.poll(spec.NodeID(i))
	}
}
