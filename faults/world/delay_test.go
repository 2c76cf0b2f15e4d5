package world_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
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

// turns notes when each ping departs and arrives.
type turns struct {
	gap              faults.Time
	departs, arrives []faults.Time // by number
}

func (o *turns) Observe(_ *world.World, e *world.Event) {
	for i := range e.Sent {
		o.departs = append(o.departs, e.At+faults.Time(i)*o.gap)
		o.arrives = append(o.arrives, 0)
	}
	if p, is := e.Action.Msg.Body.(faultstest.Ping); is {
		o.arrives[p.N] = e.At
	}
}

// With a gap copies stay in the order in which they depart, as far as they were sent in it: steps
// are not held up by what an earlier one has still to send.
func TestGapKeepsTheOrderOfDepartures(t *testing.T) {
	const kicks, pings = 40, 4
	scene := faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		for range pings {
			out.Send(1, faultstest.Ping{N: n.Holds.N})
			n.Holds.N++
		}
	})
	scene.Inputs = func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
		if at == 0 && state.(*faultstest.TalkerState).N < kicks*pings {
			return []spec.Body{faultstest.Kick{}}
		}
		return nil
	}
	o := &turns{gap: 4 * faultstest.Ms}
	plan := faultstest.ScenePlan(t, `"stop": "400ms", "gap": "4ms", "delay": {"min": "1ms", "max": "15ms"},
		"inputs": {"min": "1ms", "max": "9ms"}`)
	faultstest.MustRun(t, scene, plan, o)
	first, turned := 0, 0
	for a := range o.departs {
		for b := a + 1; b < len(o.departs); b++ {
			switch {
			case o.departs[a] <= o.departs[b] && o.arrives[a] > o.arrives[b]:
				t.Fatalf("%d departs at %s and arrives at %s, %d at %s and %s",
					a, o.departs[a], o.arrives[a], b, o.departs[b], o.arrives[b])
			case o.departs[a] > o.departs[b]:
				first++
				if o.arrives[a] > o.arrives[b] {
					turned++
				}
			}
		}
	}
	if len(o.departs) != kicks*pings || first < 50 || turned < 50 {
		t.Errorf("of %d copies %d times one departed before an earlier one, and %d times arrived so",
			len(o.departs), first, turned)
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
