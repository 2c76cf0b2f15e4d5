package checker

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec"
)

// link is a step from one state to another, as TLA+ has it: whatever its labels.
type link struct{ from, to int }

// links are the steps between different states that keep a timer, each with whether its action is Do0.
func (c *clocked) links(timer uint64) map[link]bool {
	all, gone := map[link]bool{}, map[link]bool{}
	for from := range c.edges {
		for _, e := range c.edges[from] {
			step := link{from, int(e.To)}
			all[step] = all[step] || e.Action == 0
			gone[step] = gone[step] || e.Kept&timer == 0
		}
	}
	for step := range gone {
		if gone[step] || step.from == step.to {
			delete(all, step)
		}
	}
	return all
}

// enabled reports whether a step to another state with the action Do0 is possible.
func (c *clocked) enabled(n int) bool {
	for _, e := range c.edges[n] {
		if e.Action == 0 && int(e.To) != n {
			return true
		}
	}
	return false
}

// keeps reports by the definition whether a run that is fair to Do0 may keep a timer for ever and come to a state again
// and again: it stays there, or it goes round by all of some of the steps, which lead from each state to each other.
func (c *clocked) keeps(n int, timer uint64, strong bool) bool {
	if !c.reached()[n] || c.set[n]&timer == 0 {
		return false
	}
	if !c.enabled(n) && c.rests(n)&timer == 0 {
		return true
	}
	var steps []link
	does := c.links(timer)
	for step := range does {
		if c.rests(step.from)&timer == 0 && c.rests(step.to)&timer == 0 {
			steps = append(steps, step)
		}
	}
	for some := 1; some < 1<<len(steps); some++ {
		var round []link
		for i, step := range steps {
			if some>>i&1 != 0 {
				round = append(round, step)
			}
		}
		if c.comesBack(n, round) && c.isFair(round, does, strong) {
			return true
		}
	}
	return false
}

// reached are the states that a run may come to.
func (c *clocked) reached() map[int]bool {
	all := map[int]bool{0: true}
	for range c.edges {
		for n := range all {
			for _, e := range c.edges[n] {
				all[int(e.To)] = true
			}
		}
	}
	return all
}

// comesBack reports whether steps lead from each of their states to each, and one of the states is n.
func (c *clocked) comesBack(n int, steps []link) bool {
	for _, step := range steps {
		from := map[int]bool{step.to: true}
		for range steps {
			for _, s := range steps {
				from[s.to] = from[s.to] || from[s.from]
			}
		}
		for _, s := range steps {
			if !from[s.from] || !from[n] {
				return false
			}
		}
	}
	return true
}

// isFair reports whether a run that repeats steps for ever is fair to Do0.
func (c *clocked) isFair(steps []link, does map[link]bool, strong bool) bool {
	some, all := false, true
	for _, step := range steps {
		if does[step] {
			return true
		}
		some, all = some || c.enabled(step.from), all && c.enabled(step.from)
	}
	return !strong && !all || !some
}

// The states in which a timer may stay set for ever are those of the definition.
func TestKeptTimers(t *testing.T) {
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "states")
		c := &clocked{set: make([]uint64, n), edges: make([][]Edge, n), names: []string{"T", "U"}}
		for i := range n {
			c.set[i] = rapid.SampledFrom([]uint64{0, 1, 2, 3, 3, 3}).Draw(t, "set")
		}
		for range rapid.IntRange(0, 8).Draw(t, "edges") {
			from, to := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			kept := rapid.SampledFrom([]uint64{0, 1, 2, 3, 3, 3}).Draw(t, "kept") & c.set[from] & c.set[to]
			action := rapid.Uint32Range(0, 1).Draw(t, "action")
			c.edges[from] = append(c.edges[from], Edge{uint32(to), action, kept})
		}
		strong := rapid.Bool().Draw(t, "strong")
		runs, err := NewRuns(c, []spec.Fairness{
			spec.TimersRun(), {Name: "Do0", Strong: strong, Of: func(a spec.Action) bool { return a.Name == "Do0" }},
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]uint64, n)
		runs.KeptTimers(func(n int, timers uint64) { got[n] |= timers })
		for i := range n {
			for _, timer := range []uint64{1, 2} {
				want := c.keeps(i, timer, strong)
				if want != (got[i]&timer != 0) {
					t.Fatalf("%+v, strong %t: in state %d timer %b stays set: %t, want %t",
						c, strong, i, timer, !want, want)
				}
				seen[fmt.Sprint(want, strong)]++
			}
		}
	})
	if len(seen) < 4 {
		t.Errorf("of all there is %v was seen", seen)
	}
}
