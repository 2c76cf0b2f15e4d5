package faults

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// shadow takes every step of a run in the adapter too, and holds one against the
// other.
type shadow struct {
	model spec.Model[State]
	state State
	wrong string
	seen  map[string]int // the kinds of events
}

func (s *shadow) Observe(w *World, e *Event) {
	if IsStutter(e.Action.Name) || s.wrong != "" {
		return
	}
	s.seen[kindOfEvent(e.Action.Name)]++
	next, ok := s.model.Do(s.state, e.Action)
	if !ok {
		s.wrong = e.Action.String() + " happens in the world and is not enabled in the adapter"
		return
	}
	s.state = next
	for i, p := range next.Procs {
		if what := unlike(w, spec.NodeID(i), p); what != "" {
			s.wrong = "after " + e.Action.String() + " process " + spec.NodeID(i).String() + " differs: " + what
			return
		}
	}
}

// kindOfEvent cuts what is particular off the name of an action.
func kindOfEvent(name string) string {
	for _, prefix := range []string{
		"CrashInRecover", "CrashIn", "Crash", "Recover", "Deliver", "Drop", "Duplicate", "Lose", "Timeout", "Premature",
	} {
		if strings.HasPrefix(name, prefix) {
			return prefix
		}
	}
	return "input"
}

// unlike says in which respect a process in the world is not as in the adapter.
func unlike(w *World, id spec.NodeID, p Proc) string {
	if w.Up(id) != p.Up || w.up.Has(id) != p.Up || w.down.Has(id) == p.Up {
		return "whether it is up"
	}
	if p.Up && codec.Key(w.State(id)) != p.Memory {
		return "its memory"
	}
	disk := ""
	if w.Disk(id) != nil {
		disk = codec.Key(record{w.Disk(id)})
	}
	if disk != p.Disk {
		return "its disk"
	}
	if !spec.NewSet(w.Armed(nil, id)...).Equal(p.Armed) {
		return "its timers"
	}
	inbox := Proc{}
	for i := range w.parcels.list {
		parcel := &w.parcels.list[i]
		if parcel.stage != free && parcel.msg.To == id && w.present(parcel) {
			inbox = inbox.add(parcel.msg, 1)
		}
	}
	copies := 0
	for _, c := range p.Inbox {
		copies += c.Count
	}
	if codec.Key(inbox.Inbox) != codec.Key(p.Inbox) || w.procs[id].inbox != copies {
		return "the copies on their way to it"
	}
	return ""
}

// The world and the adapter obey the same rules: whatever happens in a world may
// happen in the adapter, and leads to the same.
func TestWhatHappensInAWorldMayHappenInTheAdapter(t *testing.T) {
	models := map[string]spec.Model[State]{}
	seen, happened := map[string]int{}, map[string]int{}
	for n := range 600 {
		c, p := drawn(n, n%5 == 4)
		key := codec.Key([]int{c.Nodes, n / 2 % 2})
		if models[key] == nil {
			models[key] = c.Model()
		}
		s := &shadow{model: models[key], state: first(models[key]), seen: seen}
		r := mustRun(t, c, p, s)
		if s.wrong != "" {
			t.Fatalf("plan %d: %s", n, s.wrong)
		}
		if r.Failure != nil {
			t.Fatalf("plan %d: %v", n, *r.Failure)
		}
		for kind, count := range r.Happened {
			happened[kind] += count
		}
	}
	for _, kind := range []string{
		"Deliver", "Drop", "Duplicate", "Lose", "Crash", "CrashIn", "Recover", "CrashInRecover", "Timeout",
		"Premature", "input",
	} {
		if seen[kind] == 0 {
			t.Errorf("no plan let a %s happen", kind)
		}
	}
	for _, kind := range append(Kinds(), "lose") {
		if happened[kind] == 0 {
			t.Errorf("no plan had a %s that took effect", kind)
		}
	}
	t.Logf("%v %v", seen, happened)
}

// order notes which copies arrive in another order than they were sent.
type order struct {
	last  map[[2]spec.NodeID]int
	wrong string
}

