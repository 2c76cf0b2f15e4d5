package enact_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/enact"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// anyFaults is a budget of so many of each kind of fault, which any process may crash
// in.
func anyFaults(nodes, most int) spec.Budget {
	return spec.Budget{MayCrash: spec.AllNodes(nodes), Lines: []spec.Line{
		{Name: "crash", Counts: []string{spec.Crash}, Most: most},
		{Name: "crashIn", Counts: []string{spec.CrashIn("*")}, Most: most},
		{Name: "premature", Counts: []string{spec.Premature("*")}, Most: 2 * most},
		{Name: "loss", Counts: []string{spec.Drop("*")}, Most: most},
		{Name: "duplicate", Counts: []string{spec.Duplicate("*")}, Most: 2 * most},
		{Name: "drift", Counts: []string{spec.AdvanceFast, spec.AdvanceSlow}, Most: 2 * most},
	}}
}

// stroll takes up to so many random steps. It draws the name of a step first, so that
// rare ones are taken too.
func stroll(m spec.Model[spec.Spent[explore.Global]], d *faultstest.Dice, steps int) []spec.Action {
	var s spec.Spent[explore.Global]
	for s = range m.Init() {
	}
	var path []spec.Action
	for range steps {
		named := map[string][]spec.Action{}
		names := spec.NewSet[string]()
		for a := range m.Actions(s) {
			named[a.Name] = append(named[a.Name], a)
			names = names.With(a.Name)
		}
		if len(names) == 0 {
			break
		}
		list := named[names[d.Below(len(names))]]
		a := list[d.Below(len(list))]
		path = append(path, a)
		s, _ = m.Do(s, a)
	}
	return path
}

var chatterBase = faults.Plan{
	Protocol: "chatter", Config: json.RawMessage(`{}`), Delay: faults.Delay{
		Max: 2 * faultstest.Ms,
	}, Settle: 50 * faultstest.Ms,
}

// Whatever the explorer can do, a world can do too, exactly, from a plan that was
// written to a file, and both come to the same state.
func TestPathsAreEnacted(t *testing.T) {
	seen, taken, agains := map[string]int{}, 0, 0
	var models [36]spec.Model[explore.Global] // they remember what they have looked through
	walks := 400
	if testing.Short() {
		walks = 72 // each model twice
	}
	for n := range walks {
		d := &faultstest.Dice{Key: draw.New(uint64(n)), Nodes: 2 + n%3}
		c := faultstest.Chatters(d.Nodes, spec.Failures(n/3%3), n/9%2 == 1, n/18%2 == 1)
		if n < len(models) {
			models[n] = explore.Model(c)
		}
		m := models[n%len(models)]
		path := stroll(spec.Bounded(m, anyFaults(d.Nodes, n%4)), d, 5+d.Below(56))
		base := chatterBase // of which only what comes after the path matters
		base.Seed, base.Patient, base.Rates.Loss = uint64(n), n%2 == 0, 500
		if d.Nodes == 3 && d.One(2) {
			base.Topology = &faults.Topology{Links: [][2]spec.NodeID{{0, 2}, {2, 1}}}
		}
		p, err := enact.Path(c, base, path)
		if err != nil {
			t.Fatalf("walk %d: %v\n%s", n, err, listed(path))
		}
		text, read := reread(t, p)
		var steps []spec.Action
		s := &faultstest.Shadow{Model: m, State: faultstest.Initial(m), Seen: seen}
		r := faultstest.MustRun(t, c, read, s, faultstest.Watch(func(w *world.World, e *world.Event) {
			if !w.Stopped() && !world.IsStutter(e.Action.Name) {
				steps = append(steps, e.Action)
			}
		}))
		if s.Wrong != "" || r.Breach != nil || len(r.Unmatched) > 0 {
			t.Fatalf("walk %d: %s, %v, unmatched %v", n, s.Wrong, r.Breach, r.Unmatched)
		}
		if !slices.EqualFunc(steps, path, spec.Action.Same) {
			t.Fatalf("walk %d: the world goes\n%s\nand not\n%s", n, listed(steps), listed(path))
		}
		if want := faultstest.MustRun(t, c, p).Digest; r.Digest != want {
			t.Fatalf("walk %d: the plan from the file runs otherwise", n)
		}
		taken += len(path)
		agains += strings.Count(string(text), `"again"`)
		enactedOtherwise(t, n, c, p, r.Digest)
	}
	for _, kind := range []string{
		"Boot", "CrashInBoot", "Deliver", "Drop", "Duplicate", "Lose", "Crash", "CrashIn", "Recover",
		"CrashInRecover", "Timeout", "Premature", "Tick", "input",
	} {
		if seen[kind] == 0 {
			t.Errorf("no walk let a %s happen", kind)
		}
	}
	if agains == 0 {
		t.Error("no walk did anything to a copy that was made of another")
	}
	t.Logf("%d steps of paths; in all %v, %d copies of copies", taken, seen, agains)
}

