package world

import "github.com/scrutineer-go/scrutineer/spec"

// crash takes a process down between two handler runs.
func (w *World) crash(c *consequence) {
	at := c.node
	if !w.Up(at) {
		return
	}
	in := &w.injector
	in.tally.matched(c.by.field)
	in.tally.hit(c.by.kind, "")
	in.record.crash(c.by.field, at, w.agenda.now, c.down)
	w.begin(spec.Action{Name: spec.Crash, At: at}, 0)
	w.journal.acted(c.by.field, 0)
	w.goDown(at, c.outage)
	w.tellAll()
	w.pollAll(at)
}

// goDown takes away what a process loses in a crash: its memory, its timers, what
// it would be told, and unless they wait the copies addressed to it.
func (w *World) goDown(at spec.NodeID, o outage) {
	w.net.goesDown(at)
	w.processes.goesDown(at)
	w.patience.goesDown(at)
	if w.net.rules.Failures.Recovers() && o.down != nil {
		until := w.agenda.now + *o.down
		if !o.beyond {
			until = min(until, w.agenda.stop)
		}
		w.agenda.put(until, item{what: revival, ref: int32(at)})
	}
}

// start plans the first event of a process. It comes as an input does: drawn, or pinned.
func (w *World) start(at spec.NodeID) {
	number := w.processes.number()
	takes, by := w.injector.inputDelay(at, spec.Boot, 1, number)
	w.processes.starts(at, takes, number, by)
}

// poll asks what a process may be told now, and plans to tell it what is new.
func (w *World) poll(at spec.NodeID) {
	if !w.Booted(at) || w.agenda.driven {
		return
	}
	for _, body := range w.mayBeTold(at) {
		if w.processes.isOffered(at, body) {
			continue
		}
		spec.CheckInput(body)
		number := w.processes.number()
		nth := w.processes.toldAgain(at, body.Kind())
		takes, by := w.injector.inputDelay(at, body.Kind(), nth, number)
		w.processes.offer(at, offer{body, number, by}, takes)
	}
}

// mayBeTold returns what a process that is up may be told now.
func (w *World) mayBeTold(at spec.NodeID) []spec.Body {
	return w.cluster.Told(at, w.processes.State(at), w.processes.Down())
}

// pollAll asks for every process when one has gone down or come up, because what it may be
// told depends on who is up; for that one alone where it does not.
func (w *World) pollAll(at spec.NodeID) {
	if w.cluster.InputsIgnoreDown {
		w.poll(at)
		return
	}
	for i := range w.Nodes() {
		w.poll(spec.NodeID(i))
	}
}
