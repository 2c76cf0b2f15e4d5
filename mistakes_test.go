package scrutineer_test

import (
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/scrutineer-go/scrutineer"
)

// forgetful hides a field that changes, panics where it is told to, and saves what is not in Wire.
type forgetful struct{ N int }

type forgetfulNode struct {
	state  forgetful
	hidden int
	does   string
	until  chan struct{} // for how long a process waits that waits
}

type unwired struct{ N int }

type secret struct{ shown, N int }

func (f *forgetfulNode) State() any { return &f.state }

func (f *forgetfulNode) Step(ev scrutineer.Event, out *scrutineer.Effects) {
	switch {
	case f.does == "panics" && ev.Kind == scrutineer.Fired:
		panic("ouch")
	case f.does == "exits" && ev.Kind == scrutineer.Fired:
		runtime.Goexit()
	case f.does == "saves" && ev.Kind == scrutineer.Booted:
		out.Save(unwired{1})
	case f.does == "sends" && ev.Kind == scrutineer.Booted:
		out.Send(99, Lead{1})
	case f.does == "sends nameless" && ev.Kind == scrutineer.Booted:
		out.Send(0, nameless{})
	case f.does == "sends nil" && ev.Kind == scrutineer.Booted:
		out.Send(0, nil)
	case f.does == "sets" && ev.Kind == scrutineer.Booted:
		out.SetTimer("T", -5)
	case f.does == "sets far" && ev.Kind == scrutineer.Booted:
		out.SetTimer("T", 1<<62)
	case f.does == "waits" && ev.Kind == scrutineer.Recovered:
		<-f.until
	case f.does == "waits if explored" && ev.Kind == scrutineer.Fired && ev.Now == 0: // explorations have no times
		<-f.until
	case f.does == "asks on" && ev.Kind == scrutineer.Booted:
		for {
			out.StopTimer("T")
		}
	case f.does == "goes on":
		out.SetTimer("U", 1)
	case f.does == "spins":
		out.SetTimer("U", 0)
	case f.does == "reads":
		f.state.N = int(ev.Now)
	case f.does == "draws":
		f.state.N = rand.Int()
	case f.does == "orders":
		for n := range map[int]bool{1: true, 2: true} {
			f.state.N = n
		}
	case f.does == "hides":
		f.hidden++
	}
	if ev.Kind == scrutineer.Booted {
		out.SetTimer("T", 1_000_000)
	}
}

func forgetting(does string) scrutineer.Protocol[forgetful] {
	return scrutineer.Protocol[forgetful]{
		Name: "forgetful", Nodes: 2,
		New: func(scrutineer.NodeID, int) scrutineer.Node { return &forgetfulNode{does: does} },
		Always: scrutineer.Properties[forgetful]{
			"Fine": func(scrutineer.View[forgetful]) error { return nil },
		},
	}
}

