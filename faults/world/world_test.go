package world_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The world and the adapter obey the same rules: whatever happens in a world may
// happen in the adapter, and leads to the same.
func TestWhatHappensInAWorldMayHappenInTheAdapter(t *testing.T) {
	models := map[string]spec.Model[explore.Global]{}
	seen, happened := map[string]int{}, map[string]int{}
	plans := 600
	if testing.Short() {
		plans = 200
	}
	for n := range plans {
		c, p := faultstest.Drawn(n, n%5 == 4)
		key := fmt.Sprint(c.Nodes, c.Failures, c.Boots, len(c.Clocks))
		if models[key] == nil {
			models[key] = explore.Model(c)
		}
		s := &faultstest.Shadow{Model: models[key], State: faultstest.Initial(models[key]), Seen: seen}
		r := faultstest.MustRun(t, c, p, s)
		if s.Wrong != "" {
			t.Fatalf("plan %d: %s", n, s.Wrong)
		}
		if r.Breach != nil {
			t.Fatalf("plan %d: %v", n, *r.Breach)
		}
		for kind, count := range r.Happened {
			happened[kind] += count
		}
	}
	for _, kind := range []string{
		"Boot", "CrashInBoot", "Deliver", "Drop", "Duplicate", "Lose", "Crash", "CrashIn", "Recover",
		"CrashInRecover", "Timeout", "Premature", "Tick", "input",
	} {
		if seen[kind] == 0 {
			t.Errorf("no plan let a %s happen", kind)
		}
	}
	for _, kind := range append(faults.Kinds(), "lose") {
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

func (o *order) Observe(_ *world.World, e *world.Event) {
	m := e.Action.Msg
	if e.Copy == 0 || e.Action.Name != spec.Deliver(m.Body.Kind()) {
		return
	}
	channel := [2]spec.NodeID{m.From, m.To}
	if e.Copy < o.last[channel] && o.wrong == "" {
		o.wrong = e.At.String() + " " + e.Action.String()
	}
	o.last[channel] = e.Copy
}

// inOrder draws a plan in which nothing lets a copy overtake another, with a pause
// and, every other time, with times that are often equal.
func inOrder(n int) (network.Cluster, faults.Plan) {
	c, p := faultstest.Drawn(n, n%3 == 0)
	for _, kind := range []string{"duplicate", "reorder"} {
		p = p.Without(kind)
	}
	p.Pins, p.Gap = nil, 0
	d := &faultstest.Dice{Key: draw.New(uint64(n)), Nodes: c.Nodes}
	begin := d.Time(15)
	p.Faults = append(
		p.Faults, faults.Fault{Kind: &faults.Pause{Node: d.Node(), Begin: begin, End: begin + 5*faultstest.Ms}},
	)
	if n%2 == 0 {
		p.Delay.Max, p.Inputs.Max = p.Delay.Min, p.Inputs.Min
	}
	return c, p
}

// Messages of one channel stay in order, unless one is doubled, reordered or pinned, or departs before
// one that was sent earlier: also those that wait for the end of a pause or for their receiver to come up.
func TestCopiesStayInOrder(t *testing.T) {
	for n := range 600 {
		c, p := inOrder(n)
		o := &order{last: map[[2]spec.NodeID]int{}}
		if faultstest.MustRun(t, c, p, o); o.wrong != "" {
			t.Fatalf("plan %d: out of order: %s", n, o.wrong)
		}
	}
}

// tracer writes a trace.
type tracer struct{ out *bytes.Buffer }

func (t tracer) Observe(_ *world.World, e *world.Event) {
	if err := json.NewEncoder(t.out).Encode(e.Line()); err != nil {
		panic(err)
	}
}

// A plan gives the same run each time, and another seed another one.
func TestRunsAreDeterministic(t *testing.T) {
	digests := map[string]int{}
	for n := range 50 {
		c, p := faultstest.Drawn(n, false)
		p.Delay.Max = p.Delay.Min + 9*faultstest.Ms
		var texts [3]bytes.Buffer
		var digest [3]string
		for i := range 3 {
			if i == 2 {
				p.Seed += 1000
			}
			digest[i] = faultstest.MustRun(t, c, p, tracer{&texts[i]}).Digest
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
	digests := map[string]string{}
	for name, step := range map[string]func(*impl.Effects){
		"nothing":         func(*impl.Effects) {},
		"a send":          func(out *impl.Effects) { out.Send(1, faultstest.Ping{N: 1}) },
		"to another":      func(out *impl.Effects) { out.Send(2, faultstest.Ping{N: 1}) },
		"of another body": func(out *impl.Effects) { out.Send(1, faultstest.Ping{N: 2}) },
		"of another kind": func(out *impl.Effects) { out.Send(1, faultstest.News{}) },
		"a multicast":     func(out *impl.Effects) { out.Multicast(faultstest.News{}) },
		"a save":          func(out *impl.Effects) { out.Save(faultstest.Saved{N: 1}) },
		"of another":      func(out *impl.Effects) { out.Save(faultstest.Saved{N: 2}) },
		"of another type": func(out *impl.Effects) { out.Save(faultstest.Ping{N: 1}) },
		"a timer":         func(out *impl.Effects) { out.SetTimer("T", time.Hour) },
		"another timer":   func(out *impl.Effects) { out.SetTimer("U", time.Hour) },
		"a later timer":   func(out *impl.Effects) { out.SetTimer("T", 2*time.Hour) },
		"no timer":        func(out *impl.Effects) { out.StopTimer("T") },
		"a pick":          func(out *impl.Effects) { out.Pick("", spec.NewSet[spec.NodeID](1), 1) },
		"another pick":    func(out *impl.Effects) { out.Pick("", spec.NewSet[spec.NodeID](2), 1) },
	} {
		c := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
			n.Holds.N = 1
			step(out)
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
			digest := faultstest.MustRun(t, c, faultstest.ScenePlan(t, text)).Digest
			if other := digests[digest]; other != "" {
				t.Errorf("%s, %s has the digest of %s", name, plan, other)
			}
			digests[digest] = name + ", " + plan
		}
	}
}

// scenario is one small run, event by event; events at the same time stand on one line.
type scenario struct {
	name     string
	failures spec.Failures
	plan     string
	want     string
}

func play(t *testing.T, scenarios []scenario) {
	for _, c := range scenarios {
		t.Run(c.name, func(t *testing.T) {
			var tape faultstest.Tape
			r := faultstest.MustRun(t, faultstest.Scene(c.failures), faultstest.ScenePlan(t, c.plan), &tape)
			if got := tape.Text(); got != c.want {
				t.Errorf("the run is\n%s\nand should be\n%s", got, c.want)
			}
			if r.Breach != nil {
				t.Errorf("failure %v", *r.Breach)
			}
		})
	}
}

// What crashes, pauses and timers do.
func TestProcessesUnderFaults(t *testing.T) { play(t, processScenarios) }

var processScenarios = []scenario{
	{
		"nothing", spec.CrashStop,
		"",
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash at a time", spec.CrashStop,
		`"faults": [{"crash": {"node": 1, "at": "1500us"}}]`,
		`1ms Kick at 0
1.5ms Crash at 1
2ms DeliverNews 0→0; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash after a step", spec.CrashStop,
		`"faults": [{"crash": {"node": 1, "after": {"action": "DeliverPing", "node": 1, "nth": 1}}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; Crash at 1; DeliverNews 0→0; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash after a step on a copy from somebody", spec.MessagesWait,
		`"faults": [{"crash": {"node": 2, "after": {"action": "DeliverNews", "node": 1, "from": 0, "nth": ` +
			`1}}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; Crash at 2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash before the first effect, and a recovery", spec.MessagesWait,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 0, "down": "2ms"}}]`,
		`1ms CrashInKick at 0, cut after 0 effects
3ms Recover at 0
4ms Kick at 0
5ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
14ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a crash after the save", spec.MessagesWait,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 1, "down": "2ms"}}]`,
		`1ms CrashInKick at 0, cut after 1 effects
3ms Recover at 0
20ms FaultsStop`,
	},
	{
		"a crash after the first send", spec.MessagesWait,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 2, "down": "2ms"}}]`,
		`1ms CrashInKick at 0, cut after 2 effects
2ms DeliverPing 0→1 {N:1}
3ms Recover at 0
20ms FaultsStop`,
	},
	{
		"a crash before the multicast", spec.CrashStop,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 3}}]`,
		`1ms CrashInKick at 0, cut after 3 effects
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}
20ms FaultsStop`,
	},
	{
		"a crash at no effect of the handler", spec.CrashStop,
		`"faults": [{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 4}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a recovery with copies that waited", spec.MessagesWait,
		`"faults": [{"crash": {"node": 1, "at": "1500us", "down": "3ms"}}]`,
		`1ms Kick at 0
1.5ms Crash at 1
2ms DeliverNews 0→0; DeliverNews 0→2
4.5ms Recover at 1; DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a recovery before copies would arrive that vanished", spec.MessagesVanish,
		`"faults": [{"crash": {"node": 1, "at": "1200us", "down": "400us"}}]`,
		`1ms Kick at 0
1.2ms Crash at 1
1.6ms Recover at 1
2ms DeliverNews 0→0; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a recovery while what vanished would arrive", spec.MessagesVanish,
		`"faults": [{"crash": {"node": 1, "at": "1500us", "down": "3ms"}}]`,
		`1ms Kick at 0
1.5ms Crash at 1
2ms DeliverNews 0→0; DeliverNews 0→2
4.5ms Recover at 1
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a recovery, and copies of the life before", spec.MessagesVanish,
		`"faults": [{"crash": {"node": 0, "at": "1200us", "down": "400us"}}]`,
		`1ms Kick at 0
1.2ms Crash at 0
1.6ms Recover at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1; DeliverNews 0→2
20ms FaultsStop`,
	},
	{
		"a recovery when the faults stop", spec.MessagesWait,
		`"faults": [{"crash": {"node": 2, "at": "15ms", "down": "1h"}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
15ms Crash at 2
20ms FaultsStop; Recover at 2`,
	},
	{
		"an early timer", spec.CrashStop,
		`"faults": [{"premature": {"node": 0, "timer": "T", "nth": 1, "after": "500us"}}]`,
		`1ms Kick at 0
1.5ms PrematureT at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
20ms FaultsStop`,
	},
	{
		"an early timer that is not premature", spec.CrashStop,
		`"faults": [{"premature": {"node": 0, "timer": "T", "nth": 1, "after": "5ms"}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
6ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"timers that do not wait", spec.CrashStop,
		`"delay": {"min": "12ms", "max": "12ms"}`,
		`1ms Kick at 0
11ms PrematureT at 0
13ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
20ms FaultsStop`,
	},
	{
		"patient timers", spec.CrashStop,
		`"patient": true, "delay": {"min": "12ms", "max": "12ms"}`,
		`1ms Kick at 0
13ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2; TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"timers are patient once the faults have stopped", spec.CrashStop,
		`"stop": "5ms", "delay": {"min": "12ms", "max": "12ms"}`,
		`1ms Kick at 0
5ms FaultsStop
13ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2; TimeoutT at 0`,
	},
	{
		"a pause of the receiver", spec.CrashStop,
		`"faults": [{"pause": {"node": 1, "begin": "1ms", "end": "4ms"}}]`,
		`1ms PauseBegins at 1; Kick at 0
2ms DeliverNews 0→0; DeliverNews 0→2
4ms PauseEnds at 1; DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a pause before the input", spec.CrashStop,
		`"faults": [{"pause": {"node": 0, "begin": "0s", "end": "3ms"}}]`,
		`0s PauseBegins at 0
3ms PauseEnds at 0; Kick at 0
4ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
13ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a pause before the timer", spec.CrashStop,
		`"faults": [{"pause": {"node": 0, "begin": "3ms", "end": "13ms"}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
3ms PauseBegins at 0
13ms PauseEnds at 0; TimeoutT at 0
20ms FaultsStop`,
	},
}
