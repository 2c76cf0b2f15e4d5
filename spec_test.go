package scrutineer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Ring is what everybody sends to process 0 when it comes up.
type Ring struct{}

// Kind returns "Ring".
func (Ring) Kind() string { return "Ring" }

// Bell is a process; process 0 counts.
type Bell struct{ Left int }

// State is the process itself.
func (b *Bell) State() any { return b }

// Step handles one event.
func (b *Bell) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	if ev.Body == nil {
		out.Send(0, Ring{})
		return
	}
	b.Left--
}

// Rung is a process as the specification has it.
type Rung struct{ Heard int }

// bellSpec is its specification, with properties of each kind.
func bellSpec() scrutineer.Spec[Bell, Rung] {
	says := func(is func(heard int) bool) func(scrutineer.View[Rung]) error {
		return func(v scrutineer.View[Rung]) error {
			if n := v.State(0); n != nil && !is(n.Heard) {
				return fmt.Errorf("it has heard %d", n.Heard)
			}
			return nil
		}
	}
	return scrutineer.Spec[Bell, Rung]{
		Module: "MCBell",
		Handlers: spec.Handlers[Rung]{
			Fresh: func(spec.NodeID) Rung { return Rung{} },
			Handle: func(p Rung, _ any, a spec.Action) []spec.Outcome[Rung] {
				o := spec.Outcome[Rung]{Local: p}
				if a.Name == spec.Boot {
					o.Effects = []spec.Effect{spec.SendTo(0, Ring{})}
				} else {
					o.Local.Heard++
				}
				return []spec.Outcome[Rung]{o}
			},
		},
		Abstraction: func(_ spec.NodeID, s *Bell) Rung { return Rung{9 - s.Left} },
		Always:      scrutineer.Properties[Rung]{"Few": says(func(heard int) bool { return heard < 4 })},
		Eventually:  scrutineer.Properties[Rung]{"All": says(func(heard int) bool { return heard == 3 })},
		Sometimes:   scrutineer.Properties[Rung]{"Some": says(func(heard int) bool { return heard == 2 })},
		Steps: map[string]func(before, after scrutineer.View[Rung]) error{
			"ByOne": func(before, after scrutineer.View[Rung]) error {
				if after.Up(0) && before.Up(0) && after.State(0).Heard > before.State(0).Heard+1 {
					return errors.New("it has heard two at once")
				}
				return nil
			},
		},
	}
}

func bell() scrutineer.Protocol[Bell] {
	return scrutineer.Protocol[Bell]{
		Name: "bell", Nodes: 3, New: func(scrutineer.NodeID, int) scrutineer.Node { return &Bell{9} },
		Wire: []any{Ring{}}, Spec: bellSpec(),
	}
}

// What is stated of the specification alone is judged there, of the implementation, and by kinds.
func TestPropertiesOfSpecification(t *testing.T) {
	subject, err := bell().Registered().Open(cases.Case{
		Config: []byte(`{"nodes": 3}`), Budget: map[string]int{"duplicate": 1, "loss": 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		kind    spec.PropertyKind
		verdict spec.Verdict
	}{
		"Few":       {spec.Always, spec.Violated}, // with a copy too many
		"NeverSome": {spec.Always, spec.Violated},
		"ByOne":     {spec.Stepwise, spec.Holds},
	} {
		p, known := subject.Property(name)
		if !known || p.Kind != want.kind || p.Witness != (name == "NeverSome") {
			t.Errorf("%s is stated as %+v", name, p)
		}
		for _, column := range []verify.Column{verify.Spec, verify.Impl} {
			if found, err := subject.Search(column, name); err != nil || found.Verdict != want.verdict {
				t.Errorf("%s of %s: %+v, %v; want %s", name, column, found, err, want.verdict)
			}
		}
	}
	live, err := subject.Live(verify.Impl, []string{"All"}, "MCFairSpec")
	if err != nil || live.Found[0].Verdict != spec.Violated { // where a copy is lost, or there is one too many
		t.Errorf("%+v, %v", live, err)
	}
	if e, err := subject.Explore(nil); err != nil || e.Difference != nil || e.Spec.States != e.Impl.States {
		t.Errorf("%+v, %v", e, err)
	}
}

// Runs are judged by it too, unless the protocol has a property of that name itself.
func TestSpecificationJudgesRuns(t *testing.T) {
	judged := bell().Registered().Campaigns()
	if fmt.Sprint(judged.Properties, judged.Witnesses) != "[Few All ByOne] [Some]" {
		t.Errorf("runs are judged by %v, and must see %v", judged.Properties, judged.Witnesses)
	}
	l := &deaf{TB: t}
	t.Chdir(t.TempDir())
	scrutineer.Check(l, bell())
	if !strings.Contains(l.said, "Few fails in ") && !strings.Contains(l.said, "All fails in ") {
		t.Errorf("it says %s", l.said)
	}
	own, always := bell(), func(scrutineer.View[Bell]) error { return nil }
	own.Eventually = scrutineer.Properties[Bell]{"All": always}
	own.Always = scrutineer.Properties[Bell]{"Few": always}
	l = &deaf{TB: t}
	scrutineer.Check(l, own)
	if !strings.Contains(l.said, "MonitorAgrees fails in ") { // of the specification Few is judged all the same
		t.Errorf("with properties of its own it says %s", l.said)
	}
}

// deaf is a test that does not fail.
type deaf struct {
	testing.TB
	said string
}

// Errorf notes what is said.
func (d *deaf) Errorf(format string, args ...any) { d.said += fmt.Sprintf(format, args...) + "\n" }

// What a specification lacks is said by the name of the field.
func TestSpecificationLacks(t *testing.T) {
	for _, c := range []struct {
		change func(*scrutineer.Spec[Bell, Rung])
		want   string
	}{
		{func(s *scrutineer.Spec[Bell, Rung]) { s.Handlers.Fresh = nil }, "Spec.Handlers"},
		{func(s *scrutineer.Spec[Bell, Rung]) { s.Abstraction = nil }, "Spec.Abstraction"},
		{func(s *scrutineer.Spec[Bell, Rung]) { s.Module = "" }, "Spec.Module"},
		{func(s *scrutineer.Spec[Bell, Rung]) {
			s.Steps["Refines"] = s.Steps["ByOne"]
		}, "every run is held to Refines already"},
		{func(s *scrutineer.Spec[Bell, Rung]) {
			s.AtTheEnd = map[string]string{"Few": "FewAtTheEnd"}
		}, `Spec.AtTheEnd: renames "Few", it must be one of Eventually: ["All"]`},
		{func(s *scrutineer.Spec[Bell, Rung]) {
			s.Handlers.HandleAt = readsClocks
		}, "Spec.Handlers.HandleAt: is set beside Handle, set one of them"},
		{func(s *scrutineer.Spec[Bell, Rung]) {
			s.Handlers.Handle, s.Handlers.HandleAt = nil, readsClocks
		}, "Spec.Handlers.HandleAt: is set without ReadsClocks, set that too"},
		{func(s *scrutineer.Spec[Bell, Rung]) { // beside Sometimes Some
			s.Steps["NeverSome"] = s.Steps["ByOne"]
		}, "two properties are called NeverSome"},
	} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, c.want) {
					t.Errorf("%s: it says %s", c.want, text)
				}
			}()
			p, s := bell(), bellSpec()
			c.change(&s)
			p.Spec, p.TLA = s, fstest.MapFS{}
			p.Registered()
		}()
	}
}

