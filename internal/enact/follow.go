package enact

import (
	"errors"
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// units are the times that a step may take: the first that no timer is too short for
// is taken.
var units = [...]faults.Time{
	faults.Time(time.Millisecond), 100 * faults.Microsecond, 10 * faults.Microsecond, faults.Microsecond,
}

// unit returns how long a step may take so that no timer fires by itself.
func (e *enactor) unit(path []spec.Action) (faults.Time, error) {
	if e.cluster.Discrete != nil { // times are as they were explored
		return 1, nil
	}
	for _, unit := range units {
		if e.tooShort(unit) == nil {
			return unit, nil
		}
	}
	l := e.tooShort(faults.Microsecond)
	return 0, fmt.Errorf("step %d, %s: sets the timer %s to %s, but it must not fire by itself within %d steps, "+
		"and a step takes a microsecond at least", l.since, path[l.since-1], l.timer, l.due, l.steps)
}

// tooShort returns the first timer that would fire by itself, nil where none would.
func (e *enactor) tooShort(unit faults.Time) *limit {
	for i := range e.limits {
		if l := &e.limits[i]; l.steps*unit >= l.due {
			return l
		}
	}
	return nil
}

// stretch lets each of the steps that a plan's times are numbers of take that long.
// It returns the longest time that a copy or an input takes.
func stretch(p *faults.Plan, unit faults.Time) faults.Time {
	longest := faults.Time(0)
	p.Stop *= unit
	if p.Snapshot != nil {
		for _, is := range p.Snapshot.Processes {
			if is.Down != nil {
				*is.Down *= unit
			}
		}
	}
	for _, f := range p.Faults {
		longest = max(longest, f.Kind.Scale(unit))
	}
	for _, pin := range p.Pins {
		longest = max(longest, pin.Kind.Scale(unit))
	}
	return longest
}

// follower holds a run against a path.
type follower struct {
	time  *discrete
	path  []spec.Action
	ticks []int // the number of ticks before each step of the path
	taken int
	err   error
}

// followed is what a run is stopped for that has come to the end of the path, or to
// where it leaves it.
const followed = "Followed"

// Observe compares one step.
func (f *follower) Observe(w *world.World, e *world.Event) {
	switch {
	case e.Action.Name == world.FaultsStop && f.taken < len(f.path):
		f.err = f.refused("it does not happen in a world")
	case e.Action.Name == world.FaultsStop:
	case world.IsStutter(e.Action.Name):
		return
	case f.taken == len(f.path):
		f.err = fmt.Errorf("after the last step %s happens in a world before the faults stop", e.Action)
	case !f.time.explored(e.Action, f.ticks[f.taken]).Same(f.path[f.taken]):
		f.err = f.refused("%s happens in a world", e.Action)
	default:
		f.taken++
		return
	}
	w.Stop(followed, "")
}

// refused is the error that the next step of the path cannot be taken.
func (f *follower) refused(format string, args ...any) error {
	return &StepError{f.taken + 1, f.path[f.taken], fmt.Errorf(format, args...)}
}

// follow runs a plan until its faults stop, and tells where that is not the path.
func follow(c network.Cluster, p faults.Plan, path []spec.Action, d *discrete) error {
	f := &follower{time: d}
	f.path, f.ticks = happens(path)
	w, err := world.New(c, p, f)
	if err != nil {
		return err
	}
	r := w.Run()
	switch {
	case f.err != nil:
		return f.err
	case r.Breach == nil:
		return errors.New("the run ends before the faults stop")
	case r.Breach.Contract != followed:
		return fmt.Errorf("the run fails after step %d: %s: %s", f.taken, r.Breach.Contract, r.Breach.Why)
	case len(r.Unmatched) > 0:
		return fmt.Errorf("%v met nothing", r.Unmatched)
	}
	return nil
}
