package explore_test

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Whatever a handler makes of its clock is noticed, but for the lengths of timers.
func TestClockFree(t *testing.T) {
	type step func(*sharer, impl.Event, *impl.Effects)
	for name, c := range map[string]struct {
		step step
		want string
	}{
		"the length of a timer": {func(_ *sharer, ev impl.Event, out *impl.Effects) {
			out.SetTimer("T", 5-ev.Now%5)
		}, ""},
		"the state": {func(n *sharer, ev impl.Event, _ *impl.Effects) {
			n.state.First = int(ev.Now)
		}, "Kick reads the clock: where that says "},
		"a message": {func(_ *sharer, ev impl.Event, out *impl.Effects) {
			out.Send(1, faultstest.Ping{N: int(ev.Now)})
		}, "of effect 1 the field Body.(Ping).N is "},
		"a record": {func(_ *sharer, ev impl.Event, out *impl.Effects) {
			out.Send(1, faultstest.Ping{})
			out.Save(faultstest.Saved{N: int(ev.Now)})
		}, "of effect 2 the field Record.(Saved).N is "},
		"a receiver": {func(_ *sharer, ev impl.Event, out *impl.Effects) {
			out.Send(spec.NodeID(min(ev.Now, 1)), faultstest.Ping{})
		}, "of effect 1 the field To is 1, was 0"},
		"whether a timer is set": {func(_ *sharer, ev impl.Event, out *impl.Effects) {
			if ev.Now > 0 {
				out.SetTimer("T", 1)
			}
		}, "it has 1 effects, was 0"},
		"which timer is set": {func(_ *sharer, ev impl.Event, out *impl.Effects) {
			out.SetTimer(spec.TimerOf("T", spec.NodeID(min(ev.Now, 1))), 1)
		}, "of effect 1 the field Timer is"},
		"a pick": {func(_ *sharer, ev impl.Event, out *impl.Effects) {
			out.Pick("one", spec.AllNodes(2), 1+int(min(ev.Now, 1)))
		}, `it does not come to its end (it picks 2 of {0,1} ("one"), and did not, at clock_free_test.go:46 in`},
		"a panic": {func(_ *sharer, ev impl.Event, _ *impl.Effects) {
			if ev.Now > 0 {
				panic("late")
			}
		}, "it does not come to its end (late, at clock_free_test.go:50 in"},
		"a pick by another rule": {func(n *sharer, _ impl.Event, out *impl.Effects) {
			n.state.First = int(out.Pick("one", spec.AllNodes(2), 1)[0])
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := breach(sharers(func() *sharer { return &sharer{} }, c.step))
			switch {
			case c.want == "" && got.Contract != "":
				t.Errorf("it is refused: %s", got)
			case c.want != "" && (got.Contract != "ClockFree" || !strings.Contains(got.Why, c.want)):
				t.Errorf("breach %q, want %q", got, c.want)
			}
		})
	}
}

// What differs also where the clock reads the same is not the clock's doing.
func TestAMoodIsNoClock(t *testing.T) {
	runs := 0
	got := breach(sharers(func() *sharer { return &sharer{} }, func(n *sharer, _ impl.Event, _ *impl.Effects) {
		runs++
		n.state.First = runs
	}))
	if got.Contract != "StepsRepeat" || !strings.Contains(got.Why, "the field First is ") {
		t.Errorf("breach %q", got)
	}
}

// What says of itself that it reads clocks is not explored, either way.
func TestReadersAreNotExplored(t *testing.T) {
	c := faultstest.Scene(spec.CrashStop)
	c.Reads = true
	const want = "read their clocks, and an exploration knows no time"
	if got := breach(explore.Model(c)); got.Contract != "ClockFree" || !strings.Contains(got.Why, want) {
		t.Errorf("breach %q", got)
	}
	_, err := explore.NewComponents(c, nil, spec.Budget{}, explore.Meets{})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v", err)
	}
	if _, err := explore.NewComponents(network.Cluster{Nodes: 1}, nil, spec.Budget{}, explore.Meets{}); err != nil {
		t.Error(err)
	}
}
