package pipeline

import (
	"flag"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// checks has rapid draw so many instances, a fifth of them with -short.
func checks(t *testing.T, n string) {
	t.Helper()
	f := flag.Lookup("rapid.checks")
	was := f.Value.String()
	if err := f.Value.Set(n); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Value.Set(was) })
}

// problems are small ones, as awkward as they come: nodes that carry nothing, clusters without a master, links that
// are not there, delays of which many are equal.
func problems(streams int, equal bool) *rapid.Generator[Problem] {
	return rapid.Custom(func(t *rapid.T) Problem {
		p := Problem{Stages: rapid.IntRange(1, 3).Draw(t, "stages")}
		number := func(name string, least, most int64) int64 { return rapid.Int64Range(least, most).Draw(t, name) }
		for stage := range p.Stages {
			for range number("clusters", 1, 3) {
				c := Cluster{Stage: stage + 1, Master: NoMaster}
				for range number("nodes", 2, 4) {
					c.Nodes = append(c.Nodes, 9-number("less", 0, 9))
				}
				if most := int64(len(c.Nodes)) - 1; number("has a master", 0, 19) < 19 {
					c.Master = int(number("master", 0, most))
					if down := int(most - number("down", 0, 2*most)); down >= 0 && down != c.Master {
						c.Down = []int{down}
					}
				}
				p.Clusters = append(p.Clusters, c)
			}
		}
		// As good a shuffle as any: clusters of a stage need not stand together.
		if len(p.Clusters) > 2 && rapid.Bool().Draw(t, "shuffled") {
			slices.Reverse(p.Clusters[1:])
		}
		row := func() []int64 {
			delays := make([]int64, len(p.Clusters))
			for c := range delays {
				if delays[c] = number("delay", 0, 17) % 9; delays[c] == 8 {
					delays[c] = NoLink
				}
			}
			return delays
		}
		for range p.Clusters {
			p.Delays = append(p.Delays, row())
		}
		p.Cloud = row()
		demand := number("demand", 1, 3)
		for range streams {
			if !equal {
				demand = number("demand", 1, 5)
			}
			p.Streams = append(p.Streams, Stream{Sensor: int(number("sensor", 0, 2)), Demand: demand})
		}
		for range 3 {
			p.Sensors = append(p.Sensors, row())
		}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		return p
	})
}

// feasible demands that a plan breaks no rule, and costs what is said.
func feasible(t *rapid.T, p Problem, plan Plan, cost int64) {
	t.Helper()
	if err := p.Verify(plan); err != nil {
		t.Fatal(err)
	}
	if p.Cost(plan) != cost {
		t.Fatalf("%v costs %d, not %d", plan, p.Cost(plan), cost)
	}
}

// one is the best path of each stream by itself: that of the problem that has no others.
func TestOneIsTheBest(t *testing.T) {
	checks(t, "3000")
	rapid.Check(t, func(t *rapid.T) {
		p := problems(2, false).Draw(t, "problem")
		for s := range p.Streams {
			alone := p
			alone.Streams = p.Streams[s : s+1]
			best, _, cost := enumerate(alone, nil)
			path, least := One(p, s)
			if (path == nil) != (best == nil) || path != nil && least != cost {
				t.Fatalf("%d: %v for %d, there is %v for %d", s, path, least, best, cost)
			}
			if path == nil {
				continue
			}
			feasible(t, alone, Plan{path}, cost)
			if d := cmp.Diff(best[0], path); d != "" {
				t.Fatalf("of equal ones the first (-want +got):\n%s", d)
			}
		}
	})
}

// Equal demands are a flow.
func TestFlowIsTheBest(t *testing.T) {
	checks(t, "3000")
	rapid.Check(t, func(t *rapid.T) {
		p := problems(rapid.IntRange(0, 4).Draw(t, "streams"), true).Draw(t, "problem")
		best, _, cost := enumerate(p, nil)
		plan, there, err := Flow(p)
		if err != nil || there != (best != nil) || there != (plan != nil) {
			t.Fatalf("%v, %v: %v, there is %v", there, err, plan, best)
		}
		a := Form(p)
		if !a.Proven || a.Cost != cost || a.Bound != cost || (a.Plan == nil) != (best == nil) {
			t.Fatalf("%+v, there is %v for %d", a, best, cost)
		}
		if there {
			feasible(t, p, plan, cost)
			feasible(t, p, a.Plan, cost)
		}
	})
}

// Demands that differ are refused where they cannot be a flow.
func TestFlowRefuses(t *testing.T) {
	_, _, err := Flow(Partition([]int64{2, 2, 3}))
	if want := "streams[2].demand: 3, all must be equal, and the first is 2"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}