func (o *order) Observe(_ *World, e *Event) {
	m := e.Action.Msg
	if e.Copy == 0 || e.Action.Name != spec.Deliver(m.Body.Kind()) {
		return
	}
	way := [2]spec.NodeID{m.From, m.To}
	if e.Copy < o.last[way] && o.wrong == "" {
		o.wrong = e.At.String() + " " + e.Action.String()
	}
	o.last[way] = e.Copy
}

// inOrder draws a plan in which nothing lets a copy overtake another, with a pause
// and, every other time, with times that are often equal.
func inOrder(n int) (Cluster, Plan) {
	c, p := drawn(n, n%3 == 0)
	p.Rates.Duplicate, p.Rates.Reorder, p.Pins = 0, 0, nil
	p.Faults = slices.DeleteFunc(p.Faults, func(f Fault) bool { return f.Duplicate != nil || f.Reorder != nil })
	d := &dice{key: draw.New(uint64(n)), nodes: c.Nodes}
	begin := d.time(15)
	p.Faults = append(p.Faults, Fault{Pause: &Pause{d.node(), begin, begin + 5*ms}})
	if n%2 == 0 {
		p.Delay.Max, p.Inputs.Max = p.Delay.Min, p.Inputs.Min
	}
	return c, p
}

// Copies on one way stay in order, unless one is doubled, reordered or pinned: also
// those that wait for the end of a pause or for their receiver to come up.
func TestCopiesStayInOrder(t *testing.T) {
	for n := range 600 {
		c, p := inOrder(n)
		o := &order{last: map[[2]spec.NodeID]int{}}
		if mustRun(t, c, p, o); o.wrong != "" {
			t.Fatalf("plan %d: out of order: %s", n, o.wrong)
		}
	}
}

// A plan gives the same run each time, and another seed another one.
func TestRunsAreDeterministic(t *testing.T) {
	digests := map[string]int{}
	for n := range 50 {
		c, p := drawn(n, false)
		p.Delay.Max = p.Delay.Min + 9*ms
		var texts [3]bytes.Buffer
		var digest [3]string
		for i := range 3 {
			if i == 2 {
				p.Seed += 1000
			}
			tracer := NewTracer(&texts[i])
			digest[i] = mustRun(t, c, p, tracer).Digest
			if tracer.Err() != nil {
				t.Fatal(tracer.Err())
			}
		}
		if digest[0] != digest[1] || !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) {
			t.Errorf("plan %d gives two runs", n)
		}
		if digest[0] == digest[2] || bytes.Equal(texts[0].Bytes(), texts[2].Bytes()) {
			t.Errorf("plan %d gives the same run with another seed", n)
		}
		digests[digest[0]]++
	}
	if len(digests) != 50 {
		t.Errorf("50 plans gave %d digests", len(digests))
	}
}

