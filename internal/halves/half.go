// Package halves compares runs of processes that hold several machines with the specifications of these machines. It
// knows no protocol. Start reading at [Half], then [Judge].
package halves

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Half is one of the machines that each process holds: what belongs to it, and its specification with local states L. A
// step that belongs to another machine must leave the half as it was, unless the other machine tells it something.
type Half[L any] struct {
	// Name names the half in refusals.
	Name string
	// Kinds are the kinds of its messages and inputs, and Timers the names of its timers.
	Kinds, Timers spec.SetOf[string]
	// Model returns the specification, in which the environment may tell a process what told returns too.
	Model func(told func() []spec.Body) spec.Model[spec.State[L]]
	// Local reads the half of a process; state is what its State method returns, nil while it is down.
	Local func(at spec.NodeID, state any) L
	// Saved returns the half of a record on the disk. If it is nil the half saves nothing. A half does not save the
	// same record twice in a row: a crash inside such a step would be taken for an earlier one.
	Saved func(record any) any
	// Tells returns what the half tells the halves after it, in a step between two of its states. If it is nil the
	// half tells them nothing.
	Tells func(step spec.Action, before, after L) []spec.Body
}

// Any is a Half, whatever its local states.
type Any interface {
	name() string
	// owns reports whether messages and inputs of a kind belong to the half, fires whether a timer does, and saves
	// whether the half has a part of the records on the disk.
	owns(kind string) bool
	fires(timer spec.Timer) bool
	saves() bool
	// begin returns the half of a run that begins now.
	begin(c network.Cluster) run
}

// run is the half of a run.
type run interface {
	// step follows a step of the world, in which the half is told some bodies. It returns what the half tells those
	// after it, or why its specification takes no such step.
	step(w *world.World, e *world.Event, told []spec.Body) ([]spec.Body, *checker.Refusal)
	// copies is the number of the half's copies in flight.
	copies() int
}

func (h Half[L]) name() string { return h.Name }

func (h Half[L]) owns(kind string) bool { return h.Kinds.Has(kind) }

func (h Half[L]) fires(timer spec.Timer) bool { return h.Timers.Has(timer.Name()) }

func (h Half[L]) saves() bool { return h.Saved != nil }

func (h Half[L]) begin(c network.Cluster) run {
	r := &following[L]{Half: h, failures: c.Failures, clock: c.Reads}
	r.model = h.Model(func() []spec.Body { return r.told })
	s := spec.State[L]{
		Alive: spec.AllNodes(c.Nodes), Nodes: make([]L, c.Nodes), Disk: make([]any, c.Nodes),
		Timers: make([]spec.SetOf[spec.Timer], c.Nodes),
	}
	if c.Boots {
		s.Unbooted = s.Alive
	}
	if c.Reads {
		s.Readings = make([]time.Duration, c.Nodes)
	}
	for n := range s.Nodes {
		s.Nodes[n] = h.Local(spec.NodeID(n), c.New(spec.NodeID(n)).State())
	}
	r.refiner = checker.NewRefiner(r.model, s)
	return r
}

// following is the half of a run. It compares what each step changes, and the whole state if that differs or if the
// step is several of the half.
type following[L any] struct {
	Half[L]
	model    spec.Model[spec.State[L]]
	refiner  *checker.Refiner[L]
	told     []spec.Body // what the half is told in this step
	failures spec.Failures
	clock    bool // processes read their clocks
	// seen is what the step has left. It is used again at each step, as are armed, the timers of the process, and acts.
	seen  checker.SeenStep[L]
	armed []spec.Timer
	acts  []spec.Action
}

// is returns the half's state. It is valid until the next step.
func (r *following[L]) is() *spec.State[L] {
	_, is := r.refiner.States()
	return is
}

func (r *following[L]) copies() int { return len(r.is().Flight) }

func (r *following[L]) step(w *world.World, e *world.Event, told []spec.Body) ([]spec.Body, *checker.Refusal) {
	r.told = told
	at := e.Action.At
	if r.clock {
		r.refiner.Reads(at, time.Duration(w.Reading(at)))
	}
	whole, crashes := network.WithoutCrash(e.Action)
	acts := r.steps(whole)
	r.look(w, e)
	switch {
	case len(acts) == 0:
		if r.refiner.Stays(&r.seen) {
			return nil, nil
		}
	case len(acts) == 1 && !crashes && r.takes(acts[0]):
		if r.Tells == nil || whole.Name == spec.Crash {
			return nil, nil
		}
		was, is := r.refiner.States()
		return r.Tells(whole, was.Nodes[at], is.Nodes[at]), nil
	}
	return r.compare(w, e)
}

// takes reports whether the half takes a step that is the only one of the half.
func (r *following[L]) takes(a spec.Action) bool {
	if r.refiner.Takes(a, &r.seen) {
		return true
	}
	picked := a.Pick != nil
	a.Pick = nil
	return picked && r.refiner.Takes(a, &r.seen)
}

// compare follows a step by the whole state.
func (r *following[L]) compare(w *world.World, e *world.Event) ([]spec.Body, *checker.Refusal) {
	r.read(w)
	acts, tells := r.split(e)
	was := *r.is()
	seen := checker.Seen{
		Alive: r.seen.Alive, Local: r.seen.Local, Disk: r.seen.Disk, Timers: r.seen.Timers, Flight: r.flight(w, e),
	}
	if len(acts) == 0 {
		return tells, checker.Unmoved(was, e.Action, seen)
	}
	for _, a := range acts[:len(acts)-1] {
		next, a, ok := r.do(was, a)
		if !ok {
			_, refusal := checker.Refine(r.model, was, a, seen) // which says why
			return nil, refusal
		}
		was = next
	}
	_, last, _ := r.do(was, acts[len(acts)-1])
	after, refusal := checker.Refine(r.model, was, last, seen)
	if refusal == nil {
		r.refiner.Jump(after)
	}
	return tells, refusal
}

