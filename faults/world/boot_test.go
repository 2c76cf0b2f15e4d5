package world_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The first event of a process comes as an input does. What is sent to the process before
// waits for it, and a recovery is another thing.
func TestBoots(t *testing.T) {
	for _, c := range bootScenarios {
		t.Run(c.name, func(t *testing.T) {
			scene := faultstest.Scene(c.failures)
			scene.Boots = true
			var tape faultstest.Tape
			r := faultstest.MustRun(t, scene, faultstest.ScenePlan(t, c.plan), &tape)
			if !r.Quiescent || r.Breach != nil {
				t.Errorf("quiescent %t, breach %v at the end", r.Quiescent, r.Breach)
			}
			if got := tape.Text(); got != c.want {
				t.Errorf("the run is\n%s\nand should be\n%s", got, c.want)
			}
		})
	}
}

var bootScenarios = []scenario{
	{
		"as inputs do", spec.CrashStop, "",
		`1ms Boot at 0; Boot at 1; Boot at 2
2ms Kick at 0
3ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
12ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"after copies have come", spec.CrashStop,
		`"pins": [{"input": {"node": 1, "kind": "Boot", "nth": 1, "by": "5ms"}}]`,
		`1ms Boot at 0; Boot at 2
2ms Kick at 0
3ms DeliverNews 0→0; DeliverNews 0→2
5ms Boot at 1; DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1
12ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"after copies have come out of order", spec.CrashStop,
		`"pins": [{"input": {"node": 1, "kind": "Boot", "nth": 1, "by": "7ms"}},
			 {"delay": {` + faultstest.APing + `, "by": "2ms"}}]`,
		`1ms Boot at 0; Boot at 2
2ms Kick at 0
3ms DeliverNews 0→0; DeliverNews 0→2
7ms Boot at 1; DeliverPing 0→1 {N:2}; DeliverNews 0→1; DeliverPing 0→1 {N:1}
12ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"after a copy that waited for it is lost", spec.CrashStop,
		`"faults": [{"loss": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1}, "after": "2ms"}}],
			 "pins": [{"input": {"node": 1, "kind": "Boot", "nth": 1, "by": "7ms"}}]`,
		`1ms Boot at 0; Boot at 2
2ms Kick at 0
3ms DeliverNews 0→0; DeliverNews 0→2
4ms DropPing 0→1 {N:1}
7ms Boot at 1; DeliverPing 0→1 {N:2}; DeliverNews 0→1
12ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"after a copy that waited for it is lost, and another takes its place", spec.MessagesVanish,
		`"faults": [{"loss": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1}, "after": "2ms"}},
				{"duplicate": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 2}, "after": "3ms", "by": "10ms"}}],
			 "pins": [{"input": {"node": 1, "kind": "Boot", "nth": 1, "by": "7ms"}}]`,
		`1ms Boot at 0; Boot at 2
2ms Kick at 0
3ms DeliverNews 0→0; DeliverNews 0→2
4ms DropPing 0→1 {N:1}
5ms DuplicatePing 0→1 {N:2}
7ms Boot at 1; DeliverPing 0→1 {N:2}; DeliverNews 0→1
12ms PrematureT at 0
15ms DeliverPing 0→1 {N:2}
20ms FaultsStop`,
	},
	{
		"when a pause ends", spec.CrashStop,
		`"faults": [{"pause": {"node": 0, "begin": "0s", "end": "4ms"}}]`,
		`0s PauseBegins at 0
1ms Boot at 1; Boot at 2
4ms PauseEnds at 0; Boot at 0
5ms Kick at 0
6ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
15ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"never, after a crash", spec.MessagesVanish,
		`"faults": [{"crash": {"node": 1, "at": "500us", "down": "2100us"}}]`,
		`500µs Crash at 1
1ms Boot at 0; Boot at 2
2ms Kick at 0
2.6ms Recover at 1
3ms DeliverNews 0→0; DeliverNews 0→2
12ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"never, where copies wait for a recovery", spec.MessagesWait,
		`"faults": [{"crash": {"node": 1, "at": "500us", "down": "4ms"}}]`,
		`500µs Crash at 1
1ms Boot at 0; Boot at 2
2ms Kick at 0
3ms DeliverNews 0→0; DeliverNews 0→2
4.5ms Recover at 1; DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→1
12ms TimeoutT at 0
20ms FaultsStop`,
	},
}
