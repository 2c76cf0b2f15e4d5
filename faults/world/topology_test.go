package world_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// routes lists, for each process, the processes through which a copy gets to another.
func routes(t *testing.T, links [][2]spec.NodeID, nodes int, from, to spec.NodeID) spec.SetOf[int] {
	t.Helper()
	r, err := faults.NewRoutes(&faults.Topology{Links: links}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	route := []int{int(from)}
	for at := from; at != to; {
		if at = r.Hop(at, to); len(route) > nodes {
			t.Fatalf("the route from %d to %d does not end: %v", from, to, route)
		}
		route = append(route, int(at))
	}
	return route
}

// Copies go the shortest route, and of several the one whose next process is least.
func TestRoutes(t *testing.T) {
	ring := [][2]spec.NodeID{{3, 2}, {0, 1}, {1, 2}, {0, 3}}
	for _, c := range []struct {
		name     string
		links    [][2]spec.NodeID
		nodes    int
		from, to spec.NodeID
		want     []int
	}{
		{"a link", ring, 4, 0, 3, []int{0, 3}},
		{"by the least id", ring, 4, 0, 2, []int{0, 1, 2}},
		{"by the least id back", ring, 4, 3, 1, []int{3, 0, 1}},
		{"to itself", ring, 4, 2, 2, []int{2}},
		{"a line", [][2]spec.NodeID{{0, 3}, {3, 1}, {1, 2}}, 4, 0, 2, []int{0, 3, 1, 2}},
		{"shorter, not less", [][2]spec.NodeID{{0, 1}, {1, 2}, {2, 4}, {0, 3}, {3, 4}}, 5, 0, 4, []int{0, 3, 4}},
		{
			"the least at each step",
			[][2]spec.NodeID{{0, 2}, {0, 1}, {1, 4}, {2, 3}, {3, 5}, {4, 5}},
			6, 0, 5,
			[]int{0, 1, 4, 5},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := routes(t, c.links, c.nodes, c.from, c.to); !slices.Equal(got, c.want) {
				t.Errorf("the route is %v, want %v", got, c.want)
			}
		})
	}
	if got := (faults.Routes{}).Hop(2, 1); got != 1 {
		t.Errorf("without a topology the route from 2 to 1 goes over %d", got)
	}
}

// simple lists all routes without repetition between two processes.
func simple(linked [][]bool, route []int, to int) [][]int {
	at := route[len(route)-1]
	if at == to {
		return [][]int{slices.Clone(route)}
	}
	var all [][]int
	for next := range linked {
		if linked[at][next] && !slices.Contains(route, next) {
			all = append(all, simple(linked, append(route, next), to)...)
		}
	}
	return all
}

// In random graphs the routes are the shortest ones that a search through all paths finds.
func TestRoutesAreTheLeastOfTheShortest(t *testing.T) {
	refused := 0
	for n := range 300 {
		key := draw.New(uint64(n))
		nodes := 2 + int(key.With(1).Below(5))
		linked := make([][]bool, nodes)
		for i := range linked {
			linked[i] = make([]bool, nodes)
		}
		var links [][2]spec.NodeID
		for i := range nodes * nodes {
			a, b := i/nodes, i%nodes
			if a < b && key.With(2).With(uint64(i)).Hits(600) {
				linked[a][b], linked[b][a] = true, true
				links = append(links, [2]spec.NodeID{spec.NodeID(b), spec.NodeID(a)})
			}
		}
		if len(simple(linked, []int{0}, nodes-1)) == 0 {
			if _, err := faults.NewRoutes(&faults.Topology{Links: links}, nodes); err == nil {
				t.Errorf("graph %d, %v, has no route from 0 to %d, and is taken", n, links, nodes-1)
			}
			refused++
			continue
		}
		if _, err := faults.NewRoutes(&faults.Topology{Links: links}, nodes); err != nil {
			refused++ // another pair has no route
			continue
		}
		for i := range nodes * nodes {
			want := slices.MinFunc(simple(linked, []int{i / nodes}, i%nodes), func(a, b []int) int {
				if len(a) != len(b) {
					return len(a) - len(b)
				}
				return slices.Compare(a, b)
			})
			if got := routes(t, links, nodes, spec.NodeID(i/nodes), spec.NodeID(i%nodes)); !slices.Equal(got, want) {
				t.Errorf("graph %d, %v: the route is %v, want %v", n, links, got, want)
			}
		}
	}
	if refused == 0 || refused > 200 {
		t.Errorf("%d of 300 graphs were refused", refused)
	}
}

