package world_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// picking is a scene in which process 0 picks by weight.
func picking(k int, weights ...int) network.Cluster {
	return faultstest.Scene(spec.CrashStop, func(n *faultstest.Talker, _ impl.Event, out *impl.Effects) {
		n.Holds.N = 1
		out.PickBy("whom", spec.AllNodes(len(weights)), k, weights)
	})
}

// picked counts what is picked, over runs of seeds.
func picked(t *testing.T, c network.Cluster, runs int) map[string]int {
	t.Helper()
	counts := map[string]int{}
	p := faultstest.ScenePlan(t, "")
	for seed := range uint64(runs) {
		p.Seed = seed
		faultstest.MustRun(t, c, p, picks{counts})
	}
	return counts
}

type picks struct{ counts map[string]int }

func (p picks) Observe(_ *world.World, e *world.Event) {
	if e.Action.Name == "Kick" {
		p.counts[e.Action.Pick.String()]++
	}
}

// A pick by weight draws one member after another. The chance of each remaining member is in proportion to its weight.
func TestPicksByWeight(t *testing.T) {
	const runs = 2500
	for _, c := range []struct {
		k       int
		weights []int
		want    map[string]int // of 10,000
	}{
		{1, []int{1, 2, 0, 7}, map[string]int{"{0}": 1000, "{1}": 2000, "{3}": 7000}},
		// 0 then 1: 1/10 * 2/9; 1 then 0: 2/10 * 1/8; and so on.
		{2, []int{1, 2, 0, 7}, map[string]int{"{0,1}": 472, "{0,3}": 3111, "{1,3}": 6417}},
		{2, []int{5, 5, 5}, map[string]int{"{0,1}": 3333, "{0,2}": 3333, "{1,2}": 3333}},
		{1, []int{impl.MostWeight, impl.MostWeight, impl.MostWeight, impl.MostWeight}, map[string]int{
			"{0}": 2500, "{1}": 2500, "{2}": 2500, "{3}": 2500,
		}},
		{3, []int{1, 0, 1}, map[string]int{"{0,2}": 10_000}},
		{1, []int{0, 0, 0}, map[string]int{"{}": 10_000}},
	} {
		got := picked(t, picking(c.k, c.weights...), runs)
		for set, n := range got {
			if of, ok := c.want[set]; !ok || n*10_000/runs < of-400 || n*10_000/runs > of+400 {
				t.Errorf("%d by %v: %s is picked in %d of %d runs, want %d of 10000", c.k, c.weights, set, n, runs, of)
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%d by %v: %v are picked, want %v", c.k, c.weights, got, c.want)
		}
	}
}

// A pin says what is picked by weight, unless the member has none.
func TestPicksByWeightArePinned(t *testing.T) {
	for set, possible := range map[string]bool{"[0, 2]": true, "[0, 3]": true, "[0, 1]": false, "[3]": false} {
		var tape faultstest.Tape
		p := faultstest.ScenePlan(t, `"pins": [{"pick": {"node": 0, "nth": 1, "set": `+set+`}}]`)
		c := picking(2, 1, 0, 1, 1)
		c.Nodes = 4
		unmatched := faultstest.MustRun(t, c, p, &tape).Unmatched
		want := "1ms Kick at 0, picks {" + strings.ReplaceAll(strings.Trim(set, "[]"), " ", "") + "}"
		if possible != (tape.Lines[0] == want) || possible != (len(unmatched) == 0) {
			t.Errorf("pinned to %s: %s, unmatched %v", set, tape.Lines[0], unmatched)
		}
	}
}

// What is drawn by weight is named as a pin, with which the run is the same.
func TestPicksByWeightAreNamed(t *testing.T) {
	c := picking(1, 1, 2, 3)
	for seed := range uint64(20) {
		p := faultstest.ScenePlan(t, "")
		p.Seed = seed
		named, err := world.Explicit(c, p, false)
		if err != nil {
			t.Fatal(err)
		}
		if len(named.Pins) == 0 {
			t.Fatalf("seed %d: no pick is named", seed)
		}
		if _, is := named.Pins[len(named.Pins)-1].Kind.(*faults.PickPin); !is {
			t.Errorf("seed %d: %s is the last pin, want the pick", seed, named.Pins[len(named.Pins)-1].Words())
		}
		want := faultstest.MustRun(t, c, p).Digest
		named.Seed++
		if got := faultstest.MustRun(t, c, named).Digest; got != want {
			t.Errorf("seed %d: the explicit plan gives another run", seed)
		}
	}
}

// A pick by weight is the one pick of its step. Wrong weights are a failure of the process.
func TestPicksByWeightFail(t *testing.T) {
	for _, c := range []struct {
		want world.Breach
		step func(*impl.Effects)
	}{
		{
			world.Breach{
				Contract: "PickOnce",
				Why:      `process 0 picks a second time ("two"); one handler run is one action with one pick`,
			},
			func(out *impl.Effects) {
				out.Pick("one", spec.AllNodes(3), 1)
				out.PickBy("two", spec.AllNodes(3), 1, []int{1, 1, 1})
			},
		},
		{
			world.Breach{
				Contract: impl.EffectsCanBeDone,
				Why:      `the pick "one" has 1 weights for 3 members: give each its own`,
			},
			func(out *impl.Effects) { out.PickBy("one", spec.AllNodes(3), 1, []int{1}) },
		},
	} {
		fails := faultstest.Scene(spec.CrashStop, func(_ *faultstest.Talker, _ impl.Event, out *impl.Effects) {
			c.step(out)
		})
		if d := cmp.Diff(&c.want, faultstest.MustRun(t, fails, faultstest.ScenePlan(t, "")).Breach); d != "" {
			t.Error(d)
		}
	}
}