// The digest tells runs apart that differ in a single thing.
func TestDigestsTellRunsApart(t *testing.T) {
	type does = func(*talker, impl.Event, *impl.Effects)
	digests := map[string]string{}
	for name, step := range map[string]does{
		"nothing":         func(*talker, impl.Event, *impl.Effects) {},
		"a send":          func(_ *talker, _ impl.Event, out *impl.Effects) { out.Send(1, ping{1}) },
		"to another":      func(_ *talker, _ impl.Event, out *impl.Effects) { out.Send(2, ping{1}) },
		"of another body": func(_ *talker, _ impl.Event, out *impl.Effects) { out.Send(1, ping{2}) },
		"of another kind": func(_ *talker, _ impl.Event, out *impl.Effects) { out.Send(1, news{}) },
		"a multicast":     func(_ *talker, _ impl.Event, out *impl.Effects) { out.Multicast(news{}) },
		"a save":          func(_ *talker, _ impl.Event, out *impl.Effects) { out.Save(saved{1}) },
		"of another":      func(_ *talker, _ impl.Event, out *impl.Effects) { out.Save(saved{2}) },
		"of another type": func(_ *talker, _ impl.Event, out *impl.Effects) { out.Save(ping{1}) },
		"a timer":         func(_ *talker, _ impl.Event, out *impl.Effects) { out.SetTimer("T", time.Hour) },
		"another timer":   func(_ *talker, _ impl.Event, out *impl.Effects) { out.SetTimer("U", time.Hour) },
		"a later timer":   func(_ *talker, _ impl.Event, out *impl.Effects) { out.SetTimer("T", 2*time.Hour) },
		"no timer":        func(_ *talker, _ impl.Event, out *impl.Effects) { out.StopTimer("T") },
		"a pick": func(_ *talker, _ impl.Event, out *impl.Effects) {
			out.Pick("", spec.NewSet[spec.NodeID](1), 1)
		},
		"another pick": func(_ *talker, _ impl.Event, out *impl.Effects) {
			out.Pick("", spec.NewSet[spec.NodeID](2), 1)
		},
	} {
		c := scene(false, func(n *talker, ev impl.Event, out *impl.Effects) {
			n.state.N = 1
			step(n, ev, out)
		})
		for plan, text := range map[string]string{
			"plain":              "",
			"input later":        `"inputs": {"min": "2ms", "max": "2ms"}`,
			"faults stop later":  `"stop": "21ms"`,
			"a crash":            `"faults": [{"crash": {"node": 0, "at": "500us"}}]`,
			"a crash of another": `"faults": [{"crash": {"node": 1, "at": "10ms"}}]`,
			"a pause":            `"faults": [{"pause": {"node": 1, "begin": "10ms", "end": "11ms"}}]`,
			"a partition":        `"faults": [{"partition": {"groups": [[0]], "begin": "10ms", "end": "11ms"}}]`,
		} {
			if plan == "a crash" && name != "nothing" {
				continue // nobody is kicked
			}
			digest := mustRun(t, c, scenePlan(t, text)).Digest
			if other := digests[digest]; other != "" {
				t.Errorf("%s, %s has the digest of %s", name, plan, other)
			}
			digests[digest] = name + ", " + plan
		}
	}
}

// scene is a group of three in which process 0, when it is kicked, saves, sends two
// pings, multicasts and sets a timer. Nobody answers.
func scene(recovers bool, steps ...func(*talker, impl.Event, *impl.Effects)) Cluster {
	step := func(n *talker, _ impl.Event, out *impl.Effects) {
		n.state.N = 1
		out.Save(saved{7})
		out.Send(1, ping{1})
		out.Send(1, ping{2})
		out.Multicast(news{})
		out.SetTimer("T", 10*time.Millisecond)
	}
	for _, other := range steps {
		step = other
	}
	return Cluster{
		Nodes:    3,
		Recovers: recovers,
		New:      func(id spec.NodeID) impl.Node { return &talker{id: id, step: step} },
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			if at == 0 && state.(*talkerState).N == 0 {
				return []spec.Body{kick{}}
			}
			return nil
		},
	}
}