// line links 0 with 2 and 2 with 1, so that what 0 sends to 1 passes 2.
const line = `"topology": {"links": [[0, 2], [2, 1]]}`

// Copies take the delay of each link and count for each.
func TestHopsAndBytesAreCounted(t *testing.T) {
	var tape faultstest.Tape
	r := faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), faultstest.ScenePlan(t, line+`, "faults": [
		{"loss": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 2}}},
		{"duplicate": {"copy": {"kind": "News", "from": 0, "to": 2, "nth": 1}, "by": "4ms"}}]`), &tape)
	want := `1ms Kick at 0; DropPing 0→1 {N:2}; DuplicateNews 0→2
2ms DeliverNews 0→0; DeliverNews 0→2
3ms DeliverPing 0→1 {N:1}; DeliverNews 0→1
5ms DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`
	if got := tape.Text(); got != want {
		t.Errorf("the run is\n%s\nand should be\n%s", got, want)
	}
	counts := []world.Traffic{
		{Kind: "Ping", Unicasts: 2, Copies: 2, Delivered: 1, Dropped: 1, Hops: 4, Bytes: 4, CopyBytes: 2},
		{Kind: "News", Multicasts: 1, Copies: 4, Delivered: 4, Duplicated: 1, Hops: 4},
	}
	if d := cmp.Diff(counts, r.Traffic); d != "" {
		t.Errorf("traffic: %s", d)
	}
	for i, c := range r.Traffic {
		want := counts[i]
		want.Bytes += 4 * 28
		want.CopyBytes += []int{2 * 28, 3 * 28}[i]
		if d := cmp.Diff(want, c.WithHeaders(28)); d != "" {
			t.Errorf("with headers: %s", d)
		}
		if d := cmp.Diff(c, c.WithHeaders(0)); d != "" {
			t.Errorf("with headers of no bytes: %s", d)
		}
		twice := c
		twice.Add(c)
		if twice.CopyBytes != 2*c.CopyBytes {
			t.Errorf("%s: two runs have %d bytes, want %d twice", c.Kind, twice.CopyBytes, c.CopyBytes)
		}
	}
	if r.Events != 10 || r.Delivered != 5 || r.End != 20*faultstest.Ms || !r.Quiescent {
		t.Errorf("%d events, %d delivered, end at %s, quiescent %t", r.Events, r.Delivered, r.End, r.Quiescent)
	}
}

// A partition across a link in the middle stops what passes there, and nothing else.
func TestPartitionsStopCopiesOnTheirWay(t *testing.T) {
	for _, drops := range []bool{false, true} {
		var tape faultstest.Tape
		p := faultstest.ScenePlan(t, line+fmt.Sprintf(
			`, "faults": [{"oneWay": {"from": [2], "to": [1], "begin": "0s", "end": "4ms", "drops": %t}}]`, drops))
		r := faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), p, &tape)
		want := `0s PartitionBegins
1ms Kick at 0
2ms DeliverNews 0→0; DeliverNews 0→2
4ms PartitionHeals
6ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`
		stopped := map[string]int{"oneWay": 3}
		if drops {
			want = `0s PartitionBegins
1ms Kick at 0; DropPing 0→1 {N:1}; DropPing 0→1 {N:2}
2ms DeliverNews 0→0; DeliverNews 0→2
4ms PartitionHeals
6ms DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`
		}
		if got := tape.Text(); got != want {
			t.Errorf("drops %t: the run is\n%s\nand should be\n%s", drops, got, want)
		}
		if d := cmp.Diff(stopped, r.Happened); d != "" {
			t.Errorf("drops %t: what happened: %s", drops, d)
		}
	}
}

