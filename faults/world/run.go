package world

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/panics"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Report is what came of a run.
type Report struct {
	// Digest is that of the whole run: every event with its time and its effects,
	// and the processes' states at the end.
	Digest string
	// Events counts the events, Delivered those that delivered a copy.
	Events, Delivered int
	// End is when nothing more happened, when the plan's time was up, or when an observer
	// has ended the run.
	End faults.Time
	// Ended tells that an observer has ended it: what follows would not matter any more.
	Ended bool
	// Quiescent tells that nothing was in flight to a live process, no timer was armed
	// and nobody still to boot at the end.
	Quiescent bool
	// Queue is the mean length of the queue of what will happen, Items how much was taken out of
	// it: with the events what came to nothing, such as the alarms of timers that were stopped.
	Queue, Items int
	// Traffic counts the messages, one entry a kind in the order of first use.
	Traffic []Traffic
	// Happened counts, for each kind of fault, how often one took effect.
	Happened map[string]int
	// Hits counts the faults that took effect on a message, a timer or a step.
	Hits map[Hit]int
	// Unmatched are the named faults and the pins that took no effect, as fields of the plan;
	// Missed are those of them that are optional.
	Unmatched, Missed []string
	// Breach is set where the processes' own code is at fault.
	Breach *Breach
	// GivenUp tells that the run was, before its time was up. The rest is then of no use.
	GivenUp bool
}

