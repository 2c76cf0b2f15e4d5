package world_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What losses and duplicates do that come later than the send.
func TestLateFaults(t *testing.T) { play(t, lateScenarios) }

var lateScenarios = []scenario{
	{
		"a late loss", spec.CrashStop,
		`"delay": {"min": "5ms", "max": "5ms"}, "faults": [{"loss": {` + faultstest.APing + `, "after": "2ms"}}]`,
		`1ms Kick at 0
3ms DropPing 0→1 {N:1}
6ms DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a loss ahead of an arrival, and one of a multicast copy, and one after the faults", spec.CrashStop,
		`"faults": [{"loss": {` + faultstest.APing + `, "after": "1ms"}},
			{"loss": {"copy": {"kind": "News", "from": 0, "to": 2, "nth": 1}, "after": "0s"}},
			{"loss": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 2}, "after": "20ms"}}],
			"pins": [{"delay": {"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 2}, "by": "20ms"}}]`,
		`1ms Kick at 0
2ms DropPing 0→1 {N:1}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms PrematureT at 0
20ms FaultsStop
21ms DeliverPing 0→1 {N:2}`,
	},
	{
		"losses at a process that is down, before and after their arrival", spec.MessagesWait,
		`"faults": [{"crash": {"node": 1, "at": "1500us", "down": "3ms"}},
			{"loss": {` + faultstest.APing + `, "after": "600us"}},
			{"loss": {"copy": {"kind": "News", "from": 0, "to": 1, "nth": 1}, "after": "2ms"}}]`,
		`1ms Kick at 0
1.5ms Crash at 1
1.6ms LosePing 0→1 {N:1}
2ms DeliverNews 0→0; DeliverNews 0→2
3ms LoseNews 0→1
4.5ms Recover at 1; DeliverPing 0→1 {N:2}
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"what a crash takes away is not lost", spec.CrashStop,
		`"faults": [{"crash": {"node": 1, "at": "1500us"}}, {"loss": {` + faultstest.APing + `, "after": "600us"}}]`,
		`1ms Kick at 0
1.5ms Crash at 1
2ms DeliverNews 0→0; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"late duplicates, of one another", spec.CrashStop,
		`"delay": {"min": "5ms", "max": "5ms"}, "faults": [
			{"duplicate": {` + faultstest.APing + `, "by": "2ms", "after": "1ms"}},
			{"duplicate": {` + again(1) + `, "by": "6ms", "after": "1ms"}},
			{"duplicate": {` + again(2) + `, "by": "9ms"}},
			{"loss": {` + again(3) + `, "after": "1ms"}}]`,
		`1ms Kick at 0
2ms DuplicatePing 0→1 {N:1}
3ms DuplicatePing 0→1 {N:1}; DuplicatePing 0→1 {N:1}
4ms DeliverPing 0→1 {N:1}; DropPing 0→1 {N:1}
6ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
9ms DeliverPing 0→1 {N:1}
11ms TimeoutT at 0
20ms FaultsStop`,
	},
	{
		"a second copy is lost when it is made", spec.CrashStop,
		`"faults": [{"duplicate": {` + faultstest.APing + `, "by": "2ms"}}, {"loss": {` + again(1) + `}}]`,
		`1ms Kick at 0; DuplicatePing 0→1 {N:1}; DropPing 0→1 {N:1}
2ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:2}; DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2
11ms TimeoutT at 0
20ms FaultsStop`,
	},
}

// again names a copy that was made of the first ping.
func again(n int) string {
	return `"copy": {"kind": "Ping", "from": 0, "to": 1, "nth": 1, "again": ` + string(rune('0'+n)) + `}`
}

// A late fault that comes to nothing has met nothing.
func TestLateFaultsThatMeetNothing(t *testing.T) {
	for text, want := range map[string]int{
		`{"loss": {` + faultstest.APing + `, "after": "500us"}}`:                            0,
		`{"loss": {` + faultstest.APing + `, "after": "5ms"}}`:                              1,
		`{"duplicate": {` + faultstest.APing + `, "after": "5ms", "by": "1ms"}}`:            1,
		`{"loss": {` + again(1) + `, "after": "0s"}}`:                                       1,
		`{"loss": {"copy": {"kind": "News", "from": 0, "to": 1, "nth": 1}, "after": "0s"}}`: 1,
	} {
		p := faultstest.ScenePlan(t, `"faults": [`+text+`]`)
		if r := faultstest.MustRun(t, faultstest.Scene(spec.CrashStop), p); len(r.Unmatched) != want {
			t.Errorf("%s: unmatched %v", text, r.Unmatched)
		}
	}
}
