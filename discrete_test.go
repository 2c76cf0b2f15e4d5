package scrutineer_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Pulse is what a beater sends to the one that watches it.
type Pulse struct{}

func (Pulse) Kind() string { return "Pulse" }

// watch is one of two processes: process 0 sends a Pulse every 20 ms, and process 1 suspects process 0 after 40 ms
// without a Pulse.
type watch struct {
	id    scrutineer.NodeID
	state watchState
}

type watchState struct {
	Suspects bool
	Heard    time.Duration // when process 1 has heard a Pulse
}

func (w *watch) State() any { return &w.state }

func (w *watch) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch {
	case w.id == 0:
		out.Send(1, Pulse{})
		out.SetTimer("Beat", 20*time.Millisecond)
	case ev.Kind == scrutineer.Fired:
		w.state.Suspects = true
	case ev.Kind == scrutineer.Delivered && !w.state.Suspects: // it waits from the first Pulse on
		w.state.Heard = ev.Now
		out.SetTimer("Suspect", 40*time.Millisecond)
	}
}

// watching returns the protocol with ticks of 10 ms. A message takes at most delay ticks.
func watching(delay int) scrutineer.Protocol[watchState] {
	return scrutineer.Protocol[watchState]{
		Name: "watch", Nodes: 2, Wire: []any{Pulse{}}, Ticks: []string{"Beat", "Suspect"}, ReadsClocks: true,
		New:     func(id scrutineer.NodeID, _ int) scrutineer.Node { return &watch{id: id} },
		Crashes: 2, Without: []string{"loss", "partition", "oneWay"},
		Discrete: &scrutineer.DiscreteTime{
			Unit: 10 * time.Millisecond, Reading: time.Duration(0), Span: 4, Delay: delay,
		},
		Always: scrutineer.Properties[watchState]{"Accurate": func(v scrutineer.View[watchState]) error {
			if v.Up(0) && v.Up(1) && v.State(1).Suspects {
				return errors.New("process 1 suspects 0, which is up")
			}
			return nil
		}},
		Eventually: scrutineer.Properties[watchState]{"Complete": func(v scrutineer.View[watchState]) error {
			if !v.Up(0) && v.Up(1) && v.State(1).Heard > 0 && !v.State(1).Suspects {
				return errors.New("process 1 does not suspect 0, which is down")
			}
			return nil
		}},
	}
}

// A failure detector whose timeout is longer than delays allow is accurate and complete. One whose timeout is shorter
// is not accurate, and one without a timer is not complete.
func TestDiscreteTime(t *testing.T) {
	for name, c := range map[string]struct {
		of                 func(*scrutineer.DiscreteTime) // nil: process 1 sets no timer
		accurate, complete spec.Verdict
		crashes            int
	}{
		"bounded delay": {func(*scrutineer.DiscreteTime) {}, spec.Holds, spec.Holds, 1},
		"longer delay":  {func(d *scrutineer.DiscreteTime) { d.Delay = 3 }, spec.Violated, spec.Holds, 0},
		"late timers":   {func(d *scrutineer.DiscreteTime) { d.Late = 2 }, spec.Violated, spec.Holds, 0},
		"no timer":      {nil, spec.Holds, spec.Violated, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := watching(1)
			if c.of != nil {
				c.of(p.Discrete)
			} else {
				p.New = func(id scrutineer.NodeID, _ int) scrutineer.Node { return &idleWatch{watch{id: id}} }
			}
			subject, err := p.Registered().Open(cases.Case{
				Budget: map[string]int{"crash": c.crashes}, MayCrash: []int{0, 1},
			})
			if err != nil {
				t.Fatal(err)
			}
			r, err := subject.Reach([]string{"Accurate", "Complete"}, "MCFairSpec", verify.ReachOptions{Workers: 1})
			if err != nil || r.Breach != "" {
				t.Fatal(err, r.Breach)
			}
			for i, want := range []spec.Verdict{c.accurate, c.complete} {
				if found := r.Results[i]; found.Verdict != want {
					t.Errorf("%d states, %s: %s (%s), want %s", r.States, found.Name, found.Verdict, found.Why, want)
				}
			}
		})
	}
}

// If time ends, Check does not judge properties of runs, and says so. It refuses fields that are out of range.
func TestDiscreteTimeThatEnds(t *testing.T) {
	p := watching(0)
	p.Discrete = &scrutineer.DiscreteTime{Unit: 10 * time.Millisecond, Horizon: 5}
	p.Timeout = 50 * time.Millisecond
	p.Always = scrutineer.Properties[watchState]{
		"Sane": func(scrutineer.View[watchState]) error { return nil },
	}
	const want = "not judged, as time ends in these explorations: Complete"
	if r := checked(t, p); len(r.errors) > 0 || !strings.Contains(strings.Join(r.logs, "\n"), want) {
		t.Errorf("it says %q and logs %q", r.errors, r.logs)
	}
	none := time.Duration(0)
	for want, d := range map[string]scrutineer.DiscreteTime{
		"Discrete.Unit: 0s, it must be 1µs to 1h, in whole microseconds":     {Horizon: 5},
		"Discrete.Horizon: 0, and Reading <nil>; set one of them":            {Unit: time.Second},
		"Discrete.Horizon: 5, and Reading 0s; set one of them":               {Unit: 1e9, Horizon: 5, Reading: none},
		"Discrete.Horizon: -1, it must be 1 to 10000":                        {Unit: 1e9, Horizon: -1},
		"Discrete.Reading: is of type int, it must be time.Duration or a":    {Unit: 1e9, Reading: 0, Span: 1},
		"Discrete.Span: 0, it must be 1 to 10000":                            {Unit: 1e9, Reading: none},
		"Discrete.Span: is set without Reading, leave it out":                {Unit: 1e9, Horizon: 5, Span: 5},
		"Discrete.Skew: 101, it must be 0 to 100":                            {Unit: 1e9, Horizon: 5, Skew: 101},
		"Discrete.Delay: -2, it must be -1 to 100":                           {Unit: 1e9, Horizon: 5, Delay: -2},
		"Discrete.Reading: is set beside Client or Announces, whose history": {Unit: 1e9, Span: 1, Reading: none},
	} {
		p.Discrete = &d
		if strings.Contains(want, "beside") {
			p.Announces = func(scrutineer.NodeID, *watchState) any { return nil }
		} else {
			p.Announces = nil
		}
		if r := checked(t, p); !strings.Contains(strings.Join(r.errors, "\n"), want) {
			t.Errorf("it says %q, want %q", r.errors, want)
		}
	}
}

// idleWatch sets no timer.
type idleWatch struct{ watch }

func (d *idleWatch) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	if d.id == 0 {
		d.watch.Step(ev, out)
	} else {
		d.state.Heard = ev.Now
	}
}
