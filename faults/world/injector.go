package world

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// injector decides what goes wrong, and when: it draws faults, looks up the faults and the pins that the
// plan names, and counts those that took effect. What is to happen to a copy or a process it puts into
// due; the World carries that out when the present event is over.
type injector struct {
	agenda    *agenda
	processes *processes
	net       *net
	journal   *journal

	plan    faults.Plan
	losses  faults.Losses
	seed    draw.Key
	tally   tally
	record  *recorder // where set, what was drawn is written down here
	stopped bool      // the faults have stopped

	copies     map[faults.MessageRef]*named
	seconds    map[faults.MessageRef]int // how many copies were made of one that was sent
	holds      []hold
	hops       []rule[faults.Hop]
	alarms     []rule[faults.Alarm]
	afterSteps []afterStep
	cuts       []cutStep
	picks      []pick
	inputs     []inputDelay
	changes    []func()
	due        []consequence
	targets    []target // by process
	unfelt     int      // faults of clocks that no process has felt so far
	picking    picking
	script     *script // the pick and the crash of the next recorded step; nil if the world is not driven
}

// script is what a recorded step says of its handler run.
type script struct {
	pick spec.Set
	cut  *cut // nil if no crash ends the handler run
}

// target is what the injector keeps about one process.
type target struct {
	picks  int       // how often it has picked
	runs   int       // how many handler runs it has begun
	pauses []feeling // each until when
	clock  []feeling // faults of its clock that it has not felt so far, each from when
}

// feeling is a fault that a process feels until a time, or from then on.
type feeling struct {
	at faults.Time
	by cause
}

// rule is what a fault says of hops or of alarms.
type rule[T any] struct {
	acts func(*T) bool
	by   cause
}

// counted is a step that something waits for.
type counted struct {
	ref  faults.StepRef
	seen int
}

// afterStep is what follows a step.
type afterStep struct {
	counted
	do func()
}

// cutStep is a crash inside a step.
type cutStep struct {
	counted
	cut
	field string
}

// cut is a crash inside a handler run.
type cut struct {
	cut int
	outage
}

// outage is for how long a process is down.
type outage struct {
	down   *faults.Time // where absent, it stays down
	beyond bool         // it does not end because the faults stop
}

// pick is what a process picks.
type pick struct {
	node  spec.NodeID
	nth   int
	set   spec.Set
	field string
}

// picking is what the handler that runs has picked.
type picking struct {
	at    spec.NodeID
	asked int
	set   spec.Set
}

// inputDelay is how long a process waits for an input.
type inputDelay struct {
	node  spec.NodeID
	kind  string
	nth   int
	by    faults.Time
	field string
}

// consequence is what follows an event at the same moment.
type consequence struct {
	what  toDo
	by    cause
	place int32       // of a copy
	takes faults.Time // what a second copy takes
	hold  int
	node  spec.NodeID
	outage
}

type toDo uint8

const (
	toDrop toDo = iota
	toDouble
	toLose
	toRelease
	toCrash
)

// newInjector returns the injector of a plan, before the faults and the pins of the plan are scheduled.
func newInjector(p faults.Plan, a *agenda, ps *processes, n *net, j *journal) injector {
	nodes := ps.Nodes()
	in := injector{
		agenda: a, processes: ps, net: n, journal: j,
		plan: p, losses: p.Rates.Losses(nodes), seed: draw.New(p.Seed),
		stopped: p.Stop == 0, targets: make([]target, nodes),
		tally: tally{map[string]bool{}, map[string]int{}, map[Hit]int{}},
	}
	if n := len(p.Faults) + len(p.Pins); n > 0 {
		in.copies = make(map[faults.MessageRef]*named, n)
	}
	return in
}

// Stopped reports whether the faults have stopped.
func (in *injector) Stopped() bool { return in.stopped }

// drive starts a run whose steps are recorded. Nothing is drawn in it.
func (in *injector) drive() { in.script, in.stopped = &script{}, false }

// runOn ends the recorded steps. No faults follow.
func (in *injector) runOn() { in.script, in.stopped = nil, true }

// follow sets what the next step picks. If crashes is set, a crash ends the step after that number of effects.
func (in *injector) follow(pick spec.Set, crashes bool, after int) {
	in.script.pick, in.script.cut = pick, nil
	if crashes {
		in.script.cut = &cut{cut: after}
	}
}

// faultsStop ends the faults.
func (in *injector) faultsStop() { in.stopped = true }

// recordTo sets the recorder of what the injector draws.
func (in *injector) recordTo(r *recorder) { in.record = r }

// settled empties the list of consequences, all of which have been carried out.
func (in *injector) settled() { in.due = in.due[:0] }

// missed lists the fields of the plan that took no effect, those that may miss apart.
func (in *injector) missed() (unmatched, optional []string) {
	add := func(field string, mayMiss bool) {
		switch {
		case in.tally.met[field]:
		case mayMiss:
			optional = append(optional, field)
		default:
			unmatched = append(unmatched, field)
		}
	}
	for i, f := range in.plan.Faults {
		add(faults.FaultField(i), f.Optional)
	}
	for i, p := range in.plan.Pins {
		add(faults.PinField(i), p.Optional)
	}
	return unmatched, optional
}

// Key is what the draws begin with that a kind of fault makes itself, about a process.
func (in *injector) Key(kind string, node spec.NodeID) draw.Key {
	return in.seed.With(aboutFault).Named(kind).With(uint64(node))
}

// later plans something for a time.
func (in *injector) later(t faults.Time, do func()) {
	in.changes = append(in.changes, do)
	in.agenda.put(t, item{what: change, ref: int32(len(in.changes) - 1)})
}

// At plans something for a fault; order is that of what was last planned for it before the run. What is
// asked for while the run goes on has the place of what was planned before, as if all of it had been.
func (in *injector) At(t faults.Time, do func(), order *uint64) {
	if in.agenda.order < ordinary {
		in.later(t, do)
		*order = in.agenda.order
		return
	}
	in.changes = append(in.changes, do)
	in.agenda.putAs(t, *order, item{what: change, ref: int32(len(in.changes) - 1)})
}

// AfterStep plans something for when a step has happened.
func (in *injector) AfterStep(step faults.StepRef, do func()) {
	in.afterSteps = append(in.afterSteps, afterStep{counted{ref: step}, do})
}

// followUp does what was to follow this step.
func (in *injector) followUp(a *spec.Action) {
	for i := range in.afterSteps {
		if s := &in.afterSteps[i]; s.sees(a) {
			s.do()
		}
	}
}

// sees counts the steps that match, and reports whether this is the one meant.
func (c *counted) sees(a *spec.Action) bool {
	r := &c.ref
	if a.Name != r.Action || a.At != r.Node || r.From != nil && *r.From != a.Msg.From {
		return false
	}
	c.seen++
	return c.seen == r.Nth
}