// What a newcomer gets wrong is named, with what to write, and is no panic.
func TestMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*scrutineer.Protocol[forgetful])
		says   string
	}{
		"no name":     {func(p *scrutineer.Protocol[forgetful]) { p.Name = "" }, "Name: is missing"},
		"no New":      {func(p *scrutineer.Protocol[forgetful]) { p.New = nil }, "New: is missing, it makes a"},
		"no nodes":    {func(p *scrutineer.Protocol[forgetful]) { p.Nodes = 0 }, "nodes: 0, it must be 1 to 4096"},
		"no property": {func(p *scrutineer.Protocol[forgetful]) { p.Always = nil }, "Always: is missing, state one"},
		"a property of no name": {func(p *scrutineer.Protocol[forgetful]) {
			p.Always = scrutineer.Properties[forgetful]{"": p.Always["Fine"]}
		}, "without a name"},
		"a name twice": {func(p *scrutineer.Protocol[forgetful]) { p.Eventually = p.Always }, "are called Fine"},
		"another State": {func(p *scrutineer.Protocol[forgetful]) {
			p.New = newRegister(false)
		}, "State method returns *scrutineer_test.Register, it must be *scrutineer_test.forgetful"},
		"a kind of fault": {func(p *scrutineer.Protocol[forgetful]) {
			p.Without = []string{"rain"}
		}, `Without: names "rain", it must be one of [crash`},
		"a name with a slash": {func(p *scrutineer.Protocol[forgetful]) { p.Name = "my/own" }, "Name: \"my/own\""},
		"a contract's name": {func(p *scrutineer.Protocol[forgetful]) {
			p.Always["NoPanic"] = p.Always["Fine"]
		}, "every run is held to NoPanic already"},
		"another failure model": {func(p *scrutineer.Protocol[forgetful]) { p.Recovers = 9 }, "Recovers: 9, it must"},
		"a pointer in Wire": {func(p *scrutineer.Protocol[forgetful]) {
			p.Wire = []any{&Lead{}}
		}, "Wire[0]: is *scrutineer_test.Lead, give a value"},
		"nothing in Wire": {func(p *scrutineer.Protocol[forgetful]) { p.Wire = []any{nil} }, "Wire[0]: is <nil>"},
		"no Model": {func(p *scrutineer.Protocol[forgetful]) {
			p.Client = &scrutineer.Client[forgetful]{}
		}, "Client: lacks Model, Calls or Answered"},
		"panics": {
			does("panics"),
			"fails in run 0 of seed 1: in TimeoutT at 0: ouch, at mistakes_test.go:35 in (*forgetfulNode).Step",
		},
		"exits": {
			does("exits"),
			"NoPanic fails in run 0 of seed 1: in TimeoutT at 0: runtime.Goexit is called, as t.Fatal and require do",
		},
		"a property exits": {func(p *scrutineer.Protocol[forgetful]) {
			p.Always["Fine"] = func(scrutineer.View[forgetful]) error { runtime.Goexit(); return nil }
		}, "NoPanic fails in run 0 of seed 1: after Boot at 0: runtime.Goexit is called"},
		"no Wire": {does("saves"), "add a value of the type to Wire"},
		"a clock": {does("reads"), "say ReadsClocks in scrutineer.Protocol"},
		"draws":   {does("draws"), "comes out otherwise the second time"},
		"orders":  {does("orders"), "no order of a map"},
		"hides":   {does("hides"), "say Projection in scrutineer.Protocol"},
		"a name that is not watched": {watches(func(s scrutineer.Step[forgetful]) {
			s.Saw("Rain", true)
		}), `Watch calls Saw("Rain"), and Watched has no such name, only ["Sun"]`},
		"an assumption that is none": {watches(func(s scrutineer.Step[forgetful]) {
			s.Broke("Peace", true)
		}), `Watch calls Broke("Peace"), and Assumptions has no such name, only ["ClocksWithin" "CrashesWithin"]`},
		"a property panics": {func(p *scrutineer.Protocol[forgetful]) {
			p.Always["Fine"] = func(scrutineer.View[forgetful]) error { panic("property") }
		}, "Fine fails in run 0 of seed 1: the property panics: property"},
	} {
		t.Run(name, func(t *testing.T) {
			p := forgetting("")
			c.change(&p)
			if r := checked(t, p); !strings.Contains(strings.Join(r.errors, "\n"), c.says) {
				t.Errorf("it says %q, want %q in it", r.errors, c.says)
			}
		})
	}
}

// waiting is a protocol in which a step waits until the test is over: by "waits" that of a Recover, by "waits if
// explored" a timer's, in explorations.
func waiting(t *testing.T, does string) scrutineer.Protocol[forgetful] {
	until := make(chan struct{})
	t.Cleanup(func() { close(until) })
	p := forgetting("")
	p.Recovers = scrutineer.MessagesWait
	p.New = func(scrutineer.NodeID, int) scrutineer.Node { return &forgetfulNode{does: does, until: until} }
	return p
}

// hurriedly checks a protocol in a test that has 5 seconds, and holds what it says against a pattern.
func hurriedly(t *testing.T, p scrutineer.Protocol[forgetful], pattern string) {
	t.Helper()
	h := hurried{&recorded{TB: t}, time.Now().Add(5 * time.Second)}
	scrutineer.Check(h, p)
	if said := regexp.MustCompile(pattern); len(h.errors) != 1 || !said.MatchString(h.errors[0]) {
		t.Errorf("it says %q, want %s", h.errors, pattern)
	}
}

// A step or a property that does not return is named, in whatever Check does.
func TestWhatDoesNotReturn(t *testing.T) {
	t.Chdir(t.TempDir())
	const step = "the step of [01] for Recover does not return, and when the "
	flagged(t, "scrutineer.n", "300")
	runs := waiting(t, "waits")
	runs.CrashAfter = []string{} // and so Check does not look for steps before
	hurriedly(t, runs, `^run \d+ of seed 1: `+step+"plan is run again it does not either")

	property := forgetting("")
	until := make(chan struct{})
	t.Cleanup(func() { close(until) })
	property.Always["Fine"] = func(v scrutineer.View[forgetful]) error {
		if v.Now() > 1_000_000 { // the first step is at 1 ms
			<-until
		}
		return nil
	}
	hurriedly(t, property,
		`^run 0 of seed 1: the property Fine, called after the step of [01] for [\w ]+, does not return`)

	planned := runs
	planned.Corpus = fstest.MapFS{"testdata/corpus/crash.json": {Data: []byte(`{
		"version": 1, "protocol": "forgetful", "config": {"nodes": 2}, "seed": 1,
		"faults": [{"crash": {"node": 0, "at": "1ms", "down": "1ms"}}], "stop": "10ms", "settle": "1s"
	}`)}}
	hurriedly(t, planned, "^testdata/corpus/crash.json: "+step+"plan is run again")

	flagged(t, "scrutineer.n", "1")
	hurriedly(t, waiting(t, "waits if explored"),
		"^explored with .*: the step of [01] for timer T does not return, and when the exploration begins again")
	property.Always["Fine"] = func(v scrutineer.View[forgetful]) error {
		if v.Now() == 0 && !v.Up(0) {
			<-until
		}
		return nil
	}
	hurriedly(t, property, "^explored with crash=1: the property Fine does not return, and when the exploration "+
		"begins again it does not either")
}