// read has the processes read their clocks.
func (r *following[L]) read(w *world.World) {
	for n := range r.is().Readings {
		r.refiner.Reads(spec.NodeID(n), time.Duration(w.Reading(spec.NodeID(n))))
	}
}

// look looks at what a step has left of the half, and changed of it in the network.
func (r *following[L]) look(w *world.World, e *world.Event) {
	at, seen := e.Action.At, &r.seen
	seen.Alive, seen.Local, seen.Disk = w.Living(), r.Local(at, w.State(at)), nil
	if disk := w.Disk(at); disk != nil && r.Saved != nil {
		seen.Disk = r.Saved(disk)
	}
	seen.Timers = seen.Timers[:0]
	r.armed = w.Armed(r.armed[:0], at)
	for _, timer := range r.armed {
		if r.fires(timer) {
			seen.Timers = append(seen.Timers, timer)
		}
	}
	slices.Sort(seen.Timers)
	seen.Changed = spec.Delta{
		At: at, Taken: e.Takes() && r.owns(e.Action.Msg.Body.Kind()),
		Cleared: !w.Up(at) && r.failures != spec.MessagesWait, Sent: seen.Changed.Sent[:0],
	}
	for i := range e.Sent {
		if m := e.Sent[i].Msg; r.owns(m.Body.Kind()) {
			seen.Changed.Sent = append(seen.Changed.Sent, m)
		}
	}
}

// flight lists the half's copies in flight after a step, sorted.
func (r *following[L]) flight(w *world.World, e *world.Event) (flight []spec.Message) {
	for _, m := range w.FlightAfter(nil, r.is().Flight, e) {
		if r.owns(m.Body.Kind()) {
			flight = append(flight, m)
		}
	}
	return flight
}

// steps returns the steps of the half that a step of its process is, in their order, valid until the next call.
func (r *following[L]) steps(whole spec.Action) []spec.Action {
	r.acts = r.acts[:0]
	if r.has(whole) {
		r.acts = append(r.acts, whole)
	}
	for _, body := range r.told {
		r.acts = append(r.acts, spec.Action{
			Name: body.Kind(), At: whole.At, Msg: spec.Message{From: spec.Environment, To: whole.At, Body: body},
			Pick: whole.Pick,
		})
	}
	return r.acts
}

// split returns the steps of the half that a step of its process is, in their order, and what the half tells those
// after it. If the process crashes inside the step, the last of the steps is a crash.
func (r *following[L]) split(e *world.Event) (acts []spec.Action, tells []spec.Body) {
	whole, crashes := network.WithoutCrash(e.Action)
	acts = slices.Clone(r.steps(whole))
	if r.Tells != nil && len(acts) > 0 && whole.Name != spec.Crash {
		if after, ok := r.doAll(acts); ok {
			tells = r.Tells(whole, r.is().Nodes[whole.At], after.Nodes[whole.At])
		}
	}
	if crashes {
		acts = r.cut(acts, whole.At, r.effects(e))
	}
	return acts, tells
}

// has reports whether a step is one of the half: the first event of a process, and its crash, are steps of each half.
func (r *following[L]) has(a spec.Action) bool {
	switch {
	case a.Msg.Body != nil:
		return r.owns(a.Msg.Body.Kind())
	case a.Timer != "":
		return r.fires(a.Timer)
	}
	return true
}

// doAll returns the state after some steps, and whether the specification takes them.
func (r *following[L]) doAll(acts []spec.Action) (s spec.State[L], ok bool) {
	s, ok = *r.is(), true
	for _, a := range acts {
		if s, _, ok = r.do(s, a); !ok {
			break
		}
	}
	return s, ok
}

// do returns the state after a step, the step as the half takes it, and whether the specification takes it. What a
// process has picked belongs to one step of one of its machines; the others are taken without it.
func (r *following[L]) do(s spec.State[L], a spec.Action) (spec.State[L], spec.Action, bool) {
	next, ok := r.model.Do(s, a)
	if ok || a.Pick == nil {
		return next, a, ok
	}
	without := a
	without.Pick = nil
	if next, ok = r.model.Do(s, without); ok {
		return next, without, true
	}
	return s, a, false
}

// effects counts the half's effects that were carried out before a crash.
func (r *following[L]) effects(e *world.Event) (n int) {
	saved := r.is().Disk[e.Action.At]
	for _, effect := range e.Effects {
		switch {
		case effect.Kind == impl.Save:
			if r.Saved == nil {
				continue
			}
			if record := r.Saved(effect.Record); !spec.SameRecord(record, saved) {
				saved = record
				n++
			}
		case network.Cuttable(effect) && r.owns(effect.Body.Kind()):
			n++
		}
	}
	return n
}

// cut returns the steps up to the one inside which the process has crashed, after the half has carried out that many
// effects. If it has carried out all, the process crashes after the last step.
func (r *following[L]) cut(acts []spec.Action, at spec.NodeID, effects int) []spec.Action {
	s := *r.is()
	for n, a := range acts {
		crash := a
		crash.Name, crash.Cut = spec.CrashIn(a.Name), effects
		if _, crash, ok := r.do(s, crash); ok {
			return append(acts[:n:n], crash)
		}
		next, _, ok := r.do(s, a)
		if !ok {
			return acts[:n+1] // which is refused
		}
		for crash.Cut = 0; ; crash.Cut++ {
			if _, _, more := r.do(s, crash); !more {
				break
			}
		}
		s, effects = next, effects-crash.Cut
	}
	return append(acts, spec.Action{Name: spec.Crash, At: at})
}
