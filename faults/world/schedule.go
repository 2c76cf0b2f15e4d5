package world

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// schedule is what the plan names, prepared for a run, and what has come of it.
type schedule struct {
	copiesNamed map[faults.CopyRef]*named
	seconds     map[faults.CopyRef]int // how many copies were made of one that was sent
	holds       []hold
	walls       []wall
	triggers    []trigger
	premature   []premature
	changes     []func()
	due         []consequence
	met         map[string]bool // the fields of the plan that have met something
	happened    map[string]int
}

// named is what the plan says of one copy.
type named struct {
	hold            int         // the number of its hold, -1 if none
	delay           faults.Time // -1 where it is drawn
	loss, duplicate bool
	duplicateBy     faults.Time
	reorder         faults.Time
	late            []late
	fields          []string
}

// unnamed is a copy of which the plan says nothing. It is only read.
var unnamed = named{hold: -1, delay: -1}

// hold is a copy that is kept until something has happened.
type hold struct {
	place    int32
	number   int // of the copy, 0 before it was sent
	released bool
}

// wall is a partition in one direction or both.
type wall struct {
	begin, end faults.Time
	drops      bool
	kind       string
	field      string
	between    func(from, to spec.NodeID) bool
}

// trigger waits for a step.
type trigger struct {
	ref   faults.StepRef
	seen  int
	field string
	cut   *cut         // for a crash inside that step
	do    *consequence // for what follows the step
}

// premature is a named fault that makes a timer fire early.
type premature struct {
	fault *faults.Premature
	field string
}

// cut is a crash inside a handler run.
type cut struct {
	cut  int
	down *faults.Time
}

// consequence is what follows an event at the same moment.
type consequence struct {
	w     *World
	what  toDo
	place int32 // of a copy
	by    faults.Time
	cause string // the kind of fault that drops it
	hold  int
	crash *faults.Crash
}

type toDo uint8

const (
	toDrop toDo = iota
	toDouble
	toRelease
	toCrash
)

func (c consequence) do() {
	switch c.what {
	case toDrop:
		c.w.drop(c.place, c.cause)
	case toDouble:
		c.w.double(c.place, c.by)
	case toRelease:
		c.w.release(c.hold)
	case toCrash:
		c.w.crash(c.crash.Node, c.crash.Down)
	}
}

// planned prepares what the plan names.
func (w *World) planned() {
	w.met, w.happened = map[string]bool{}, map[string]int{}
	if n := len(w.plan.Faults) + len(w.plan.Pins); n > 0 {
		w.copiesNamed = make(map[faults.CopyRef]*named, n)
	}
	for i, f := range w.plan.Faults {
		w.plannedFault(faults.FaultField(i), f)
	}
	for i, p := range w.plan.Pins {
		w.plannedPin(faults.PinField(i), p)
	}
	if w.plan.Stop > 0 {
		w.later(w.plan.Stop, w.stop)
	}
}

func (w *World) plannedFault(field string, f faults.Fault) {
	switch {
	case f.Crash != nil && f.Crash.After != nil:
		w.triggers = append(w.triggers, trigger{
			ref: *f.Crash.After, field: field, do: &consequence{w: w, what: toCrash, crash: f.Crash},
		})
	case f.Crash != nil:
		w.later(*f.Crash.At, func() {
			if w.Up(f.Crash.Node) {
				w.matched(field)
				w.crash(f.Crash.Node, f.Crash.Down)
			}
		})
	case f.CrashIn != nil:
		w.triggers = append(w.triggers, trigger{
			ref: f.CrashIn.Step, field: field, cut: &cut{f.CrashIn.Cut, f.CrashIn.Down},
		})
	case f.Premature != nil:
		w.premature = append(w.premature, premature{f.Premature, field})
	case f.Loss != nil && f.Loss.After != nil:
		w.nameLate(f.Loss.Copy, late{after: *f.Loss.After, field: field})
	case f.Loss != nil:
		w.nameCopy(f.Loss.Copy, field).loss = true
	case f.Duplicate != nil && f.Duplicate.After != nil:
		w.nameLate(f.Duplicate.Copy, late{
			after: *f.Duplicate.After, doubles: true, by: f.Duplicate.By, field: field,
		})
	case f.Duplicate != nil:
		n := w.nameCopy(f.Duplicate.Copy, field)
		n.duplicate, n.duplicateBy = true, f.Duplicate.By
	case f.Reorder != nil:
		w.nameCopy(f.Reorder.Copy, field).reorder = f.Reorder.By
	case f.Partition != nil:
		w.partition(field, f.Partition)
	case f.OneWay != nil:
		w.oneWay(field, f.OneWay)
	case f.Pause != nil:
		w.pause(field, f.Pause)
	}
}

