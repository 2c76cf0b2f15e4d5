package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// arrive delivers a copy, unless its receiver is down or paused.
func (w *World) arrive(it item) {
	p := &w.net.parcels.list[it.ref]
	at := p.msg.To
	to := &w.processes.list[at]
	switch {
	case !w.net.present(p):
		w.net.parcels.release(it.ref)
		return
	case to.node == nil:
		w.arriveAtDown(it)
		return
	case to.paused > w.agenda.now:
		w.wait(at, it, p.kind.name)
		return
	case to.unbooted:
		w.net.park(it)
		return
	case w.cluster.Ordered && w.net.inOrder(p) > 1:
		w.net.park(it)
		return
	}
	w.injector.record.delivered(p.number, w.agenda.now)
	w.deliver(it.ref)
}

// deliver takes a copy out of the network, and has its receiver handle it.
func (w *World) deliver(place int32) {
	p := &w.net.parcels.list[place]
	a := spec.Action{Name: p.kind.deliver, At: p.msg.To, Msg: w.net.placed(p)}
	number := p.number
	p.kind.delivers()
	w.journal.willDeliver(p.body)
	p.land()
	w.leave(place)
	w.handle(a, impl.Event{Kind: impl.Delivered, From: a.Msg.From, Body: a.Msg.Body}, number)
}

// arriveAtDown parks a copy until its receiver comes up, or loses it.
func (w *World) arriveAtDown(it item) {
	p := &w.net.parcels.list[it.ref]
	if !w.injector.losesAtDown(p) {
		w.net.park(it)
		return
	}
	p.land()
	w.lose(it.ref, "")
}

// wait postpones an item to the end of its process's pause; kind is that of the message that arrives,
// "" for anything else.
func (w *World) wait(at spec.NodeID, it item, kind string) {
	w.injector.feelsPause(at, kind)
	w.agenda.postpone(w.processes.list[at].paused, it)
}

// waitsForPause postpones an item that is no arrival if its process is in a pause, and reports whether it is.
func (w *World) waitsForPause(it item) bool {
	at := spec.NodeID(it.ref)
	paused := w.processes.isPaused(at)
	if paused {
		w.wait(at, it, "")
	}
	return paused
}

// ring fires a timer, if it is still the one that was set.
func (w *World) ring(it item) {
	at := spec.NodeID(it.ref)
	i := w.processes.timer(it)
	if i < 0 || w.waitsForPause(it) {
		return
	}
	t := &w.processes.list[at].timers[i]
	var what witness
	awaits := false
	if !t.ticks {
		what, awaits = w.patience.awaited(at, t.name)
	}
	if awaits && w.injector.waitsFor(t) && w.patience.mayWait(t) {
		w.patience.putOff(at, t.name, it, what)
		return
	}
	w.fire(at, i, awaits)
}

// fire has a process handle the firing of its ith timer. awaits reports whether the timer awaits a message.
func (w *World) fire(at spec.NodeID, i int, awaits bool) {
	fired := w.processes.list[at].timers[i]
	w.processes.fire(at, i)
	w.injector.fires(fired, awaits)
	w.handle(spec.Action{Name: w.net.rules.Firing(fired.name, awaits), At: at, Timer: fired.name},
		impl.Event{Kind: impl.Fired, From: spec.None, Timer: fired.name}, 0)
}

// tell gives a process an input, unless it may no longer be told that.
func (w *World) tell(it item) {
	at := spec.NodeID(it.ref)
	i := w.processes.offered(it)
	if i < 0 || w.waitsForPause(it) {
		return
	}
	w.injector.record.given(it.gen, w.agenda.now)
	o := w.processes.take(at, i)
	if !w.mayTell(at, o.body) {
		return
	}
	if o.by != "" {
		w.journal.acts(o.by)
	}
	w.input(at, o.body)
}

// mayTell reports whether a process may be told an input now.
func (w *World) mayTell(at spec.NodeID, body spec.Body) bool {
	return slices.ContainsFunc(w.mayBeTold(at), func(b spec.Body) bool { return spec.SameBody(b, body) })
}

// input has a process handle an input.
func (w *World) input(at spec.NodeID, body spec.Body) {
	a := spec.Action{Name: body.Kind(), At: at, Msg: spec.Message{From: spec.Environment, To: at, Body: body}}
	w.handle(a, impl.Event{Kind: impl.Input, From: spec.None, Body: body}, 0)
}

// boot lets a process have its first event, unless it has crashed before. Copies that came
// earlier have waited for it.
func (w *World) boot(it item) {
	at := spec.NodeID(it.ref)
	p := &w.processes.list[at]
	if !p.unbooted || w.waitsForPause(it) {
		return
	}
	w.injector.record.given(it.gen, w.agenda.now)
	w.firstEvent(at)
}

// firstEvent has a process handle its first event.
func (w *World) firstEvent(at spec.NodeID) {
	w.processes.boots(at)
	w.net.unpark(at)
	if by := w.processes.list[at].bootsBy; by != "" {
		w.journal.acts(by)
	}
	w.handle(spec.Action{Name: spec.Boot, At: at}, impl.Event{Kind: impl.Booted, From: spec.None}, 0)
}

// revive brings a process up again, from its disk.
func (w *World) revive(it item) {
	at := spec.NodeID(it.ref)
	if w.Up(at) || w.waitsForPause(it) {
		return
	}
	w.recover(at)
	w.pollAll(at)
}

// recover has a process come up, and handle that.
func (w *World) recover(at spec.NodeID) {
	w.processes.comesUp(at, w.cluster.New(at))
	w.net.comesUp(at)
	w.handle(spec.Action{Name: spec.Recover, At: at},
		impl.Event{Kind: impl.Recovered, From: spec.None, Disk: w.processes.list[at].disk}, 0)
}
