package world

import (
	"errors"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Driven is a world that takes recorded steps, such as those of real processes. Until [Driven.RunOn] no message
// arrives, no timer fires, and nothing is drawn.
type Driven struct {
	// World is what observers see.
	*World
}

// RecordedStep is a step of a run that has happened.
type RecordedStep struct {
	// Action is the step. A firing is named as if its timer awaited nothing; the world sets the right name.
	Action spec.Action
	// At is the time of the step. If it is before the previous step's, the previous step's time is used.
	At faults.Time
	// Reading is the clock reading of the process. It is ignored if no handler runs.
	Reading faults.Time
}

// NewDriven returns a world at the start of a run. It uses the plan's seed, delays and settle time, and ignores its
// faults and pins.
func NewDriven(c network.Cluster, p faults.Plan, observers ...Observer) (*Driven, error) {
	p.Version, p.Snapshot, p.Faults, p.Pins, p.Rates, p.Stop = faults.PlanVersion, nil, nil, nil, faults.Rates{}, 0
	w, err := New(c, p, observers...)
	if err != nil {
		return nil, err
	}
	w.agenda.drive()
	w.injector.drive()
	for id := range w.Nodes() {
		if c.Boots {
			w.processes.starts(spec.NodeID(id), 0, 0, "")
		}
	}
	return &Driven{w}, nil
}

// Broken reports whether the checked code has broken a contract.
func (d *Driven) Broken() bool { return d.breach != nil }

// Take takes a step. An error says why the step cannot be taken. After an error the run is over, except after
// [*NotOffered].
func (d *Driven) Take(k RecordedStep) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			d.fails(spec.Recovered(cause))
			err = errors.New(d.breach.Why)
		}
	}()
	d.agenda.jump(k.At)
	a, crashes := network.WithoutCrash(k.Action)
	if at, class := a.At, a.Class(); !class.IsNetwork() && class != spec.ClassCrash && at >= 0 && int(at) < d.Nodes() {
		d.clocks.adjust(at, k.Reading)
	}
	d.injector.follow(a.Pick, crashes, k.Action.Cut)
	if err := d.take(a); err != nil {
		return err
	}
	if d.breach != nil {
		return errors.New(d.breach.Why)
	}
	return nil
}

// take takes the step of an action. The crash that may end the step is planned.
func (d *Driven) take(a spec.Action) error {
	w, at := d.World, a.At
	switch class := a.Class(); {
	case at < 0 || int(at) >= w.Nodes():
		return fmt.Errorf("there is no process %s", at)
	case a.Name == spec.Recover:
		if w.Up(at) {
			return errors.New("the process is up")
		}
		w.recover(at)
	case !w.Up(at) && class != spec.ClassLoss:
		return errors.New("the process is down")
	case a.Name == spec.Crash:
		w.crash(&consequence{node: at})
	case a.Name == spec.Boot:
		if w.Booted(at) {
			return errors.New("the process has booted")
		}
		w.firstEvent(at)
	case a.Timer != "":
		return d.ring(at, a.Timer)
	case a.Msg.From == spec.Environment:
		if !w.mayTell(at, a.Msg.Body) {
			return &NotOffered{a.Msg.Body}
		}
		w.input(at, a.Msg.Body)
	default:
		return d.affect(a)
	}
	return nil
}

// ring fires a timer. The timer must be set, and due by the clock of its process.
func (d *Driven) ring(at spec.NodeID, name spec.Timer) error {
	timers := d.processes.list[at].timers
	i := slices.IndexFunc(timers, func(t timer) bool { return t.name == name })
	if i < 0 {
		return fmt.Errorf("timer %s is not set", name)
	}
	if now, fires := d.Reading(at), timers[i].expires; now < fires {
		return fmt.Errorf("timer %s fires at %s by the clock of its process, and was set to fire at %s",
			name, now, fires)
	}
	awaits := false
	if !timers[i].ticks {
		_, awaits = d.patience.awaited(at, name)
	}
	d.fire(at, i, awaits)
	return nil
}

// affect delivers, drops, loses or doubles a copy in flight. Of equal copies it takes the oldest.
func (d *Driven) affect(a spec.Action) error {
	w := d.World
	place, ok := w.net.oldest(&a.Msg)
	if !ok {
		return fmt.Errorf("no such copy of %s is in flight", network.KindOf(a))
	}
	p := &w.net.parcels.list[place]
	may, kind := w.net.may(&p.msg), network.KindOf(a)
	switch {
	case a.Name == spec.Deliver(kind) && w.net.inOrder(p) > 1:
		return fmt.Errorf("the copy of %s overtakes an older one, and the network keeps order", kind)
	case a.Name == spec.Deliver(kind) && w.Booted(a.At):
		w.deliver(place)
	case a.Name == spec.Drop(kind) && may.Drop:
		w.drop(place, cause{kind: "loss"})
	case a.Name == spec.Lose(kind) && may.Lose:
		w.lose(place, "")
	case a.Name == spec.Duplicate(kind) && may.Duplicate:
		w.double(&consequence{place: place})
	default:
		return errors.New("the network allows no such step there")
	}
	return nil
}

// RunOn ends the recorded steps. The run continues without faults: what is in flight arrives, timers fire, and inputs
// come as the plan says. RunOn returns the report when the run is over.
func (d *Driven) RunOn() Report {
	w := d.World
	w.agenda.runOn(w.Settle())
	w.injector.runOn()
	if w.breach == nil {
		w.runGuarded(w.goOn)
	}
	return w.report()
}

// goOn schedules what is to happen, and runs until the end.
func (w *World) goOn() {
	w.step(spec.Action{Name: FaultsStop, At: spec.None}, 0)
	for id := range w.Nodes() {
		at := spec.NodeID(id)
		for _, place := range w.net.letGoAll(at) {
			w.injector.route(place)
		}
		w.processes.resume(at)
		w.poll(at)
	}
	w.untilEnd()
}