func (w *World) plannedPin(field string, p faults.Pin) {
	switch {
	case p.Hold != nil:
		w.nameCopy(p.Hold.Copy, field).hold = len(w.holds)
		w.triggers = append(w.triggers, trigger{
			ref: p.Hold.Until, do: &consequence{w: w, what: toRelease, hold: len(w.holds)},
		})
		w.holds = append(w.holds, hold{})
	case p.Delay != nil:
		w.nameCopy(p.Delay.Copy, field).delay = p.Delay.By
	}
}

// nameCopy returns what the plan says of a copy, to be added to.
func (w *World) nameCopy(ref faults.CopyRef, fields ...string) *named {
	n, ok := w.copiesNamed[ref]
	if !ok {
		first := unnamed
		n = &first
		w.copiesNamed[ref] = n
	}
	n.fields = append(n.fields, fields...)
	return n
}

// namedFor returns what the plan says of a copy.
func (w *World) namedFor(ref faults.CopyRef, multicast bool) *named {
	n, ok := w.copiesNamed[ref]
	if !ok {
		return &unnamed
	}
	found := *n
	if w.stopped { // the faults have, the pins have not
		found.loss, found.duplicate, found.reorder, found.late = false, false, 0, nil
	}
	noLoss := found.loss && multicast // such a copy is never dropped
	for _, field := range n.fields {
		if !w.stopped && !noLoss || strings.HasPrefix(field, "pins") {
			w.matched(field)
		}
	}
	return &found
}

// later plans something for a time.
func (w *World) later(t faults.Time, do func()) {
	w.changes = append(w.changes, do)
	w.at(t, item{what: change, ref: int32(len(w.changes) - 1)})
}

func (w *World) change(n int) { w.changes[n]() }

func (w *World) matched(field string) { w.met[field] = true }

// unmatched lists the fields of the plan that have met nothing.
func (w *World) unmatched() []string {
	var fields []string
	for i := range w.plan.Faults {
		if field := faults.FaultField(i); !w.met[field] {
			fields = append(fields, field)
		}
	}
	for i, p := range w.plan.Pins {
		if field := faults.PinField(i); !w.met[field] && !p.Optional {
			fields = append(fields, field)
		}
	}
	return fields
}

// partition plans the walls between the groups.
func (w *World) partition(field string, p *faults.Partition) {
	group := make([]int, len(w.procs))
	for i, members := range p.Groups {
		for _, id := range members {
			group[id] = i + 1
		}
	}
	w.wall(wall{p.Begin, p.End, p.Drops, "partition", field, func(from, to spec.NodeID) bool {
		return group[from] != group[to]
	}})
}

func (w *World) oneWay(field string, o *faults.OneWay) {
	w.wall(wall{o.Begin, o.End, o.Drops, "oneWay", field, func(from, to spec.NodeID) bool {
		return from != to && o.From.Has(from) && o.To.Has(to)
	}})
}

func (w *World) wall(wall wall) {
	w.walls = append(w.walls, wall)
	w.later(wall.begin, func() { w.step(spec.Action{Name: PartitionBegins, At: spec.None}, 0) })
	w.later(wall.end, func() { w.step(spec.Action{Name: PartitionHeals, At: spec.None}, 0) })
}