// A property that asks an exploration for the time is told that there is none.
func TestTimeInExplorations(t *testing.T) {
	flagged(t, "scrutineer.n", "1")
	p := forgetting("")
	says := "a property asks for the time, which explorations do not know: it saw 0 there"
	for _, asks := range []bool{false, true} {
		p.Always["Fine"] = func(v scrutineer.View[forgetful]) error {
			if asks {
				v.Now()
			}
			return nil
		}
		if r := checked(t, p); len(r.errors) > 0 || slices.Contains(r.logs, says) != asks {
			t.Errorf("asks %t: it says %q and logs %q", asks, r.errors, r.logs)
		}
	}
}

// A step that does not return is also named if Check looks at runs before the campaign.
func TestFirstStepThatDoesNotReturn(t *testing.T) {
	p := waiting(t, "waits")
	said := regexp.MustCompile(`the step of [01] for Recover does not return in a run of the protocol, nor when it`)
	if r := checked(t, p); len(r.errors) != 1 || !said.MatchString(r.errors[0]) {
		t.Errorf("it says %q", r.errors)
	}
}

// A run without end ends with its last events.
func TestRunWithoutEnd(t *testing.T) {
	flagged(t, "scrutineer.n", "1")
	says := "RunIsFinite fails in run 0 of seed 1: the run has no end: 1004003 events have happened and it is at "
	if r := checked(t, forgetting("goes on")); !strings.Contains(strings.Join(r.errors, "\n"), says) {
		t.Errorf("it says %q, want %q in it", r.errors, says)
	}
}

// A step that asks for more and more is ended.
func TestStepWithoutEnd(t *testing.T) {
	flagged(t, "scrutineer.n", "1")
	says := "EffectsCanBeDone fails in run 0 of seed 1: one step asks for more than 100000 effects"
	if r := checked(t, forgetting("asks on")); !strings.Contains(strings.Join(r.errors, "\n"), says) {
		t.Errorf("it says %q, want %q in it", r.errors, says)
	}
}

// What a process asks for and cannot have fails its run, in a sentence.
func TestEffectsThatCannotBe(t *testing.T) {
	flagged(t, "scrutineer.n", "1")
	for what, says := range map[string]string{
		"sends":     "EffectsCanBeDone fails in run 0 of seed 1: process 0 sends Lead to 99, processes are 0 to 1",
		"sends nil": "process 0 sends a message whose body is nil, give it one",
		"sets":      "process 0 sets timer T to -5ns, it must be 0 to 8760h0m0s",
		"spins":     "TimeGoesOn fails in run 0 of seed 1: time stands still: 100401 things have happened at ",
	} {
		if r := checked(t, forgetting(what)); !strings.Contains(strings.Join(r.errors, "\n"), says) {
			t.Errorf("%s: it says %q, want %q in it", what, r.errors, says)
		}
	}
}

func does(what string) func(*scrutineer.Protocol[forgetful]) {
	return func(p *scrutineer.Protocol[forgetful]) { p.New = forgetting(what).New }
}

func watches(step func(scrutineer.Step[forgetful])) func(*scrutineer.Protocol[forgetful]) {
	return func(p *scrutineer.Protocol[forgetful]) {
		p.Watched, p.Watch = []string{"Sun"}, func() func(scrutineer.Step[forgetful]) { return step }
	}
}

// A State that cannot be written down is named, with the field.
func TestStateThatCannotBeKept(t *testing.T) {
	p := scrutineer.Protocol[secret]{
		Name: "secret", Nodes: 1, New: func(scrutineer.NodeID, int) scrutineer.Node { return &secretNode{} },
		Always: scrutineer.Properties[secret]{"Fine": func(scrutineer.View[secret]) error { return nil }},
	}
	if r := checked(t, p); !strings.Contains(strings.Join(r.errors, "\n"), ".shown (type int) is unexported") {
		t.Errorf("it says %q", r.errors)
	}
}

type secretNode struct{ state secret }

func (s *secretNode) State() any                                 { return &s.state }
func (s *secretNode) Step(scrutineer.Event, *scrutineer.Effects) { s.state.shown++ }

// A protocol that has the name of one of this repository has none of its TLA+ modules.
func TestNameOfAnother(t *testing.T) {
	p := forgetting("")
	p.Name = "ring"
	if p.Registered().HasCases() {
		t.Error("it has cases")
	}
}