// scenePlan reads a plan in which everything takes 1 ms, with what is added to it.
func scenePlan(t *testing.T, more string) Plan {
	t.Helper()
	text := `{"version": 1, "protocol": "scene", "config": {}, "settle": "20ms"`
	if !strings.Contains(more, `"stop"`) {
		text += `, "stop": "20ms"`
	}
	if more != "" {
		text += ", " + more
	}
	var p Plan
	if err := input.Decode([]byte(text+"}"), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// scenario is one small run, event by event; events at the same time stand on one line.
type scenario struct {
	name     string
	recovers bool
	plan     string
	want     string
}

func play(t *testing.T, scenarios []scenario) {
	for _, c := range scenarios {
		t.Run(c.name, func(t *testing.T) {
			var tape tape
			r := mustRun(t, scene(c.recovers), scenePlan(t, c.plan), &tape)
			if got := tape.text(); got != c.want {
				t.Errorf("the run is\n%s\nand should be\n%s", got, c.want)
			}
			if r.Failure != nil {
				t.Errorf("failure %v", *r.Failure)
			}
		})
	}
}

// What crashes, pauses and timers do.
func TestProcessesUnderFaults(t *testing.T) { play(t, processScenarios) }

var processScenarios = []scenario{
	{
		"nothing", false,
		"",
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash at a time", false,
		`"faults": [{"crash": {"node": 1, "at": "1500us"}}]`,
		`1ms Kick at 0
1.5ms Crash at 1
2ms DeliverNews 0→0; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash after a step", false,
		`"faults": [{"crash": {"node": 1, "after": {"action": "DeliverPing", "node": 1, "nth": 1}}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; Crash at 1; DeliverNews 0→0; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash after a step on a copy from somebody", true,
		`"faults": [{"crash": {"node": 2, "after": {"action": "DeliverNews", "node": 1, "from": 0, "nth": ` +
			`1}}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; Crash at 2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash before the first effect, and a recovery", true,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 0, "down": "2ms"}}]`,
		`1ms CrashInKick at 0, cut after 0 effects
3ms Recover at 0
4ms Kick at 0
5ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
14ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash after the save", true,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 1, "down": "2ms"}}]`,
		`1ms CrashInKick at 0, cut after 1 effects
3ms Recover at 0
20ms FaultsStop`,
	},
	{
		"a crash after the first send", true,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 2, "down": "2ms"}}]`,
		`1ms CrashInKick at 0, cut after 2 effects
2ms DeliverPing 0→1 {N:1}
3ms Recover at 0
20ms FaultsStop`,
	},
	{
		"a crash before the multicast", false,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 3}}]`,
		`1ms CrashInKick at 0, cut after 3 effects
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}
20ms FaultsStop`,
	},
	{
		"a crash at no effect of the handler", false,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 4}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a recovery with copies that waited", true,
		`"faults": [{"crash": {"node": 1, "at": "1500us", "down": "3ms"}}]`,
		`1ms Kick at 0
1.5ms Crash at 1
2ms DeliverNews 0→0; DeliverNews 0→2
4.5ms Recover at 1; DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a recovery when the faults stop", true,
		`"faults": [{"crash": {"node": 2, "at": "15ms", "down": "1h"}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
15ms Crash at 2
20ms FaultsStop; Recover at 2`,
	},
	{
		"an early timer", false,
		`"faults": [{"premature": {"node": 0, "timer": "T", "nth": 1, "after": "500us"}}]`,
		`1ms Kick at 0
1.5ms PrematureT at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
20ms FaultsStop`,
	},
	{
		"an early timer that is not premature", false,
		`"faults": [{"premature": {"node": 0, "timer": "T", "nth": 1, "after": "5ms"}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
6ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"timers that do not wait", false,
		`"delay": {"min": "12ms", "max": "12ms"}`,
		`1ms Kick at 0
11ms PrematureT at 0
13ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
20ms FaultsStop`,
	},
	{
		"patient timers", false,
		`"patient": true, "delay": {"min": "12ms", "max": "12ms"}`,
		`1ms Kick at 0
13ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2; TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"timers are patient once the faults have stopped", false,
		`"stop": "5ms", "delay": {"min": "12ms", "max": "12ms"}`,
		`1ms Kick at 0
5ms FaultsStop
13ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2; TimeoutT at 0`,
	},
	{
		"a pause of the receiver", false,
		`"faults": [{"pause": {"node": 1, "begin": "1ms", "end": "4ms"}}]`,
		`1ms PauseBegins at 1; Kick at 0
2ms DeliverNews 0→0; DeliverNews 0→2
4ms PauseEnds at 1; DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a pause before the input", false,
		`"faults": [{"pause": {"node": 0, "begin": "0s", "end": "3ms"}}]`,
		`0s PauseBegins at 0
3ms PauseEnds at 0; Kick at 0
4ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
13ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a pause before the timer", false,
		`"faults": [{"pause": {"node": 0, "begin": "3ms", "end": "13ms"}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
3ms PauseBegins at 0
13ms PauseEnds at 0; TimeoutT at 0
20ms FaultsStop`,
	},
}
