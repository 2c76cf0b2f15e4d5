package world_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// asker asks process 1 every 50 ms, which answers, and waits for that so long.
type asker struct {
	id       spec.NodeID
	patience faults.Time
	state    struct{ Asked, Answered int }
}

func (n *asker) State() any { return &n.state }

func (n *asker) Step(ev impl.Event, out *impl.Effects) {
	ping, delivered := ev.Body.(faultstest.Ping)
	switch {
	case delivered && ping.N == 0:
		out.Send(ev.From, faultstest.Ping{N: 1})
	case delivered:
		n.state.Answered++
		out.StopTimer("Wait")
	case n.id == 0 && ev.Timer != "Wait":
		n.state.Asked++
		out.Send(1, faultstest.Ping{})
		out.SetTimer("Wait", time.Duration(n.patience))
		out.SetTimer("Beat", 50*time.Millisecond)
	}
}

// askers are two of them. Where awaits is false, they do not say what they wait for.
func askers(patience faults.Time, awaits bool) network.Cluster {
	c := network.Cluster{
		Nodes: 2, Boots: true, Clocks: spec.NewSet("Beat"),
		New:    func(id spec.NodeID) impl.Node { return &asker{id: id, patience: patience} },
		Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
	}
	if awaits {
		c.Awaits = func(spec.Timer, spec.NodeID, any, *spec.Message) bool { return true }
	}
	return c
}

// firings counts the timeouts that are premature, and those that are not, after the faults
// stop; and has the times of the first ones.
type firings struct {
	premature, fair int
	first           []string
}

func (f *firings) Observe(w *world.World, e *world.Event) {
	if e.Action.Timer != "Wait" {
		return
	}
	premature := e.Action.Name == spec.Premature("Wait")
	if len(f.first) < 3 {
		f.first = append(f.first, fmt.Sprintf("%s %s", w.Now(), e.Action.Name))
	}
	switch {
	case !w.Stopped():
	case premature:
		f.premature++
	default:
		f.fair++
	}
}

// watched runs two askers: 20 rounds, in the first four of which there may be faults.
func watched(t *testing.T, patience faults.Time, awaits bool, more string) *firings {
	t.Helper()
	f := new(firings)
	p := faultstest.ScenePlan(t, `"stop": "200ms", `+more)
	p.Seed, p.Settle = 7, 800*faultstest.Ms
	if r := faultstest.MustRun(t, askers(patience, awaits), p, f); r.Breach != nil {
		t.Fatal(*r.Breach)
	}
	return f
}

// With delays bounded from stop on timers are real then: one that is longer than an exchange
// takes never fires, one that is shorter is premature in each round. Where delays are not
// bounded no timeout is premature after stop, however short its timer.
func TestTimersAreRealAfterStop(t *testing.T) {
	const delay = `"delay": {"min": "1ms", "max": "150ms"}`
	const bounded = delay + `, "delayAfterStop": {"min": "8ms", "max": "10ms"}`
	for _, patient := range []string{"", `, "patient": true`} {
		for _, awaits := range []bool{false, true} {
			t.Run(fmt.Sprintf("awaits %t%s", awaits, patient), func(t *testing.T) {
				// The exchanges of before stop may take another three rounds to get through.
				long := watched(t, 21*faultstest.Ms, awaits, bounded+patient)
				if long.premature > 3 || long.fair > 0 {
					t.Errorf("21 ms for an exchange of 20 at most: %+v", *long)
				}
				short := watched(t, 15*faultstest.Ms, awaits, bounded+patient)
				if short.premature < 14 || short.fair > 0 {
					t.Errorf("15 ms for an exchange of 16 or more: %+v", *short)
				}
				if f := watched(t, 15*faultstest.Ms, awaits, delay+patient); f.premature > 0 {
					t.Errorf("without delayAfterStop: %+v", *f)
				}
			})
		}
	}
}

// A patient plan is so until stop: an alarm that waits then rings.
func TestPatienceEndsAtStop(t *testing.T) {
	const slow = `"patient": true, "delay": {"min": "100ms"}`
	for _, awaits := range []bool{false, true} {
		waits := watched(t, 45*faultstest.Ms, awaits, slow)
		rings := watched(t, 45*faultstest.Ms, awaits, slow+`, "delayAfterStop": {"max": "10ms"}`)
		if len(rings.first) == 0 || !strings.HasPrefix(rings.first[0], "200ms Premature") {
			t.Errorf("awaits %t: %v", awaits, rings.first)
		}
		if len(waits.first) > 0 && strings.HasPrefix(waits.first[0], "200ms") {
			t.Errorf("awaits %t, where timers are not real: %v", awaits, waits.first)
		}
	}
}

// leaner is a process of which the first waits for the second, which repeats what that awaits for 50 ms.
type leaner struct {
	id    spec.NodeID
	state leanerState
}

type leanerState struct{ Quiet bool }

func (n *leaner) State() any { return &n.state }

func (n *leaner) Step(ev impl.Event, out *impl.Effects) {
	switch {
	case ev.Kind == impl.Fired:
		n.state.Quiet = true
	case n.id == 0:
		out.SetTimer(spec.TimerOf("Wait", 1), time.Duration(10*faultstest.Ms))
	default:
		out.SetTimer("Quiet", time.Duration(50*faultstest.Ms))
	}
}

// What its peer repeats has a timer be premature as a copy in flight has; a patient one waits until the
// peer repeats it no more, or is down.
func TestAlarmsAwaitWhatAPeerRepeats(t *testing.T) {
	cluster := network.Cluster{
		Nodes: 2, Boots: true,
		New:     func(id spec.NodeID) impl.Node { return &leaner{id: id} },
		Inputs:  func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
		Awaits:  func(spec.Timer, spec.NodeID, any, *spec.Message) bool { return false },
		Repeats: func(_ spec.Timer, _ spec.NodeID, peer any) bool { return !peer.(*leanerState).Quiet },
	}
	for _, row := range []struct{ more, want string }{
		{``, "11ms PrematureWait"},
		{`, "patient": true`, "51ms TimeoutWait"},
		{`, "patient": true, "faults": [{"crash": {"node": 1, "at": "30ms"}}]`, "30ms TimeoutWait"},
	} {
		var fired []string
		plan := faultstest.ScenePlan(t, `"stop": "200ms"`+row.more)
		watch := faultstest.Watch(func(w *world.World, e *world.Event) {
			if e.Action.Timer.Of() == 1 {
				fired = append(fired, fmt.Sprintf("%s %s", w.Now(), e.Action.Name))
			}
		})
		r := faultstest.MustRun(t, cluster, plan, watch)
		if r.Breach != nil || len(fired) != 1 || fired[0] != row.want {
			t.Errorf("%s: %q, want %q; %v", row.more, fired, row.want, r.Breach)
		}
	}
}
