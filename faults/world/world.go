package world

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// World runs the processes of a cluster under a plan, in virtual time. It adds to
// the network's rules only when a thing happens, and which of the things that may
// happen do.
type World struct {
	cluster   network.Cluster
	plan      faults.Plan
	rules     network.Rules
	routes    faults.Routes
	seed      draw.Key
	observers []Observer
	record    *recorder   // where set, what was drawn is written down here
	givesUp   func() bool // where set, it is asked now and then

	now       faults.Time
	lag       faults.Time // by how much the effect that is carried out comes after its step began
	order     uint64
	postponed uint64 // the order of the last item that was put back
	queue     queue
	procs     []process
	parcels   parcels
	kinds     []*kind
	latest    ways[faults.Time] // when the last copy in order arrives
	behind    ways[[]departure] // those that have not departed yet
	schedule

	up, down spec.Set // up is nil where it was not asked for since it changed
	unstable spec.Set
	flying   int    // copies in flight to processes that are up
	armed    int    // timers that are armed
	unbooted int    // processes that have not had their first event
	stopped  bool   // the faults have stopped
	waiting  []item // alarms that wait until nothing is in flight
	// Where the cluster says what timers await: who waits for which copy, by its number, and who
	// is to look again.
	watched   map[int][]spec.NodeID
	lookAgain []spec.NodeID
	older     []int  // used again by inOrder
	copies    int    // the number of the last copy
	clock     uint32 // tells timers and offers apart
	popped    int    // items that were taken out of the queue
	queued    int    // how long it was each time, summed up

	event   Event
	digest  digest
	effects *impl.Effects
	picking picking
	group   []spec.Message
	breach  *Breach
	ended   bool // an observer has seen enough
	givenUp bool
}

// process is one process in a world.
type process struct {
	node     impl.Node // nil while it is down
	life     uint32
	unbooted bool   // it is up and has not had its first event
	bootsBy  string // the pin that says when it has that; "" for none
	disk     any
	inbox    int     // copies in flight to it
	box      []int32 // their places, in no order
	timers   []timer
	patient  []patience      // alarms that wait for what their timers await
	sets     faults.Ordinals // how often each timer was set
	offers   []offer
	told     faults.Ordinals // how often each kind of input was offered
	parked   []item          // what waits for it to come up, or to have its first event
	paused   faults.Time     // until when
	pauses   []pause
	clock    *timepiece // nil where it is exact
	picks    int        // how often it has picked
	runs     int        // how many handler runs it has begun
}

// pause is one of the pauses of a process, by the field of the plan that says it.
type pause struct {
	until faults.Time
	field string
}

// Breach is a fault in the program that runs: a broken contract, or a panic.
type Breach struct {
	Contract, Why string
}

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
	// Struck counts those that took effect on a message, a timer or a step.
	Struck map[Strike]int
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
	p = p.WithDefaults()
	w := &World{
		cluster: c, plan: p, rules: network.RulesOf(c), routes: routes,
		seed: draw.New(p.Seed), observers: observers,
		procs: make([]process, c.Nodes), stopped: p.Stop == 0,
	}
	w.digest.begin()
	w.effects = impl.NewEffects(w.pick)
	w.planned()
	w.postponed, w.order = w.order, ordinary
	for i := range w.procs {
		w.procs[i].node = c.New(spec.NodeID(i))
	}
	return w, nil
}

// GiveUpIf has it asked now and then whether to give the run up, as where a signal has come. A run
// that comes to its end is the same as if nobody had been asked.
func (w *World) GiveUpIf(asked func() bool) { w.givesUp = asked }

// askEvery is after how many items it is asked: soon, also where each event is held against the
// specification of a thousand processes.
const askEvery = 64

// Run runs the plan to its end.
func (w *World) Run() Report {
	w.runGuarded()
	for i := range w.procs {
		w.digest.state(w.State(spec.NodeID(i)))
	}
	r := Report{
		Digest: w.digest.end(), Events: w.event.N, End: w.now, Quiescent: w.Quiescent(),
		Ended: w.ended, GivenUp: w.givenUp, Happened: w.happened, Struck: w.struck,
		Breach: w.breach,
	}
	r.Unmatched, r.Missed = w.missed()
	r.Queue, r.Items = w.queued/max(w.popped, 1), w.popped
	for _, k := range w.kinds {
		r.Delivered += k.count.Delivered
		r.Traffic = append(r.Traffic, k.count)
	}
	return r
}

// runGuarded takes a panic of a process for what it is: a failure of its code.
func (w *World) runGuarded() {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case spec.Breach:
			w.breach = &Breach{cause.Contract, cause.Why}
		default:
			w.breach = &Breach{"NoPanic", fmt.Sprintf("%v, in or after %s", cause, w.event.Action)}
		}
	}()
	for i := range w.procs {
		if w.cluster.Boots {
			w.starts(spec.NodeID(i))
		}
		w.poll(spec.NodeID(i))
	}
	end := w.end()
	for len(w.queue.items) > 0 && w.queue.items[0].at <= end && w.breach == nil && !w.ended && !w.givenUp {
		w.popped++
		w.queued += len(w.queue.items)
		it := w.queue.pop()
		w.now = it.at
		w.dispatch(it)
		w.settle()
		w.givenUp = w.givesUp != nil && w.popped%askEvery == 0 && w.givesUp()
	}
}