// reread writes a plan to a file and reads it again.
func reread(t *testing.T, p faults.Plan) (text []byte, read faults.Plan) {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := input.Decode(text, &read); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return text, read
}

// enactedOtherwise demands that until the faults stop nothing in the plan is drawn, and
// that its explicit form has the same run.
func enactedOtherwise(t *testing.T, n int, c network.Cluster, p faults.Plan, digest string) {
	t.Helper()
	named, err := world.Explicit(c, p, false)
	if err != nil {
		t.Fatalf("walk %d: %v", n, err)
	}
	if got := faultstest.MustRun(t, c, named).Digest; got != digest {
		t.Errorf("walk %d: the explicit form of the plan runs otherwise", n)
	}
}

func listed(path []spec.Action) string {
	var lines []string
	for _, a := range path {
		lines = append(lines, a.String())
	}
	return strings.Join(lines, "\n")
}

// fires is a group of which one, when it is kicked, sends a ping and sets a timer of that
// length.
func fires(length time.Duration) network.Cluster {
	return faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.Send(1, faultstest.Ping{N: 1})
		out.SetTimer("T", length)
	})
}

// A path that cannot be enacted is refused with the step.
func TestPathsThatCannotBe(t *testing.T) {
	kicked := spec.Action{Name: "Kick", Msg: spec.Message{From: spec.Environment, Body: faultstest.Kick{}}}
	pinged := spec.Action{Name: "DeliverPing", At: 1, Msg: spec.Message{To: 1, Body: faultstest.Ping{N: 1}}}
	for _, c := range []struct {
		length time.Duration
		path   []spec.Action
		want   string
	}{
		{time.Hour, nil, ""},
		{time.Hour, []spec.Action{kicked, pinged}, ""},
		{3 * time.Microsecond, []spec.Action{kicked, pinged}, ""},
		{time.Hour, []spec.Action{kicked, pinged, pinged}, "step 3, DeliverPing 0→1 {N:1}: it is not enabled there"},
		{
			2 * time.Microsecond, []spec.Action{kicked, pinged}, "step 1, Kick at 0: sets the timer T to 2µs, but it " +
				"must not fire by itself within 2 steps, and a step takes a microsecond at least",
		},
	} {
		_, err := enact.Path(fires(c.length), chatterBase, c.path)
		if err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// A cycle may be repeated as often as one likes.
func TestCyclesAreEnacted(t *testing.T) {
	c := faultstest.Scene(spec.CrashStop)
	c.New = func(id spec.NodeID) impl.Node { return &ticker{id: id} }
	message := func(from spec.NodeID, body spec.Body) spec.Message { return spec.Message{From: from, Body: body} }
	path := []spec.Action{{Name: "Kick", Msg: message(spec.Environment, faultstest.Kick{})}}
	for range 1000 {
		path = append(path, spec.Action{Name: "TimeoutT", Timer: "T"},
			spec.Action{Name: "DeliverPing", Msg: message(0, faultstest.Ping{N: 1})},
			spec.Action{Name: "DuplicatePing", Msg: message(0, faultstest.Ping{N: 2})},
			spec.Action{Name: "DeliverPing", Msg: message(0, faultstest.Ping{N: 2})},
			spec.Action{Name: "PrematureT", Timer: "T"},
			spec.Action{Name: "DeliverPing", Msg: message(0, faultstest.Ping{N: 2})},
			spec.Action{Name: "DropPing", Msg: message(0, faultstest.Ping{N: 2})},
			spec.Action{Name: "DropPing", Msg: message(0, faultstest.Ping{N: 1})})
	}
	if _, err := enact.Path(c, chatterBase, path); err != nil {
		t.Error(err)
	}
}

// ticker sets its timer again and again, and sends two pings to itself each time.
type ticker struct {
	id    spec.NodeID
	state faultstest.TalkerState
}

func (n *ticker) State() any { return &n.state }

func (n *ticker) Step(ev impl.Event, out *impl.Effects) {
	n.state.N = 1
	if ev.Kind == impl.Fired {
		out.Send(n.id, faultstest.Ping{N: 1})
		out.Send(n.id, faultstest.Ping{N: 2})
	}
	if ev.Kind != impl.Delivered {
		out.SetTimer("T", 100*time.Millisecond)
	}
}

// A plan that was made of a path says no more than is needed, in the order of the path.
func TestEnactedPlan(t *testing.T) {
	c := faultstest.Scene(spec.MessagesWait)
	path := []string{
		"Kick at 0", "DuplicatePing 0→1 {N:1}", "DeliverPing 0→1 {N:2}", "Crash at 1", "PrematureT at 0",
		"LoseNews 0→1", "Recover at 1", "DropPing 0→1 {N:1}", "DeliverNews 0→2",
	}
	var steps []spec.Action
	m := explore.Model(c)
	s := faultstest.Initial(m)
	for _, text := range path {
		for a := range m.Actions(s) {
			if a.String() == text {
				steps = append(steps, a)
				s, _ = m.Do(s, a)
				break
			}
		}
	}
	p, err := enact.Path(
		c, faults.Plan{Protocol: "scene", Config: json.RawMessage(`{}`), Settle: 5 * faultstest.Ms}, steps,
	)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if d := cmp.Diff(enactedPlan, string(text)); d != "" || err != nil {
		t.Errorf("the plan is another one: %s, %v", d, err)
	}
	var tape faultstest.Tape
	faultstest.MustRun(t, c, p, &tape)
	if d := cmp.Diff(enactedRun, tape.Text()); d != "" {
		t.Errorf("the run is another one: %s", d)
	}
}

const (
	enactedRun = `1ms Kick at 0
2ms DuplicatePing 0→1 {N:1}
3ms DeliverPing 0→1 {N:2}
4ms Crash at 1
5ms PrematureT at 0
6ms LoseNews 0→1
7ms Recover at 1
8ms DropPing 0→1 {N:1}
9ms DeliverNews 0→2
10ms FaultsStop
11ms DeliverNews 0→0; DeliverPing 0→1 {N:1}`

	enactedPlan = `{"version":1,"protocol":"scene","config":{},"seed":0,` +
		`"delay":{"shape":"uniform","min":"1ms","max":"1ms"},"inputs":{"shape":"uniform","min":"1ms","max":"1ms"},` +
		`"rates":{},"faults":[` +
		`{"duplicate":{"copy":{"kind":"Ping","from":0,"to":1,"nth":1},"by":"9ms","after":"1ms"}},` +
		`{"crash":{"node":1,"at":"4ms","down":"3ms"}},` +
		`{"premature":{"node":0,"timer":"T","nth":1,"after":"4ms"}},` +
		`{"loss":{"copy":{"kind":"News","from":0,"to":1,"nth":1},"after":"5ms"}},` +
		`{"loss":{"copy":{"kind":"Ping","from":0,"to":1,"nth":1},"after":"7ms"}}],"pins":[` +
		`{"delay":{"copy":{"kind":"Ping","from":0,"to":1,"nth":1},"by":"10ms"}},` +
		`{"delay":{"copy":{"kind":"Ping","from":0,"to":1,"nth":2},"by":"2ms"}},` +
		`{"delay":{"copy":{"kind":"News","from":0,"to":0,"nth":1},"by":"10ms"}},` +
		`{"delay":{"copy":{"kind":"News","from":0,"to":1,"nth":1},"by":"10ms"}},` +
		`{"delay":{"copy":{"kind":"News","from":0,"to":2,"nth":1},"by":"8ms"}}],"stop":"10ms","settle":"10ms"}`
)

// A world takes the paths of discrete explorations, with the same readings.
func TestPathsInDiscreteTimeAreEnacted(t *testing.T) {
	walks, taken, ticks, wrong := 300, 0, 0, 0
	if testing.Short() {
		walks = 60
	}
	for n := range walks {
		d := &faultstest.Dice{Key: draw.New(uint64(n)), Nodes: 2 + n%2}
		discrete := &spec.DiscreteTime{Unit: time.Millisecond, Delay: n % 4, Late: n / 4 % 2, Skew: n / 8 % 3}
		discrete.Steady = n / 24 % 4
		if discrete.Horizon = 30; n%2 == 1 {
			discrete.Horizon, discrete.Reading, discrete.Span = 0, time.Duration(0), 9
		}
		c := faultstest.Stampers(d.Nodes, spec.Failures(n/2%3), n/6%2 == 1, discrete)
		path := stroll(spec.Bounded(explore.Model(c), anyFaults(d.Nodes, n%3)), d, 5+d.Below(40))
		p, err := enact.Path(c, chatterBase, path)
		if err != nil {
			t.Fatalf("walk %d, %s: %v\n%s", n, discrete, err, listed(path))
		}
		_, read := reread(t, p)
		digest := faultstest.MustRun(t, c, read).Digest
		if want := faultstest.MustRun(t, c, p).Digest; digest != want {
			t.Fatalf("walk %d: the plan from the file runs otherwise", n)
		}
		enactedOtherwise(t, n, c, p, digest)
		for _, a := range path {
			if taken++; a.Class().IsTime() {
				ticks++
			}
			if a.Class() == spec.ClassDrift {
				wrong++
			}
		}
	}
	t.Logf("%d steps of paths, %d of them ticks, in %d of which a clock goes wrong", taken, ticks, wrong)
}

// A path has no plan if it has more steps than a tick has microseconds.
func TestPathsInDiscreteTimeThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		unit time.Duration
		name string
		at   spec.NodeID
		want string
	}{
		{time.Millisecond, spec.Advance, spec.None, ""},
		{time.Millisecond, spec.AdvanceFast, 0, ""},
		{2 * time.Microsecond, spec.Advance, spec.None, "1 steps of a microsecond do not fit into a tick of 2µs"},
	} {
		cluster := faultstest.Stampers(2, spec.CrashStop, false, &spec.DiscreteTime{Unit: c.unit, Horizon: 9})
		_, err := enact.Path(cluster, chatterBase, []spec.Action{{Name: c.name, At: c.at}})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