// New returns a world at the beginning of the plan, which is checked here: where it meets
// its cluster, and nowhere else.
func New(c network.Cluster, p faults.Plan, observers ...Observer) (*World, error) {
	routes, err := p.Check(c.Nodes, c.Failures)
	if err != nil {
		return nil, err
	}
	w := compose(c, p.WithDefaults(), routes)
	w.observers = observers
	for _, o := range observers {
		if f, ok := o.(Follower); ok {
			w.journal.follow(f)
		}
	}
	w.schedule()
	if stop := w.agenda.stop; stop > 0 {
		w.injector.later(stop, w.stopFaults)
	}
	w.agenda.planned()
	for i := range w.processes.list {
		w.processes.begins(spec.NodeID(i), c.New(spec.NodeID(i)))
	}
	if p.Snapshot != nil {
		if err := w.restore(p.Snapshot); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// compose puts the parts of a world together.
func compose(c network.Cluster, p faults.Plan, routes faults.Routes) *World {
	w := &World{cluster: c}
	a, ps, n, in := &w.agenda, &w.processes, &w.net, &w.injector
	*a = agenda{stop: p.Stop, end: p.Stop + p.Settle}
	w.clocks = clocks{agenda: a, nodes: c.Nodes, resolution: max(1, p.Resolution)}
	*ps = processes{agenda: a, list: make([]process, c.Nodes)}
	*in = newInjector(p, a, ps, n, &w.journal)
	*n = net{
		agenda: a, processes: ps, rules: network.RulesOf(c), ordered: c.Ordered, routes: routes, seed: in.seed,
		delay: p.Delay, bounded: p.DelayAfterStop, turns: turns{gap: p.Gap}, boxes: make([]box, c.Nodes),
		parked: make([][]item, c.Nodes),
	}
	if in.stopped {
		n.faultsStop()
	}
	w.patience = patience{
		agenda: a, processes: ps, net: n, cluster: &w.cluster, rest: in.plan.Settle,
	}
	w.journal.digest.begin()
	w.effects = impl.NewWeightedEffects(in.pick, in.pickBy)
	return w
}

// Run runs the plan to its end.
func (w *World) Run() Report {
	w.runGuarded(w.fromBeginning)
	return w.report()
}

// runGuarded runs a part of a run. It takes a panic of a process for what it is: a failure of its code.
func (w *World) runGuarded(part func()) {
	guarded := func() {
		defer func() {
			if cause := recover(); cause != nil {
				w.fails(spec.Recovered(cause))
			}
		}()
		part()
	}
	if !panics.Returns(guarded) {
		w.fails(panics.Exited)
	}
}

func (w *World) report() Report {
	for i := range w.Nodes() {
		w.journal.digest.state(w.State(spec.NodeID(i)))
	}
	a, counted := &w.agenda, &w.injector.tally
	r := Report{
		Digest: w.journal.digest.end(), Events: w.Events(), End: a.now, Quiescent: w.Quiescent(),
		Ended: w.ended, GivenUp: w.givenUp, Happened: counted.happened, Hits: counted.hits,
		Breach: w.breach,
	}
	r.Unmatched, r.Missed = w.injector.missed()
	r.Queue, r.Items = a.queued/max(a.popped, 1), a.popped
	for _, k := range w.net.kinds {
		r.Delivered += k.count.Delivered
		r.Traffic = append(r.Traffic, k.count)
	}
	return r
}

// askEvery is after how many items it is asked whether to give up: soon, also where each event is held
// against the specification of a thousand processes.
const askEvery = 64

// fromBeginning runs the whole plan.
func (w *World) fromBeginning() {
	begin := w.injector.plan.Snapshot
	if begin != nil {
		w.scheduleRestored(begin)
		w.settle()
	}
	for i := range w.Nodes() {
		if w.cluster.Boots && begin == nil {
			w.start(spec.NodeID(i))
		}
		w.poll(spec.NodeID(i))
	}
	w.untilEnd()
}

// untilEnd takes what is due off the agenda until the run is over.
func (w *World) untilEnd() {
	for w.breach == nil && !w.ended && !w.givenUp {
		it, ok := w.agenda.advance()
		if !ok && w.waits != nil && w.waits() && w.patience.prolong() {
			continue
		}
		if !ok {
			break
		}
		w.dispatch(it)
		w.settle()
		w.goesOn()
		w.givenUp = w.givesUp != nil && w.agenda.popped%askEvery == 0 && w.givesUp()
	}
}

// TimeGoesOn is the contract that a run does not stay at one moment of virtual time for ever.
const TimeGoesOn = "TimeGoesOn"

// A world takes at most atOnce items off its agenda at one moment, and ofEachPair more for each pair of processes.
const (
	atOnce     = 100_000
	ofEachPair = 100
)

// goesOn ends a run that has stayed too long at one moment.
func (w *World) goesOn() {
	a := &w.agenda
	if a.now != w.instant.at {
		w.instant.at, w.instant.since = a.now, a.popped
		return
	}
	if n := w.Nodes(); a.popped-w.instant.since > atOnce+ofEachPair*n*n {
		w.Stop(TimeGoesOn, fmt.Sprintf("time stands still: %d things have happened at %s, the last is %s; is a "+
			"timer of length 0 set again and again?",
			a.popped-w.instant.since, a.now, w.journal.event.Line().Text))
	}
}

// fails ends the run with what the checked code has done wrong. If a process has panicked in an event, that event is
// the last one of the run.
func (w *World) fails(cause any) {
	where := "before the first event"
	if w.stepping.Name != "" {
		e := w.begin(w.stepping, 0)
		w.journal.digest.add(e)
		for _, o := range w.observers {
			if c, keeps := o.(Chronicler); keeps {
				c.Panicked(e)
			}
		}
		where = "in " + e.Line().Text
		w.stepping.Name = ""
	} else if w.Events() > 0 {
		where = "after " + w.journal.event.Line().Text
	}
	if broken, ok := cause.(spec.Breach); ok {
		w.breach = &Breach{broken.Contract, broken.Why}
		return
	}
	w.breach = &Breach{"NoPanic", fmt.Sprintf("%s: %v", where, cause)}
}

// dispatch lets one item of the queue happen.
func (w *World) dispatch(it item) {
	switch it.what {
	case arrival:
		w.arrive(it)
	case alarm:
		w.ring(it)
	case telling:
		w.tell(it)
	case change:
		w.injector.changes[it.ref]()
	case revival:
		w.revive(it)
	case booting:
		w.boot(it)
	}
}

// settle carries out what the last event entails at the same moment.
func (w *World) settle() {
	in := &w.injector
	for i := 0; i < len(in.due) && !w.ended; i++ { // each may add more
		w.entail(in.due[i])
	}
	in.settled()
	w.patience.ringAgain()
}

// entail carries out one consequence of an event.
func (w *World) entail(c consequence) {
	switch c.what {
	case toDrop:
		w.drop(c.place, c.by)
	case toDouble:
		w.double(&c)
	case toLose:
		w.lose(c.place, c.by.field)
	case toRelease:
		w.injector.release(c.hold)
	case toCrash:
		w.crash(&c)
	}
}

// stopFaults ends the faults: what a pin still holds is let go, and where timers are real from now on
// so is each alarm that a patient plan has put off.
func (w *World) stopFaults() {
	in := &w.injector
	in.faultsStop()
	w.net.faultsStop()
	w.step(spec.Action{Name: FaultsStop, At: spec.None}, 0)
	if in.plan.DelayAfterStop != nil {
		w.patience.ringAll()
	}
	for i := range in.holds {
		in.release(i)
	}
}