// A copy to oneself takes a delay too, and no partition stops it.
func TestCopiesToOneself(t *testing.T) {
	c := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.Send(0, faultstest.Ping{N: 1})
		out.SetTimer("T", time.Millisecond)
	})
	var tape faultstest.Tape
	faultstest.MustRun(t, c, faultstest.ScenePlan(t, line+`, "faults": [
		{"partition": {"groups": [[0], [1], [2]], "begin": "0s", "end": "4ms", "drops": true}}]`), &tape)
	want := `0s PartitionBegins
1ms Kick at 0
2ms DeliverPing 0→0 {N:1}; TimeoutT at 0
4ms PartitionHeals
20ms FaultsStop`
	if got := tape.Text(); got != want {
		t.Errorf("the run is\n%s\nand should be\n%s", got, want)
	}
}

// The network neither drops nor doubles a copy whose receiver has gone down: also
// where that is its sender, which crashed just after the send.
func TestCopiesToOneselfInACrash(t *testing.T) {
	c := faultstest.Scene(spec.MessagesWait, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.Save(faultstest.Saved{N: 7})
		out.Send(0, faultstest.Ping{N: 1})
		out.Save(faultstest.Saved{N: 8})
	})
	for _, what := range []string{`{"loss": {"copy": %s}}`, `{"duplicate": {"copy": %s, "by": "1ms"}}`} {
		var tape faultstest.Tape
		p := faultstest.ScenePlan(t, fmt.Sprintf(`"faults": [
			{"crashIn": {"step": {"action": "Kick", "node": 0, "nth": 1}, "cut": 2, "down": "3ms"}}, `+what+`]`,
			`{"kind": "Ping", "from": 0, "to": 0, "nth": 1}`))
		r := faultstest.MustRun(t, c, p, &tape)
		want := `1ms CrashInKick at 0, cut after 2 effects
4ms Recover at 0; DeliverPing 0→0 {N:1}
20ms FaultsStop`
		if got := tape.Text(); got != want {
			t.Errorf("%s: the run is\n%s\nand should be\n%s", what, got, want)
		}
		if d := cmp.Diff(map[string]int{"crashIn": 1}, r.Happened); d != "" {
			t.Errorf("%s: what happened: %s", what, d)
		}
	}
}

// What faults and pins do to copies.
func TestCopiesUnderFaults(t *testing.T) { play(t, copyScenarios) }