// The search finds the best plan; what is without it never claims more than it has: its plans break no rule, none
// costs less than the best, its bound is never above.
func TestSearchIsTheBest(t *testing.T) {
	checks(t, "3000")
	none := 0
	defer func() { t.Logf("%d have no plan", none) }()
	rapid.Check(t, func(t *rapid.T) {
		p := problems(rapid.IntRange(1, 4).Draw(t, "streams"), false).Draw(t, "problem")
		best, _, cost := enumerate(p, nil)
		if best == nil {
			none++
		}
		for name, a := range map[string]Answer{"Form": Form(p), "Search": Search(p, 100_000)} {
			if !a.Proven || (a.Plan == nil) != (best == nil) || a.Cost != cost || a.Bound != cost {
				t.Fatalf("%s: %v, %+v; there is %v for %d", name, a, a, best, cost)
			}
			if best != nil {
				feasible(t, p, a.Plan, cost)
			}
		}
		bound, possible := Bound(p)
		if best != nil && (!possible || bound > cost) {
			t.Fatalf("the bound is %d, %v; there is %v for %d", bound, possible, best, cost)
		}
		// The heuristic, and a search that is over at once.
		for name, a := range map[string]Answer{"Heuristic": Heuristic(p), "Search": Search(p, 1)} {
			switch {
			case best != nil && a.Bound > cost, best == nil && a.Plan != nil, a.Plan != nil && a.Cost < cost:
				t.Fatalf("%s: %+v, there is %v for %d", name, a, best, cost)
			case a.Proven && ((a.Plan == nil) != (best == nil) || a.Cost != cost):
				t.Fatalf("%s: %+v is not proven, there is %v for %d", name, a, best, cost)
			case a.Plan != nil:
				feasible(t, p, a.Plan, a.Cost)
			}
		}
		for _, plan := range []Plan{Greedy(p), Nearest(p)} {
			if plan != nil {
				feasible(t, p, plan, p.Cost(plan))
			}
		}
	})
}

// The search needs no plan to begin with, and prices of any height change nothing but how much it looks at. Where it
// is over too early it says so.
func TestBranchIsTheBest(t *testing.T) {
	checks(t, "2000")
	rapid.Check(t, func(t *rapid.T) {
		p := problems(rapid.IntRange(1, 4).Draw(t, "streams"), false).Draw(t, "problem")
		best, _, cost := enumerate(p, nil)
		task := newTask(p)
		at := prices{rapid.Int64Range(1, 8).Draw(t, "scale"), make([]int64, len(p.Clusters))}
		for c := range at.of {
			at.of[c] = rapid.Int64Range(0, 20).Draw(t, "price")
		}
		plan, proven := task.branch(nil, at, 1_000_000)
		if !proven || (plan == nil) != (best == nil) {
			t.Fatalf("%v, %v; there is %v for %d", plan, proven, best, cost)
		}
		if best != nil {
			feasible(t, p, plan, cost)
		}
		effort := rapid.IntRange(1, 20).Draw(t, "effort")
		if plan, proven = task.branch(nil, at, effort); proven && (plan == nil || p.Cost(plan) != cost) && best != nil {
			t.Fatalf("%v, and that is not proven; there is %v for %d", plan, best, cost)
		}
	})
}

// After a master has failed as few streams move as can be, and of such plans it is one of least cost.
func TestReplanMovesTheFewest(t *testing.T) {
	checks(t, "3000")
	none := 0
	defer func() { t.Logf("%d have no plan", none) }()
	rapid.Check(t, func(t *rapid.T) {
		p := problems(rapid.IntRange(1, 4).Draw(t, "streams"), rapid.Bool().Draw(t, "equal")).Draw(t, "problem")
		earlier := Form(p).Plan
		if earlier == nil {
			none++
			return // nothing can be moved
		}
		cluster := rapid.SampledFrom(slices.Concat(earlier...)).Draw(t, "cluster")
		substitute := rapid.SampledFrom(append(p.Clusters[cluster].Carriers(), NoMaster)).Draw(t, "substitute")
		after, err := Fail(p, cluster, substitute)
		if err != nil || after.Check() != nil {
			t.Fatal(err, after.Check())
		}
		best, moved, cost := enumerate(after, earlier)
		a, err := Replan(after, earlier)
		if err != nil || !a.Proven || (a.Plan == nil) != (best == nil) || a.Moved != moved || a.Cost != cost {
			t.Fatalf("%v, %+v; there is %v that moves %d for %d", err, a, best, moved, cost)
		}
		if best == nil {
			return
		}
		feasible(t, after, a.Plan, cost)
		if a.MovedAtLeast != moved || a.Bound != cost || after.Verify(earlier) == nil && moved != 0 {
			t.Fatalf("%+v: %d moved", a, moved)
		}
		a, err = replan(after, earlier, 0)
		worse := a.Moved > moved || a.Moved == moved && a.Cost >= cost
		if err != nil || a.MovedAtLeast > moved || a.Plan != nil && !worse {
			t.Fatalf("%v, without the search %+v; there is %v that moves %d for %d", err, a, best, moved, cost)
		}
	})
}
