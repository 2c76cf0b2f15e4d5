package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// schedule is what the plan names, prepared for a run, and what has come of it.
type schedule struct {
	copiesNamed map[faults.CopyRef]*named
	seconds     map[faults.CopyRef]int // how many copies were made of one that was sent
	holds       []hold
	hops        []rule[faults.Hop]
	alarms      []rule[faults.Alarm]
	afterSteps  []afterStep
	cuts        []cutStep
	picks       []pick
	inputs      []inputDelay
	changes     []func()
	due         []consequence
	met         map[string]bool // the fields of the plan that have met something
	happened    map[string]int
	struck      map[Strike]int
}

// rule is what a fault says of hops or of alarms.
type rule[T any] struct {
	acts func(*T) bool
	by   scheduler
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

// pick is what a process picks.
type pick struct {
	node  spec.NodeID
	nth   int
	set   spec.Set
	field string
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
	w     *World
	what  toDo
	place int32 // of a copy
	by    faults.Time
	cause string // the kind of fault that drops it
	field string // of the plan, which asks for it; "" where none does
	hold  int
	node  spec.NodeID
	fault scheduler // that takes the process down
	outage
}

type toDo uint8

const (
	toDrop toDo = iota
	toDouble
	toRelease
	toCrash
)

func (c consequence) carryOut() {
	switch c.what {
	case toDrop:
		c.w.drop(c.place, c.cause, c.field)
	case toDouble:
		c.w.double(c.place, c.by, c.field)
	case toRelease:
		c.w.release(c.hold)
	case toCrash:
		c.w.crash(c.node, c.fault, c.outage)
	}
}

// planned prepares what the plan names.
func (w *World) planned() {
	w.met, w.happened, w.struck = map[string]bool{}, map[string]int{}, map[Strike]int{}
	if n := len(w.plan.Faults) + len(w.plan.Pins); n > 0 {
		w.copiesNamed = make(map[faults.CopyRef]*named, n)
	}
	for i, f := range w.plan.Faults {
		f.Kind.Schedule(scheduler{w, faults.FaultField(i), f.Name(), new(uint64)})
	}
	for i, p := range w.plan.Pins {
		p.Kind.Schedule(scheduler{w, faults.PinField(i), p.Kind.Name(), new(uint64)})
	}
	if w.plan.Stop > 0 {
		w.later(w.plan.Stop, w.stop)
	}
}

// later plans something for a time.
func (w *World) later(t faults.Time, do func()) {
	w.changes = append(w.changes, do)
	w.at(t, item{what: change, ref: int32(len(w.changes) - 1)})
}

func (w *World) change(n int) { w.changes[n]() }

// matched notes that what a field of the plan says took effect; "" is no field.
func (w *World) matched(field string) {
	if field != "" {
		w.met[field] = true
	}
}

// missed lists the fields of the plan that took no effect, those that may miss apart.
func (w *World) missed() (unmatched, optional []string) {
	add := func(field string, mayMiss bool) {
		switch {
		case w.met[field]:
		case mayMiss:
			optional = append(optional, field)
		default:
			unmatched = append(unmatched, field)
		}
	}
	for i, f := range w.plan.Faults {
		add(faults.FaultField(i), f.Optional)
	}
	for i, p := range w.plan.Pins {
		add(faults.PinField(i), p.Optional)
	}
	return unmatched, optional
}

// stop ends the faults: what a pin still holds is let go, and where timers are real from now on
// so is each alarm that a patient plan has put off.
func (w *World) stop() {
	w.stopped = true
	w.step(spec.Action{Name: FaultsStop, At: spec.None}, 0)
	if w.plan.DelayAfterStop != nil {
		w.ringAll()
	}
	for i := range w.holds {
		w.release(i)
	}
}

// followUp does what was to follow this step.
func (w *World) followUp(a *spec.Action) {
	for i := range w.afterSteps {
		if s := &w.afterSteps[i]; s.sees(a) {
			s.do()
		}
	}
}

// sees counts the steps that match, and tells whether this is the one meant.
func (c *counted) sees(a *spec.Action) bool {
	r := &c.ref
	if a.Name != r.Action || a.At != r.Node || r.From != nil && *r.From != a.Msg.From {
		return false
	}
	c.seen++
	return c.seen == r.Nth
}

// pinnedPick returns what a pin says of what a process picks, if there is one and
// the process may pick that.
func (w *World) pinnedPick(at spec.NodeID, nth int, from spec.Set, k int) (spec.Set, bool) {
	for i := range w.picks {
		p := &w.picks[i]
		if p.node == at && p.nth == nth && len(p.set) == k && len(p.set.Minus(from)) == 0 {
			w.matched(p.field)
			w.acted(p.field, w.event.N+1, 0) // the handler is about to have its event
			return slices.Clone(p.set), true
		}
	}
	return nil, false
}
