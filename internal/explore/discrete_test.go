package explore_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// timed is a process with a step for each test.
type timed struct {
	id    spec.NodeID
	state timedState
	step  func(*timed, impl.Event, *impl.Effects)
}

type timedState struct {
	Seen time.Duration
	N    int
}

func (p *timed) State() any { return &p.state }

func (p *timed) Step(ev impl.Event, out *impl.Effects) { p.step(p, ev, out) }

func timedGroup(d spec.DiscreteTime, step func(*timed, impl.Event, *impl.Effects)) network.Cluster {
	d.Unit = time.Millisecond
	return network.Cluster{
		Nodes: 2, Failures: spec.MessagesWait, Boots: true, Reads: true, Discrete: &d,
		New:    func(id spec.NodeID) impl.Node { return &timed{id: id, step: step} },
		Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
	}
}

// begins is a step in which process 0 sends a stamp to process 1, and sets a timer of two ticks, when it boots.
func begins(p *timed, ev impl.Event, out *impl.Effects) {
	if p.state.Seen = ev.Now; p.id == 0 && ev.Kind == impl.Booted {
		out.Send(1, faultstest.Stamp{At: ev.Now})
		out.SetTimer("T", 2*time.Millisecond)
	}
}

// A tick passes unless a timer must fire or a message arrive. After each path the listed actions are enabled, crashes
// and losses left out.
func TestTicks(t *testing.T) {
	relative := spec.DiscreteTime{Reading: time.Duration(0), Span: 9}
	late, delayed, horizon := relative, relative, spec.DiscreteTime{Horizon: 1}
	late.Late, delayed.Delay = 1, 1
	for _, c := range []struct {
		time spec.DiscreteTime
		path string
		want string
	}{
		{relative, "Boot at 0, Boot at 1", "DeliverStamp Advance AdvanceFast AdvanceSlow AdvanceFast AdvanceSlow"},
		{relative, "Boot at 0, Boot at 1, Advance, Advance", "TimeoutT DeliverStamp"},
		{relative, "Boot at 0, Boot at 1, AdvanceFast at 0", "TimeoutT DeliverStamp"},
		{
			relative, "Boot at 0, Boot at 1, AdvanceFast at 1, AdvanceSlow at 0",
			"DeliverStamp Advance AdvanceFast AdvanceSlow AdvanceFast AdvanceSlow",
		},
		{
			relative, "Boot at 0, Boot at 1, Advance, Advance, TimeoutT at 0",
			"DeliverStamp Advance AdvanceFast AdvanceSlow AdvanceFast AdvanceSlow",
		},
		{
			late, "Boot at 0, Boot at 1, Advance, Advance",
			"TimeoutT DeliverStamp Advance AdvanceFast AdvanceSlow AdvanceFast AdvanceSlow",
		},
		{late, "Boot at 0, Boot at 1, Advance, Advance, Advance", "TimeoutT DeliverStamp"},
		{delayed, "Boot at 0, Boot at 1, Advance", "DeliverStamp"},
		{delayed, "Boot at 0, Boot at 1, Advance, Crash at 1, Advance", "TimeoutT Recover"},
		{delayed, "Boot at 0, Boot at 1, Advance, Crash at 1, Recover at 1", "DeliverStamp"},
		{horizon, "Boot at 0, Boot at 1, Advance", "DeliverStamp"},
	} {
		m := explore.Model(timedGroup(c.time, begins))
		s := faultstest.Initial(m)
		for _, step := range strings.Split(c.path, ", ") {
			ok := false
			for a := range m.Actions(s) {
				if a.String() == step {
					s, ok = m.Do(s, a)
					break
				}
			}
			if !ok {
				t.Fatalf("%s: %s is not enabled", c.path, step)
			}
		}
		var names []string
		for a := range m.Actions(s) {
			if class := a.Class(); class == spec.ClassDrift || !class.IsFault() && class != spec.ClassLoss {
				names = append(names, a.Name)
			}
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s, after %s: %s, want %s", c.time.String(), c.path, got, c.want)
		}
	}
}