// dispatch lets one item of the queue happen.
func (w *World) dispatch(it item) {
	switch it.what {
	case arrival:
		w.arrive(it)
	case alarm:
		w.ring(it)
	case telling:
		w.deliverInput(it)
	case change:
		w.change(int(it.ref))
	case revival:
		w.revive(it)
	case booting:
		w.boot(it)
	}
}

// settle carries out what the last event entails at the same moment.
func (w *World) settle() {
	for i := 0; i < len(w.due) && !w.ended; i++ { // each may add more
		w.due[i].carryOut()
	}
	w.due = w.due[:0]
	w.ringAgain()
}

// ordinary is the order from which on items have it that were not planned nor
// postponed: at the same time, these come first.
const ordinary = 1 << 32

// at puts an item into the queue.
func (w *World) at(t faults.Time, it item) {
	w.order++
	it.at, it.order = t, w.order
	w.queue.push(it)
}

// postpone puts back an item that has to wait: behind those that have waited longer,
// and ahead of what was meant for that time all along, so that copies stay in order.
func (w *World) postpone(t faults.Time, it item) {
	it = w.late(it)
	it.at = t
	w.queue.push(it)
}

// wait postpones an item to the end of its process's pause.
func (w *World) wait(p *process, it item) {
	on := ""
	if it.what == arrival {
		on = w.parcels.list[it.ref].kind.name
	}
	for _, of := range p.pauses {
		if of.until > w.now {
			w.matched(of.field)
		}
	}
	w.strikes("pause", on)
	w.postpone(p.paused, it)
}

// late gives an item that has to wait its place among those that do; it keeps that.
func (w *World) late(it item) item {
	if it.order > ordinary {
		w.postponed++
		it.order = w.postponed
	}
	return it
}

// Stop ends the run after the present event, as a failure of that contract.
func (w *World) Stop(contract, why string) {
	if w.breach == nil {
		w.breach = &Breach{contract, why}
	}
}

// Finish ends the run after the present event, and nothing has failed. Until then it is the
// run that it would have been, and it is judged as at its end. While faults may still
// happen there is nothing that could be finished, and it does nothing.
func (w *World) Finish() { w.ended = w.ended || w.stopped }

// Now returns the time.
func (w *World) Now() faults.Time { return w.now }

// Up tells whether a process is up.
func (w *World) Up(id spec.NodeID) bool { return w.procs[id].node != nil }

// Booted tells whether a process is up and has had its first event, if it has one.
func (w *World) Booted(id spec.NodeID) bool { return w.Up(id) && !w.procs[id].unbooted }

// Nodes is the number of processes.
func (w *World) Nodes() int { return len(w.procs) }

// Living returns the processes that are up.
func (w *World) Living() spec.Set {
	if w.up == nil {
		w.up = make(spec.Set, 0, len(w.procs)-len(w.down))
		for id := range w.procs {
			if w.Up(spec.NodeID(id)) {
				w.up = append(w.up, spec.NodeID(id))
			}
		}
	}
	return w.up
}

// Down returns the processes that are not.
func (w *World) Down() spec.Set { return w.down }

// Unstable returns the processes that go on to crash and to come up when the faults have
// stopped. They need not be up in the end, and nobody can count on them.
func (w *World) Unstable() spec.Set { return w.unstable }

// State returns what the process's State method returns, nil while it is down. It
// must not be changed.
func (w *World) State(id spec.NodeID) any {
	if w.procs[id].node == nil {
		return nil
	}
	return w.procs[id].node.State()
}

// Disk returns what the process saved last, nil if nothing.
func (w *World) Disk(id spec.NodeID) any { return w.procs[id].disk }

// Armed appends the names of the timers that are armed at a process, in the order
// in which they were set, and returns the extended slice.
func (w *World) Armed(dst []spec.Timer, id spec.NodeID) []spec.Timer {
	for _, t := range w.procs[id].timers {
		dst = append(dst, t.name)
	}
	return dst
}

// Quiescent tells whether nothing will happen any more unless somebody starts it.
func (w *World) Quiescent() bool { return w.flying == 0 && w.armed == 0 && w.unbooted == 0 }

// Calm tells whether no copy is on its way to a process that is up.
func (w *World) Calm() bool { return w.flying == 0 }

// Stopped tells whether the faults have stopped.
func (w *World) Stopped() bool { return w.stopped }

// InFlight counts the copies in the network, those to processes that are down
// included.
func (w *World) InFlight() int {
	n := 0
	for i := range w.procs {
		n += w.procs[i].inbox
	}
	return n
}

// Inbox lists the copies on their way to a process, in the order of spec.CompareMessages.
func (w *World) Inbox(id spec.NodeID) []spec.Message {
	var inbox []spec.Message
	for _, place := range w.procs[id].box {
		inbox = append(inbox, w.placed(&w.parcels.list[place]))
	}
	slices.SortFunc(inbox, spec.CompareMessages)
	return inbox
}

// Events counts the events so far.
func (w *World) Events() int { return w.event.N }

// Settle is how long the run goes on after the faults have stopped.
func (w *World) Settle() faults.Time { return w.plan.Settle }
