package verify

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// refiner is the judge of a run that is small enough to be held against the
// specification: every step must refine it, and the properties of the explorations
// are judged on the image of every state. The protocol's own monitor judges beside
// it, and the two must agree.
type refiner struct {
	campaign.Judge
	judges  []string // what the monitor judges
	system  *system
	image   image
	ghost   any
	judged  []spec.Property[state] // on each state or step, until it has failed
	looked  bool                   // they have been judged once
	found   []campaign.Violation
	refused bool
	visit   visit
}

// MostJudged is how many processes a group may have for its properties to be judged
// on the image of every state; the monitor judges groups of any size.
const MostJudged = 16

// visit is told of a step of a run, in the specification's terms. The states are valid
// during the call.
type visit func(before, after state, a spec.Action)

// Refined returns a judge that holds every step of a run against the specification, with
// the protocol's monitor beside it, which judges by the properties of those names.
func (s *system) Refined(monitor campaign.Judge, judges []string) campaign.Judge {
	return s.visited(monitor, judges, nil)
}

// visited is Refined; visit is told of every step, where it is not nil.
func (s *system) visited(monitor campaign.Judge, judges []string, visit visit) campaign.Judge {
	r := &refiner{
		Judge: monitor, judges: judges, system: s, image: s.image(false), ghost: s.ghost.Init, visit: visit,
	}
	for _, p := range s.properties {
		if p.InRuns() {
			r.judged = append(r.judged, p)
		}
	}
	return r
}

// Plain takes the shortcuts away from a judge that holds each step of a run against the specification, before the run:
// it compares whole states then, and judges each property of each of them. It says the same; tests hold the two against
// each other. A judge of another kind stays as it is.
func Plain(judge campaign.Judge) campaign.Judge {
	if r, ok := judge.(*refiner); ok {
		r.image = r.system.image(true)
	}
	return judge
}

// Resumes starts judging from a snapshot. A monitor that needs the earlier history is silenced.
func (r *refiner) Resumes(w *world.World) {
	r.image.resumes(w)
	if monitor, can := r.Judge.(world.Resumer); can {
		monitor.Resumes(w)
		return
	}
	r.Judge, r.judges = campaign.Silent{}, nil
}

// Observe judges one step.
func (r *refiner) Observe(w *world.World, e *world.Event) {
	r.Judge.Observe(w, e)
	switch {
	case r.refused:
		return
	case e.Action.Name == faults.ClockJumps && r.system.cluster.Reads && r.system.cluster.Nodes <= MostJudged:
		now := r.state(r.image.reread(w))
		r.judge(now, now, e)
		return
	case world.IsStutter(e.Action.Name):
		return
	}
	before, after, refusal := r.image.step(w, e)
	if refusal != nil {
		r.fail(campaign.Refines, refusal.String(), e.N)
		r.refused = true // from here on there is nothing to hold against
		return
	}
	if n, copies := w.InFlight(), r.image.copies(); n != copies {
		r.fail(campaign.Refines, fmt.Sprintf("%s: the network has %d copies in flight, the specification %d",
			e.Action, n, copies), e.N)
	}
	if r.system.cluster.Nodes > MostJudged {
		return
	}
	was := r.state(before)
	r.ghost = r.system.ghost.After(r.ghost, e.Action, after.Living())
	now := r.state(after)
	r.judge(was, now, e)
	if r.visit != nil {
		r.visit(was, now, e.Action)
	}
}

func (r *refiner) state(s spec.Living) state {
	return state{State: spec.Watched[spec.Living, any]{State: s, Ghost: r.ghost}}
}

// Says is what the monitor says of a process; "" where it says nothing.
func (r *refiner) Says(w *world.World, at spec.NodeID) string {
	if sayer, ok := r.Judge.(campaign.Sayer); ok {
		return sayer.Says(w, at)
	}
	return ""
}

// judge evaluates the properties that must always hold, of the state after an event or of the
// step to it, each until it fails. One that is judged process by process has held of all others before.
func (r *refiner) judge(was, now state, e *world.Event) {
	again := r.looked && r.image.local()
	r.looked = true
	var alone state
	if again {
		alone.State = spec.Watched[spec.Living, any]{
			State: r.image.alone(e.Action.At), Ghost: r.system.ghost.Init,
		}
	}
	for i := range r.judged {
		p := &r.judged[i]
		if r.failed(p.Name) {
			continue
		}
		var err error
		switch {
		case p.Kind == spec.Stepwise && world.IsStutter(e.Action.Name): // nothing has changed but what a clock reads
		case p.Kind == spec.Stepwise:
			err = p.Step(was, e.Action, now)
		case p.Each != nil && again:
			err = p.Each(alone, e.Action.At)
		default:
			err = p.Check(now)
		}
		if err != nil {
			r.fail(p.Name, err.Error(), e.N)
		}
	}
}

// judgesItself reports whether the refiner judges property name, and not the monitor alone.
func (r *refiner) judgesItself(name string) bool {
	return slices.ContainsFunc(r.system.properties, func(p spec.Property[state]) bool {
		return p.Name == name && p.InRuns()
	})
}

func (r *refiner) failed(name string) bool {
	return slices.ContainsFunc(r.found, func(v campaign.Violation) bool { return v.Property == name })
}

func (r *refiner) fail(property, why string, event int) {
	r.found = append(r.found, campaign.Violation{Property: property, Why: why, Event: event})
}

// End adds to what the monitor says what was found here. A property on which the
// two do not agree is a failure of its own: one of them is wrong. Where processes read
// clocks, though, time alone may break a property, which a monitor that judges the process
// of each step sees later or never.
func (r *refiner) End(w *world.World) campaign.Finding {
	f := r.Judge.End(w)
	for _, v := range r.found {
		i := slices.IndexFunc(f.Violations, func(m campaign.Violation) bool { return m.Property == v.Property })
		switch {
		case i < 0 && !r.refused && r.monitors(v.Property) && !r.system.cluster.Reads:
			v.Why = fmt.Sprintf("%s fails on the state (%s), and the monitor has not seen it", v.Property, v.Why)
			v.Property = campaign.MonitorAgrees
			f.Violations = append(f.Violations, v)
		case i < 0:
			v.Needs = r.assumes(v.Property)
			f.Violations = append(f.Violations, v)
		}
	}
	judged := r.system.cluster.Nodes <= MostJudged && !r.refused
	for _, m := range slices.Clone(f.Violations) {
		if judged && r.monitors(m.Property) && r.judgesItself(m.Property) && !r.failed(m.Property) {
			f.Violations = append(f.Violations, campaign.Violation{
				Property: campaign.MonitorAgrees, Event: m.Event,
				Why: fmt.Sprintf("the monitor has seen %s fail (%s), and it holds on every state", m.Property, m.Why),
			})
		}
	}
	slices.SortStableFunc(f.Violations, func(a, b campaign.Violation) int { return a.Event - b.Event })
	return f
}

// assumes returns the assumptions without which a property is not claimed. That a step is one of the specification is
// always claimed.
func (r *refiner) assumes(property string) []string {
	if assumer, ok := r.Judge.(campaign.Assumer); ok && property != campaign.Refines {
		return assumer.Assumes(property)
	}
	return nil
}

func (r *refiner) monitors(name string) bool {
	return slices.Contains(r.judges, name)
}
