package world_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults/faultstest"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What one step sends departs one after another, a multicast as one, and a timer that is set
// behind a send runs from then.
func TestGap(t *testing.T) {
	const real = `"stop": "1ms", "delayAfterStop": {"min": "1ms"}`
	scene := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.SetTimer("First", 2*time.Millisecond)
		out.Send(1, faultstest.Ping{N: 1})
		out.SetTimer("Second", 3*time.Millisecond)
		out.Multicast(faultstest.News{})
		out.Send(1, faultstest.Ping{N: 2})
		out.SetTimer("Third", 3*time.Millisecond)
	})
	for _, c := range []struct{ name, plan, want string }{
		{
			"none", real,
			"1ms FaultsStop; Kick at 0\n2ms DeliverPing 0→1 {N:1}; DeliverNews 0→0; DeliverNews 0→1; " +
				"DeliverNews 0→2; DeliverPing 0→1 {N:2}\n3ms TimeoutFirst at 0\n" +
				"4ms TimeoutSecond at 0; TimeoutThird at 0",
		},
		{
			"of 5 ms", real + `, "gap": "5ms"`,
			"1ms FaultsStop; Kick at 0\n2ms DeliverPing 0→1 {N:1}\n3ms PrematureFirst at 0\n" +
				"4ms PrematureSecond at 0\n7ms DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2\n" +
				"12ms DeliverPing 0→1 {N:2}\n14ms TimeoutThird at 0",
		},
		{ // The third timer is set at 11ms, for 3 ms of a clock that is half as fast from 13ms on.
			"with a slow clock", `"stop": "14ms", "gap": "5ms", "delayAfterStop": {"min": "1ms"},
				"faults": [{"rate": {"node": 0, "ppm": -500000, "begin": "13ms"}}]`,
			"1ms Kick at 0\n2ms DeliverPing 0→1 {N:1}\n3ms PrematureFirst at 0\n" +
				"4ms PrematureSecond at 0\n7ms DeliverNews 0→0; DeliverNews 0→1; DeliverNews 0→2\n" +
				"12ms DeliverPing 0→1 {N:2}\n14ms FaultsStop\n15ms TimeoutThird at 0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tape faultstest.Tape
			faultstest.MustRun(t, scene, faultstest.ScenePlan(t, c.plan), &tape)
			if d := cmp.Diff(c.want, tape.Text()); d != "" {
				t.Error(d)
			}
		})
	}
}

// Where the plan bounds delays from stop on, a copy that is sent then takes that, and one that is
// on its way is there by then and that much more, whatever was drawn for it, over each link. One
// that is reordered or pinned is not bounded.
func TestDelaysAfterStop(t *testing.T) {
	const stop = `"stop": "5ms", "delay": {"min": "15ms"}, "delayAfterStop": {"min": "2ms"}`
	const pinned = `, "pins": [{"delay": {` + faultstest.APing + `, "by": "15ms"}}]`
	scene := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.Send(1, faultstest.Ping{N: 1})
	})
	for _, c := range []struct{ name, plan, want string }{
		{"before", stop, "1ms Kick at 0\n5ms FaultsStop\n7ms DeliverPing 0→1 {N:1}"},
		{"after", stop + `, "inputs": {"min": "8ms"}`, "5ms FaultsStop\n8ms Kick at 0\n10ms DeliverPing 0→1 {N:1}"},
		{
			"two links", stop + `, "topology": {"links": [[0, 2], [2, 1]]}`,
			"1ms Kick at 0\n5ms FaultsStop\n9ms DeliverPing 0→1 {N:1}",
		},
		{"pinned", stop + pinned, "1ms Kick at 0\n5ms FaultsStop\n16ms DeliverPing 0→1 {N:1}"},
		{
			"doubled", stop + `, "rates": {"duplicate": 1000}`,
			"1ms Kick at 0; DuplicatePing 0→1 {N:1}\n5ms FaultsStop\n7ms DeliverPing 0→1 {N:1}; DeliverPing 0→1 {N:1}",
		},
		{
			"without", `"stop": "5ms", "delay": {"min": "15ms"}`,
			"1ms Kick at 0\n5ms FaultsStop\n16ms DeliverPing 0→1 {N:1}",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tape faultstest.Tape
			faultstest.MustRun(t, scene, faultstest.ScenePlan(t, c.plan), &tape)
			if d := cmp.Diff(c.want, tape.Text()); d != "" {
				t.Error(d)
			}
		})
	}
}