func readsClocks(_ time.Duration, p Rung, _ any, _ spec.Action) []spec.Outcome[Rung] {
	return []spec.Outcome[Rung]{{Local: p}}
}

// A ghost beside relative times must not have readings, which would not grow older.
func TestGhostsInRelativeTime(t *testing.T) {
	const want = "Spec.Ghost: may have readings, and Discrete.Reading is set"
	if text := withGhost(struct{ Since time.Duration }{}); !strings.Contains(text, want) {
		t.Errorf("it says %s", text)
	}
	if text := withGhost(struct{ Ticks []int }{}); text != "" {
		t.Errorf("it says %s", text)
	}
}

// withGhost registers bells in relative time with a ghost, and returns what that says.
func withGhost[G any](ghost G) (text string) {
	defer func() {
		if said := recover(); said != nil {
			text = fmt.Sprint(said)
		}
	}()
	p, s := bell(), bellSpec()
	p.Discrete = &scrutineer.DiscreteTime{Unit: time.Second, Reading: time.Duration(0), Span: 1}
	p.Spec = scrutineer.GhostSpec[Bell, Rung, G]{
		Handlers: s.Handlers, Abstraction: s.Abstraction, Always: s.Always, Ghost: spec.Ghost[G]{Init: ghost},
	}
	p.Registered()
	return ""
}

// Runs are judged by the properties of steps too: they see what was before the step, and which process it changed. What
// is Eventually true has the name that it is given for runs.
func TestStepsJudgeRuns(t *testing.T) {
	for allowed, want := range map[int]string{0: "Slow fails in run 0 of seed 1: 0 went from 0 to 1", 1: ""} {
		p, s := bell(), bellSpec()
		s.Always, s.Sometimes, s.AtTheEnd = nil, nil, map[string]string{"All": "AllHeard"}
		s.Eventually["All"] = func(scrutineer.View[Rung]) error { return nil }
		s.Steps = map[string]func(before, after scrutineer.View[Rung]) error{
			"Slow": func(before, after scrutineer.View[Rung]) error {
				for _, id := range after.Changed() {
					was, is := before.State(id), after.State(id)
					if was != nil && is != nil && is.Heard > was.Heard+allowed {
						return fmt.Errorf("%s went from %d to %d", id, was.Heard, is.Heard)
					}
				}
				return nil
			},
		}
		p.Spec, p.Without = s, []string{"duplicate"}
		if names := p.Registered().Campaigns().Properties; fmt.Sprint(names) != "[AllHeard Slow]" {
			t.Errorf("runs are judged by %q", names)
		}
		l := &deaf{TB: t}
		t.Chdir(t.TempDir())
		scrutineer.Check(l, p)
		if !strings.HasPrefix(l.said, want) || want == "" && l.said != "" {
			t.Errorf("allowed %d: it says %q, want %q", allowed, l.said, want)
		}
	}
}

// A timer that may not fire early must be one that could.
func TestNeverEarlyNamesTimers(t *testing.T) {
	defer func() {
		b, _ := recover().(spec.Breach)
		if b.Why != `NeverEarly: names "Alarm", and the timers that may fire early are ["Wake"]` {
			t.Errorf("it says %q", b.Why)
		}
	}()
	p, s := bell(), bellSpec()
	s.Actions = []string{"Boot", "DeliverRing", "TimeoutWake", "PrematureWake"}
	p.Spec, p.NeverEarly = s, []string{"Alarm"}
	p.Registered()
}