// pause plans that a process does nothing for a while.
func (w *World) pause(field string, p *faults.Pause) {
	w.later(p.Begin, func() {
		if w.Up(p.Node) {
			w.matched(field)
		}
		w.procs[p.Node].paused = max(p.End, w.procs[p.Node].paused)
		w.step(spec.Action{Name: PauseBegins, At: p.Node}, 0)
	})
	w.later(p.End, func() { w.step(spec.Action{Name: PauseEnds, At: p.Node}, 0) })
}

// stop ends the faults: what a pin still holds is let go.
func (w *World) stop() {
	w.stopped = true
	w.step(spec.Action{Name: FaultsStop, At: spec.None}, 0)
	for i := range w.holds {
		w.release(i)
	}
}

// release lets a copy go that a pin holds. It is delivered next.
func (w *World) release(n int) {
	h := &w.holds[n]
	if h.released = true; h.number == 0 {
		return
	}
	p := &w.parcels.list[h.place]
	if p.number == h.number && p.stage == held && w.present(p) {
		p.stage = scheduled
		w.at(w.now, item{what: arrival, ref: h.place})
	}
	h.number = 0
}

// trigger notices the steps that something waits for.
func (w *World) trigger(a *spec.Action) {
	for i := range w.triggers {
		t := &w.triggers[i]
		if t.do == nil || !t.sees(a, a.Name) {
			continue
		}
		if t.do.what == toCrash && (w.stopped || !w.Up(t.do.crash.Node)) {
			continue
		}
		if t.field != "" {
			w.matched(t.field)
		}
		w.due = append(w.due, *t.do)
	}
}

// sees counts the steps that match, and tells whether this is the one meant.
func (t *trigger) sees(a *spec.Action, name string) bool {
	r := &t.ref
	if name != r.Action || a.At != r.Node || r.From != nil && *r.From != a.Msg.From {
		return false
	}
	t.seen++
	return t.seen == r.Nth
}

// crashIn returns the crash that the plan has for the handler run of an action,
// nil for none.
func (w *World) crashIn(a *spec.Action) *cut {
	if w.stopped {
		return nil
	}
	w.procs[a.At].runs++
	w.record.run(a)
	cuts := 0
	for i := range w.effects.List {
		if network.Cuttable(w.effects.List[i]) {
			cuts++
		}
	}
	var met *trigger
	for i := range w.triggers { // all of them count the step, the first that matches takes effect
		t := &w.triggers[i]
		if t.cut != nil && t.sees(a, a.Name) && t.cut.cut < cuts && met == nil {
			met = t
		}
	}
	if met != nil {
		w.matched(met.field)
		w.happened["crashIn"]++
		return met.cut
	}
	return w.crashInDrawn(a, cuts)
}

// crashInDrawn draws whether the process crashes inside the handler run.
func (w *World) crashInDrawn(a *spec.Action, cuts int) *cut {
	r := &w.plan.Rates
	if r.CrashIn == 0 || cuts == 0 || r.Spares.Has(a.At) || w.happened["crashIn"] >= r.MaxCrashes {
		return nil
	}
	key := w.seed.With(aboutCrashIn).With(uint64(a.At)).With(uint64(w.procs[a.At].runs))
	if !key.Hits(r.CrashIn) {
		return nil
	}
	w.happened["crashIn"]++
	c := &cut{cut: int(key.With(aboutCut).Below(uint64(cuts)))}
	if r.Down > 0 {
		down := upTo(key.With(aboutDown), r.Down)
		c.down = &down
	}
	w.record.crashIn(a, c)
	return c
}

// pinnedPick returns what a pin says of what a process picks, if there is one and
// the process may pick that.
func (w *World) pinnedPick(at spec.NodeID, nth int, from spec.Set, k int) (spec.Set, bool) {
	for i, p := range w.plan.Pins {
		if p.Pick != nil && p.Pick.Node == at && p.Pick.Nth == nth &&
			len(p.Pick.Set) == k && len(p.Pick.Set.Minus(from)) == 0 {
			w.matched(faults.PinField(i))
			return slices.Clone(p.Pick.Set), true
		}
	}
	return nil, false
}