var copyScenarios = []scenario{
	{
		"a loss", spec.CrashStop,
		`"faults": [{"loss": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 2}}}]`,
		`1ms Kick at 0; DropPing 0→1 {N:2}
2ms DeliverPing 0→1 {N:1}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"no loss of a multicast's copy", spec.CrashStop,
		`"faults": [{"loss": {"copy": {"kind": "News", "from": 0, "to": 1, "nth": 1}}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"no loss where the faults have stopped", spec.CrashStop,
		`"stop": "500us", "faults": [{"loss": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1}}}]`,
		`500µs FaultsStop
1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0`,
	},
	{
		"a duplicate", spec.CrashStop,
		`"faults": [{"duplicate": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1}, "by": "3ms"}}]`,
		`1ms Kick at 0; DuplicatePing 0→1 {N:1}
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
4ms DeliverPing 0→1 {N:1}
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a reordered copy", spec.CrashStop,
		`"faults": [{"reorder": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1}, "by": "1ms"}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
3ms DeliverPing 0→1 {N:1}
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a partition that holds copies up", spec.CrashStop,
		`"faults": [{"partition": {"groups": [[0]], "begin": "1ms", "end": "4ms"}}]`,
		`1ms PartitionBegins; Kick at 0
2ms DeliverNews 0→0
4ms PartitionHeals
5ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a partition that drops", spec.CrashStop,
		`"faults": [{"partition": {"groups": [[0, 2], [1]], "begin": "0s", "end": "4ms", "drops": true}}]`,
		`0s PartitionBegins
1ms Kick at 0; DropPing 0→1 {N:1}; DropPing 0→1 {N:2}
2ms DeliverNews 0→0; DeliverNews 0→2
4ms PartitionHeals
5ms DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a partition that drops does not let through what it cannot drop", spec.MessagesWait,
		`"faults": [{"crash": {"node": 1, "at": "500us", "down": "2ms"}}, {"partition": {"groups": [[0, 2]], ` +
			`"begin": "0s", "end": "4ms", "drops": true}}]`,
		`0s PartitionBegins
500µs Crash at 1
1ms Kick at 0
2ms DeliverNews 0→0; DeliverNews 0→2
2.5ms Recover at 1
4ms PartitionHeals
5ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a partition that healed before", spec.CrashStop,
		`"faults": [{"partition": {"groups": [[0], [1], [2]], "begin": "0s", "end": "1ms", "drops": true}}]`,
		`0s PartitionBegins
1ms PartitionHeals; Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a wall in the way", spec.CrashStop,
		`"faults": [{"oneWay": {"from": [0], "to": [0, 1], "begin": "0s", "end": "4ms"}}]`,
		`0s PartitionBegins
1ms Kick at 0
2ms DeliverNews 0→0; DeliverNews 0→2
4ms PartitionHeals
5ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a wall in the way that drops", spec.CrashStop,
		`"faults": [{"oneWay": {"from": [0], "to": [1], "begin": "0s", "end": "4ms", "drops": true}}]`,
		`0s PartitionBegins
1ms Kick at 0; DropPing 0→1 {N:1}; DropPing 0→1 {N:2}
2ms DeliverNews 0→0; DeliverNews 0→2
4ms PartitionHeals
5ms DeliverNews 0→1
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a wall in the other direction", spec.CrashStop,
		`"faults": [{"oneWay": {"from": [1, 2], "to": [0], "begin": "0s", "end": "4ms"}}]`,
		`0s PartitionBegins
1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
4ms PartitionHeals
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a hold until a step", spec.CrashStop,
		`"pins": [{"hold": {"copy": {"kind": "News", "from": 0, "to": 2, "nth": 1}, "until": {"action": ` +
			`"PrematureT", "node": 0, "nth": 1}}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1
11ms PrematureT at 0; DeliverNews 0→2
20ms FaultsStop`,
	},
	{
		"a hold until the faults stop", spec.CrashStop,
		`"pins": [{"hold": {"copy": {"kind": "News", "from": 0, "to": 2, "nth": 1}, "until": {"action": ` +
			`"Recover", "node": 0, "nth": 1}}}]`,
		`1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1
11ms PrematureT at 0
20ms FaultsStop; DeliverNews 0→2`,
	},
	{
		"a hold until a step that was before", spec.CrashStop,
		`"faults": [{"pause": {"node": 2, "begin": "0s", "end": "500us"}}], "pins": [{"hold": {"copy": ` +
			`{"kind": "News", "from": 0, "to": 2, "nth": 1}, "until": {"action": "PauseEnds", "node": 2, "nth": ` +
			`1}}}]`,
		`0s PauseBegins at 2
500µs PauseEnds at 2
1ms Kick at 0
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a delay", spec.CrashStop,
		`"pins": [{"delay": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1}, "by": "0s"}}]`,
		`1ms Kick at 0; DeliverPing 0→1 {N:1}
2ms DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"an input at another time", spec.CrashStop,
		`"pins": [{"input": {"node": 0, "kind": "Kick", "nth": 1, "by": "15ms"}}]`,
		`15ms Kick at 0
16ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
20ms FaultsStop
25ms TimeoutT at 0`,
	},
}