// Clocks differ by at most the skew at the beginning, and states that differ only in the time at which they are reached
// are one state.
func TestReadings(t *testing.T) {
	d := spec.DiscreteTime{Horizon: 9, Skew: 1}
	var read []string
	for s := range explore.Model(timedGroup(d, begins)).Init() {
		read = append(read, s.Procs[0].Reading.String()+" "+s.Procs[1].Reading.String())
	}
	if got := strings.Join(read, ", "); got != "0s 0s, 1ms 0s, 0s 1ms" {
		t.Errorf("clocks read %s at the beginning", got)
	}
	m := explore.Model(timedGroup(spec.DiscreteTime{Reading: time.Duration(0), Span: 3}, begins))
	s := faultstest.Initial(m)
	advance := spec.Action{Name: spec.Advance, At: spec.None}
	later, _ := m.Do(s, advance)
	if codec.Key(later) != codec.Key(s) {
		t.Errorf("a tick before anything has happened leads from %+v to %+v", s, later)
	}
	s, _ = m.Do(s, spec.Action{Name: spec.Boot, At: 1})
	var seen []time.Duration
	for range 5 {
		var state timedState
		s.Procs[1].Load(&state)
		seen = append(seen, state.Seen)
		s, _ = m.Do(s, advance)
	}
	if ms := time.Millisecond; !slices.Equal(seen, []time.Duration{4 * ms, 3 * ms, 2 * ms, ms, ms}) {
		t.Errorf("a reading grows old as %v", seen)
	}
}

// relativeSteps are steps of a process whose times are relative, each with the breach to expect.
var relativeSteps = map[string]struct {
	step func(*timed, impl.Event, *impl.Effects)
	want string
}{
	"a difference": {func(p *timed, ev impl.Event, out *impl.Effects) {
		if ev.Now-p.state.Seen < 3*ms {
			p.state.N = 1
		}
		p.state.Seen = ev.Now
		out.SetTimer("T", 2*ms)
		out.Send(1, faultstest.Stamp{At: ev.Now + ms})
		out.Save(faultstest.Stamp{At: ev.Now - ms})
	}, ""},
	"a number": {func(p *timed, ev impl.Event, _ *impl.Effects) {
		p.state.N = int(ev.Now)
	}, "TimesAreRelative: Boot depends on more than differences of readings"},
	"a length": {func(_ *timed, ev impl.Event, out *impl.Effects) {
		out.SetTimer("T", ev.Now%7)
	}, "of effect 1 the field After"},
	"a certain time": {func(_ *timed, ev impl.Event, out *impl.Effects) {
		if ev.Now < 1000*ms {
			out.Send(1, faultstest.Stamp{At: ev.Now})
		}
	}, "it has 0 effects, was 1"},
	"a panic at a time": {func(_ *timed, ev impl.Event, _ *impl.Effects) {
		if ev.Now > 1000*ms {
			panic("late")
		}
	}, "it does not come to its end (late"},
	"a product": {func(_ *timed, ev impl.Event, out *impl.Effects) {
		out.Send(1, faultstest.Stamp{At: 2 * ev.Now})
	}, "of effect 1 the field Body.(Stamp).At"},
	"a reading before the oldest": {func(p *timed, ev impl.Event, _ *impl.Effects) {
		p.state.Seen = ev.Now - 4*ms
	}, "SpanSuffices: Boot makes a reading that is older than 3 ticks"},
	"an older one": {func(p *timed, ev impl.Event, out *impl.Effects) {
		if p.state.Seen == 0 {
			p.state.Seen = ev.Now
		}
		if ev.Now-p.state.Seen > 5*ms {
			p.state.N = 1
		}
		out.SetTimer("T", 4*ms)
	}, "SpanSuffices: TimeoutT tells a reading of 3 ticks ago from an older one: the field N is 1, was 0"},
}

const ms = time.Millisecond

// A step that depends on more than differences of readings is refused.
func TestRelativeTimes(t *testing.T) {
	for name, c := range relativeSteps {
		t.Run(name, func(t *testing.T) {
			d := spec.DiscreteTime{Reading: time.Duration(0), Span: 3}
			m := explore.Model(timedGroup(d, c.step))
			found := func() (found spec.Breach) {
				defer func() { found, _ = recover().(spec.Breach) }()
				s := faultstest.Initial(m)
				path := "Boot at 0, Advance, Advance, Advance, Advance, TimeoutT at 0"
				for _, step := range strings.Split(path, ", ") {
					for a := range m.Actions(s) {
						if a.String() == step {
							s, _ = m.Do(s, a)
							break
						}
					}
				}
				return spec.Breach{}
			}()
			got := found.Contract + ": " + found.Why
			if c.want == "" && found.Contract != "" || !strings.Contains(got, c.want) {
				t.Errorf("breach %q, want %q", got, c.want)
			}
		})
	}
}
