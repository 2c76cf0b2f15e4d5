package protocoltest

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Driven demands that a world driven along a run takes every step and leaves the same states.
func Driven(t *testing.T, all []verify.Protocol) {
	for _, p := range all {
		h := p.Campaigns()
		for n := range drawn(byKey) {
			drives(t, aPlan{h, p.Name, withoutEarly(h.PlanOf(campaign.Options{Seed: 5}, n))}, n)
		}
	}
}

// withoutEarly returns a plan in which no timer fires before its time by the clock of its process, as none of a real
// process does.
func withoutEarly(plan faults.Plan) faults.Plan {
	plan.Rates.Early = 0
	plan.Faults = slices.DeleteFunc(plan.Faults, func(f faults.Fault) bool {
		return slices.Contains([]string{"premature", "jump", "rate", "drift"}, f.Name())
	})
	return plan
}

// drives runs a plan, and drives a world along that run.
func drives(t *testing.T, plan aPlan, n int) {
	t.Helper()
	var is, was steps
	run(t, plan, &was)
	subject, err := plan.of.Open(plan.plan.Config)
	if err != nil {
		t.Fatal(err)
	}
	l, err := world.NewDriven(subject.Cluster, plan.plan, &is)
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range was.list {
		if err := l.Take(step); err != nil {
			t.Errorf("%s, run %d of seed 5: step %d of %d, %s: %v",
				plan.name, n, i+1, len(was.list), step.Action, err)
			return
		}
		if is.list[i].Action.String() != step.Action.String() || is.states[i] != was.states[i] {
			t.Errorf("%s, run %d of seed 5: step %d of %d is %s and leaves\n%s\nwant %s and\n%s", plan.name, n, i+1,
				len(was.list), is.list[i].Action, is.states[i], step.Action, was.states[i])
			return
		}
	}
}

// kept is what a process holds beside its state.
type kept struct {
	Disk   any
	Timers []spec.Timer
}

// steps records each step of a run, and the state, record and timers of its process after it.
type steps struct {
	list   []world.RecordedStep
	states []string
}

// Observe notes a step.
func (s *steps) Observe(w *world.World, e *world.Event) {
	at := e.Action.At
	if world.IsStutter(e.Action.Name) || at == spec.None {
		return
	}
	a := e.Action
	a.Pick = slices.Clone(a.Pick)
	s.list = append(s.list, world.RecordedStep{Action: a, At: e.At, Reading: e.Now})
	armed := w.Armed(nil, at)
	slices.Sort(armed)
	s.states = append(s.states, codec.Key(kept{w.Disk(at), armed}))
	if w.Up(at) {
		s.states[len(s.states)-1] += codec.Key(w.State(at))
	}
}
