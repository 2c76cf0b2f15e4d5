package enact

import (
	"errors"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Path returns a plan whose run in a World takes these actions of the cluster's
// Model, in this order, from the beginning. base gives the plan all that is not said
// here: protocol, configuration, seed, topology, and the delays of what is sent or
// offered after the path.
//
// Each step has a moment of its own, and the plan says how long every copy and input of
// the path takes, what is picked, and when timers fire: a firing is a named fault also
// where it is a fair one, because it comes before the timer is due. What the path
// leaves waiting comes after it. The faults stop directly after the last step, and from
// then on the run goes on by itself; processes that are down stay so.
//
// A timer that fires although it awaits a message, as it has stayed set round a loop, is premature in the plan.
//
// The plan was run: an error of type *StepError names the step that cannot be taken, or at which the
// world went another way.
func Path(c network.Cluster, base faults.Plan, path []spec.Action) (p faults.Plan, err error) {
	for state := range explore.Model(c).Init() {
		if p, err = pathFrom(c, state, nil, base, path); err == nil {
			break
		}
	}
	return p, err
}

// pathFrom is Path from a state. flight lists its copies in flight in sending order.
func pathFrom(
	c network.Cluster, first explore.Global, flight []spec.Message, base faults.Plan, path []spec.Action,
) (faults.Plan, error) {
	e := newEnactor(c, first, base.Snapshot, flight)
	path = slices.Clone(path)
	if c.Discrete != nil {
		if err := e.time.fits(path); err != nil {
			return faults.Plan{}, err
		}
		e.faults = e.time.starts(first)
	}
	for i, a := range path {
		e.now = e.moment(i + 1)
		a = e.firing(a)
		path[i] = a
		if err := e.step(a); err != nil {
			return faults.Plan{}, &StepError{i + 1, a, err}
		}
	}
	e.now = e.moment(len(path) + 1)
	e.leaveRest()
	e.pins = append(e.pins, e.time.needed()...)
	unit, err := e.unit(path)
	if err != nil {
		return faults.Plan{}, err
	}
	p := base
	p.Version, p.Patient, p.Rates, p.DelayAfterStop = faults.PlanVersion, false, faults.Rates{}, nil
	p.Faults, p.Pins, p.Stop = e.faults, e.pins, e.now
	if c.Discrete != nil {
		p.Resolution = faults.Time(c.Discrete.Unit)
	}
	longest := stretch(&p, unit)
	for _, l := range e.lefts {
		l.timer.Left = max(l.timer.Left, l.steps*unit)
	}
	p = p.WithDefaults()
	p.Settle = max(p.Settle, longest, p.Resolution)
	p.Pins = slices.DeleteFunc(p.Pins, p.ImpliesPin)
	if err := follow(c, p, path, &e.time); err != nil {
		return faults.Plan{}, err
	}
	return p, nil
}

// enactor takes the steps of a path in the adapter and writes down what a plan has to
// say for a world to take them too. Its times are numbers of steps.
type enactor struct {
	cluster network.Cluster
	rules   network.Rules
	model   spec.Model[explore.Global]
	state   explore.Global
	now     faults.Time
	time    discrete
	faults  []faults.Fault
	pins    []faults.Pin
	procs   []enacted
	copies  []enactedCopy             // those in flight, in the order in which they were made
	sent    map[faults.MessageRef]int // how many messages of a kind each channel has had; Nth is 0
	// originals is how many copies were sent.
	originals int
	seconds   map[faults.MessageRef]int // how many second copies each message has
	ran       explore.Process           // the process whose handler ran last, as it left it
	rest      []awaited                 // what does not come before the path is over
	limits    []limit
	lefts     []lasting
}

func newEnactor(c network.Cluster, first explore.Global, begin *faults.Snapshot, flight []spec.Message) *enactor {
	e := &enactor{
		cluster: c, rules: network.RulesOf(c), model: explore.Model(c), state: first,
		time:  discrete{DiscreteTime: c.Discrete, older: explore.Aging(c)},
		procs: make([]enacted, c.Nodes), sent: map[faults.MessageRef]int{}, seconds: map[faults.MessageRef]int{},
	}
	for i := range e.procs {
		if e.state.Procs[i].Unbooted {
			pin := &faults.InputPin{Node: spec.NodeID(i), Kind: spec.Boot, Nth: 1}
			e.pins = append(e.pins, faults.Pin{Kind: pin})
			e.procs[i].boot = &awaited{0, &pin.By}
		}
	}
	if begin != nil {
		e.restore(begin, flight)
	}
	e.poll()
	return e
}

// restore records the timers that are set, the copies in flight, and the processes that are down in a snapshot.
func (e *enactor) restore(b *faults.Snapshot, flight []spec.Message) {
	for n := range b.Processes {
		p := &e.procs[n]
		for k := range b.Processes[n].Timers {
			t := &b.Processes[n].Timers[k]
			p.timers = append(p.timers, enactedTimer{name: t.Timer, nth: p.sets.Next(string(t.Timer)), left: t})
		}
		if !b.Processes[n].Up {
			p.down = &b.Processes[n].Down
		}
	}
	for _, m := range flight {
		e.enters(m)
	}
}

// enters names a copy that enters the network.
func (e *enactor) enters(m spec.Message) {
	way := faults.RefOf(&m, 0)
	e.sent[way]++
	pin := &faults.DelayPin{Copy: faults.RefOf(&m, e.sent[way])}
	e.pins = append(e.pins, faults.Pin{Kind: pin})
	e.originals++
	e.copies = append(e.copies, enactedCopy{m, pin.Copy, e.originals, awaited{e.now, &pin.By}})
}

// firing returns an action under the name that it has here. A timer that fires late is premature if it awaits a
// message.
func (e *enactor) firing(a spec.Action) spec.Action {
	if _, enabled := e.model.Do(e.state, a); enabled || a.Timer == "" {
		return a
	}
	early := a
	early.Name = strings.Replace(a.Name, spec.Timeout(a.Timer), spec.Premature(a.Timer), 1)
	if _, enabled := e.model.Do(e.state, early); !enabled {
		return a
	}
	return early
}

// moment returns the time of the n-th step, from 1; instant the time between two steps.
func (e *enactor) moment(n int) faults.Time {
	if e.cluster.Discrete == nil {
		return faults.Time(n)
	}
	return e.time.moment(n)
}

func (e *enactor) instant() faults.Time {
	if e.cluster.Discrete == nil {
		return 1
	}
	return faults.Microsecond
}

// passes takes a step in which a tick passes: the readings in copies in flight and in inputs become older.
func (e *enactor) passes(a spec.Action) error {
	next, ok := e.model.Do(e.state, a)
	if !ok {
		return errors.New("it is not enabled there")
	}
	e.state = next
	e.time.ticks++
	e.faults = append(e.faults, e.time.drifts(a)...)
	for i := range e.copies {
		e.copies[i].msg = e.time.older(e.copies[i].msg, 1)
	}
	for i := range e.procs {
		for k, o := range e.procs[i].offers {
			e.procs[i].offers[k].body = e.time.older(spec.Message{Body: o.body}, 1).Body
		}
	}
	e.poll()
	return nil
}

// step takes one step.
func (e *enactor) step(a spec.Action) error {
	if a.Class().IsTime() {
		return e.passes(a)
	}
	next, ok := e.model.Do(e.state, a)
	if !ok {
		return errors.New("it is not enabled there")
	}
	kind := network.KindOf(a)
	switch before := e.state; {
	case a.Name == spec.Crash:
		e.state = next
		fault := &faults.Crash{Node: a.At, At: new(e.now)}
		e.faults = append(e.faults, faults.Fault{Kind: fault})
		e.goDown(a.At, &fault.Down)
	case a.Name == spec.Drop(kind) || a.Name == spec.Lose(kind):
		e.state = next
		c := e.remove(a.Msg)
		e.faults = append(e.faults, faults.Fault{Kind: &faults.Loss{Copy: c.ref, After: new(e.now - c.since)}})
		e.rest = append(e.rest, c.awaited)
	case a.Name == spec.Duplicate(kind):
		e.state = next
		e.duplicate(a.Msg)
	default:
		e.state = next
		e.handle(before, a)
	}
	e.poll()
	return nil
}

// duplicate names a second copy of the youngest of those that say the same. Steps
// take the oldest, so the youngest was never doubled before: it would not be the
// youngest any more.
func (e *enactor) duplicate(m spec.Message) {
	var first enactedCopy
	for _, c := range e.copies {
		if e.says(c, m) {
			first = c
		}
	}
	original := first.ref
	original.Again = 0
	e.seconds[original]++
	fault := &faults.Duplicate{Copy: first.ref, After: new(e.now - first.since)}
	e.faults = append(e.faults, faults.Fault{Kind: fault})
	second := original
	second.Again = e.seconds[original]
	e.copies = append(e.copies, enactedCopy{first.msg, second, first.original, awaited{e.now, &fault.By}})
}

// says tells whether a copy says what a message of the path does, in its place if it has one.
func (e *enactor) says(c enactedCopy, m spec.Message) bool {
	if e.cluster.Ordered {
		older := map[int]bool{}
		for _, o := range e.copies {
			if o.msg.Beside(&c.msg) && o.original < c.original {
				older[o.original] = true
			}
		}
		c.msg.Place = 1 + len(older)
	}
	return spec.CompareMessages(c.msg, m) == 0
}

// remove takes the oldest copy that says this out of those in flight.
func (e *enactor) remove(m spec.Message) enactedCopy {
	i := slices.IndexFunc(e.copies, func(c enactedCopy) bool { return e.says(c, m) })
	c := e.copies[i]
	e.copies = slices.Delete(e.copies, i, i+1)
	return c
}

// handle runs the handler of an action once more, to learn what it asks for.
func (e *enactor) handle(before explore.Global, a spec.Action) {
	run, crashes := a, a.Class() == spec.ClassCrashIn
	if crashes {
		run.Name, run.Cut = strings.TrimPrefix(a.Name, spec.CrashIn("")), 0
	}
	p := &e.procs[a.At]
	nth := p.runs.Next(run.Name)
	e.consume(run)
	done := 0
	for _, effect := range e.effects(before, run) {
		if crashes && network.Cuttable(effect) {
			if done == a.Cut {
				break
			}
			done++
		}
		e.carryOut(before, a.At, &effect)
	}
	if crashes {
		fault := &faults.CrashIn{Step: faults.StepRef{Action: run.Name, Node: a.At, Nth: nth}, Cut: a.Cut}
		e.faults = append(e.faults, faults.Fault{Kind: fault})
		e.goDown(a.At, &fault.Down)
	}
}

// consume writes down when what starts a handler comes.
func (e *enactor) consume(run spec.Action) {
	p := &e.procs[run.At]
	switch {
	case run.Name == spec.Boot:
		*p.boot.by, p.boot = e.now, nil
	case run.Name == spec.Recover:
		*p.down, p.down = new(e.now-p.since), nil
	case run.Timer != "":
		t := e.disarm(run.At, run.Timer)
		if t.pin != nil {
			e.time.fires(t.pin, e.now-t.since)
			break
		}
		e.faults = append(
			e.faults, faults.Fault{
				Kind: &faults.Premature{Node: run.At, Timer: t.name, Nth: t.nth, After: e.now - t.since},
			},
		)
	case run.Msg.From == spec.Environment:
		i := slices.IndexFunc(p.offers, func(o enactedOffer) bool { return spec.SameBody(o.body, run.Msg.Body) })
		*p.offers[i].by = e.now - p.offers[i].since
		p.offers = slices.Delete(p.offers, i, i+1)
	default:
		c := e.remove(run.Msg)
		*c.by = e.now - c.since
	}
}

// effects returns what a handler asks for, and pins what it picks.
func (e *enactor) effects(before explore.Global, run spec.Action) []impl.Effect {
	node, p := e.cluster.New(run.At), before.Procs[run.At]
	if p.Up {
		p.Load(node.State())
	}
	out := impl.NewEffects(func(_ string, from spec.Set, k int) spec.Set {
		e.procs[run.At].picks++
		if k > 0 && k < len(from) { // else there is no choice
			e.pins = append(
				e.pins, faults.Pin{
					Kind: &faults.PickPin{Node: run.At, Nth: e.procs[run.At].picks, Set: slices.Clone(run.Pick)},
				},
			)
		}
		return run.Pick
	})
	node.Step(explore.EventOf(run, p), out)
	e.ran = explore.Process{Up: true, Memory: codec.Key(node.State())}
	return out.List
}

// carryOut carries out one effect.
func (e *enactor) carryOut(before explore.Global, at spec.NodeID, effect *impl.Effect) {
	p := &e.procs[at]
	switch effect.Kind {
	case impl.SetTimer:
		e.disarm(at, effect.Timer)
		nth := p.sets.Next(string(effect.Timer))
		t := enactedTimer{name: effect.Timer, nth: nth, since: e.now, due: faults.Time(effect.After)}
		if e.cluster.Discrete != nil {
			t.pin = e.time.arms(at, t.name, nth, t.due)
		}
		p.timers = append(p.timers, t)
	case impl.StopTimer:
		e.disarm(at, effect.Timer)
	}
	for _, m := range e.rules.Copies(nil, at, effect) {
		way := faults.RefOf(&m, 0)
		if !e.hears(before, at, m.To, effect) {
			continue
		}
		if m.To != at && !e.rules.Enters(before.Procs[m.To].Up) {
			e.sent[way]++
			continue
		}
		e.enters(m)
	}
}

// hears tells whether a process gets a copy of what a handler sends. The sender is as its
// handler has left it, the others are as they were.
func (e *enactor) hears(before explore.Global, from, to spec.NodeID, effect *impl.Effect) bool {
	p, node := before.Procs[to], e.cluster.New(to)
	if to == from {
		p = e.ran
	}
	if !p.Up {
		return e.cluster.Hears(to, nil, effect)
	}
	p.Load(node.State())
	return e.cluster.Hears(to, node.State(), effect)
}

// disarm disarms a timer, if it is armed, and returns it.
func (e *enactor) disarm(at spec.NodeID, name spec.Timer) enactedTimer {
	p := &e.procs[at]
	i := slices.IndexFunc(p.timers, func(t enactedTimer) bool { return t.name == name })
	if i < 0 {
		return enactedTimer{}
	}
	t := p.timers[i]
	p.timers = slices.Delete(p.timers, i, i+1)
	e.waits(t)
	return t
}

// waits notes that a timer must not have fired by itself up to now.
func (e *enactor) waits(t enactedTimer) {
	if t.left != nil {
		e.lefts = append(e.lefts, lasting{t.left, e.now + e.instant()})
		return
	}
	if t.pin != nil {
		t.pin.By = max(t.due, e.now+e.instant()-t.since)
		return
	}
	if steps := e.now - t.since; steps > 0 {
		e.limits = append(e.limits, limit{t.name, t.since, steps, t.due})
	}
}

// goDown takes away what a process loses in a crash. down is where the plan says how
// long that lasts.
func (e *enactor) goDown(at spec.NodeID, down **faults.Time) {
	p := &e.procs[at]
	for _, t := range p.timers {
		e.waits(t)
	}
	for _, o := range p.offers {
		e.rest = append(e.rest, o.awaited)
	}
	if p.boot != nil {
		e.rest = append(e.rest, *p.boot)
	}
	p.timers, p.offers, p.boot = nil, nil, nil
	p.since, p.down = e.now, down
	if e.rules.KeepsInbox() {
		return
	}
	e.copies = slices.DeleteFunc(e.copies, func(c enactedCopy) bool {
		if c.msg.To == at {
			e.rest = append(e.rest, c.awaited)
		}
		return c.msg.To == at
	})
}

// leaveRest lets everything that the path leaves waiting come after the faults have
// stopped, which is now.
func (e *enactor) leaveRest() {
	for _, c := range e.copies {
		e.rest = append(e.rest, c.awaited)
	}
	for i := range e.procs {
		for _, t := range e.procs[i].timers {
			e.waits(t)
		}
		for _, o := range e.procs[i].offers {
			e.rest = append(e.rest, o.awaited)
		}
		if boot := e.procs[i].boot; boot != nil {
			e.rest = append(e.rest, *boot)
		}
	}
	for _, r := range e.rest {
		*r.by = e.now + e.instant() - r.since
	}
}

// poll asks what the processes may be told that is new, as a world does.
func (e *enactor) poll() {
	down := e.state.Down()
	for i := range e.procs {
		at, p := spec.NodeID(i), &e.procs[i]
		if !e.state.Procs[i].Up || e.state.Procs[i].Unbooted {
			continue
		}
		node := e.cluster.New(at)
		e.state.Procs[i].Load(node.State())
		for _, body := range e.cluster.Told(at, node.State(), down) {
			if slices.ContainsFunc(p.offers, func(o enactedOffer) bool { return spec.SameBody(o.body, body) }) {
				continue
			}
			pin := &faults.InputPin{Node: at, Kind: body.Kind(), Nth: p.told.Next(body.Kind())}
			e.pins = append(e.pins, faults.Pin{Kind: pin})
			p.offers = append(p.offers, enactedOffer{body, awaited{e.now, &pin.By}})
		}
	}
}
