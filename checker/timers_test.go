package checker

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec"
)

// clocked is a small graph that knows of timers: by state those that are set, and by edge those that it keeps.
type clocked struct {
	set   []uint64
	edges [][]Edge
	names []string
}

func (c *clocked) Size() int                      { return len(c.set) }
func (c *clocked) Inits() []int                   { return []int{0} }
func (c *clocked) EdgesFrom(n int) ([]Edge, bool) { return c.edges[n], false }
func (c *clocked) Action(number uint32) spec.Action {
	return spec.Action{Name: fmt.Sprint("Do", number)}
}
func (c *clocked) Timers() []string      { return c.names }
func (c *clocked) TimersIn(n int) uint64 { return c.set[n] }
func (c *clocked) StepsFrom(n int) (steps []Step) {
	for _, e := range c.edges[n] {
		steps = append(steps, Step{c.Action(e.Action), int(e.To)})
	}
	return steps
}

// rests returns the timers to which a stay in a state is fair: those that are not set, and those that a step back to
// the state fires or sets.
func (c *clocked) rests(n int) uint64 {
	rests := ^c.set[n]
	for _, e := range c.edges[n] {
		if int(e.To) == n {
			rests |= ^e.Kept
		}
	}
	return rests
}

// fails reports whether a run that is fair to all timers comes again and again to state bad, by the definition: it
// stays there, or goes round in a set of states that lead to each other.
func (c *clocked) fails(bad int) bool {
	n, all := c.Size(), uint64(1)<<len(c.names)-1
	leads := make([][]bool, n)
	for i := range leads {
		leads[i] = make([]bool, n)
		leads[i][i] = true
		for _, e := range c.edges[i] {
			leads[i][e.To] = true
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				leads[i][j] = leads[i][j] || leads[i][k] && leads[k][j]
			}
		}
	}
	if !leads[0][bad] {
		return false
	}
	if c.rests(bad)&all == all {
		return true
	}
	runs, steps := uint64(0), 0
	for i := range n {
		if !leads[i][bad] || !leads[bad][i] {
			continue
		}
		runs |= c.rests(i)
		for _, e := range c.edges[i] {
			if int(e.To) != i && leads[e.To][bad] && leads[bad][e.To] {
				runs |= ^e.Kept
				steps++
			}
		}
	}
	return steps > 0 && runs&all == all
}

// What is found of a graph with timers is what the definition says, and each counterexample is one.
func TestTimersRun(t *testing.T) {
	found := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "states")
		c := &clocked{set: make([]uint64, n), edges: make([][]Edge, n), names: []string{"T", "U"}}
		for i := range n {
			c.set[i] = rapid.Uint64Range(0, 3).Draw(t, "set")
		}
		for range rapid.IntRange(0, 9).Draw(t, "edges") {
			from, to := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			kept := rapid.Uint64Range(0, 3).Draw(t, "kept") & c.set[from] & c.set[to]
			c.edges[from] = append(c.edges[from], Edge{uint32(to), uint32(len(c.edges[from])), kept})
		}
		bad := rapid.IntRange(0, n-1).Draw(t, "bad")
		fair := []spec.Fairness{spec.TimersRun()}
		p := Temporal{"P", spec.Stable, func(n int) bool { return n != bad }}
		runs, err := NewRuns(c, fair, nil)
		if err != nil {
			t.Fatal(err)
		}
		lasso, byTimers, err := runs.Judge(p)
		if err != nil {
			t.Fatal(err)
		}
		untimed, err := Live(c, nil, p)
		if err != nil {
			t.Fatal(err)
		}
		if want := lasso == nil && untimed != nil; want != byTimers {
			t.Fatalf("it holds by timers alone: %t, without the condition %v is found", byTimers, untimed)
		}
		if want := c.fails(bad); want != (lasso != nil) {
			t.Fatalf("a counterexample is found: %t, want %t", lasso != nil, want)
		}
		if found[lasso != nil]++; lasso != nil {
			if err := lasso.Verify(c, fair, p); err != nil {
				t.Fatalf("%v\n%s", err, lasso)
			}
		}
	})
	if found[true] == 0 || found[false] == 0 {
		t.Errorf("counterexamples were found or not in so many graphs: %v", found)
	}
}

// A run in which a timer stays set is no counterexample, and the check of counterexamples says why.
func TestKeptTimer(t *testing.T) {
	c := &clocked{[]uint64{1, 1}, [][]Edge{{{1, 0, 1}}, {{0, 1, 1}}}, []string{"timer T at 0"}}
	p := Temporal{"P", spec.Stable, func(n int) bool { return n != 1 }}
	fair := []spec.Fairness{spec.TimersRun()}
	if lasso, err := Live(c, fair, p); lasso != nil || err != nil {
		t.Errorf("it finds %v, %v", lasso, err)
	}
	round := &Lasso{Cycle: []Step{{c.Action(0), 1}, {c.Action(1), 0}}}
	if err := round.Verify(c, fair, p); err == nil || !strings.Contains(err.Error(), "timer T at 0 stays set") {
		t.Errorf("it says %v", err)
	}
	if _, err := Live(written{[]int{0}, [][]Step{nil}}, fair, p); err == nil {
		t.Error("a graph that knows no timers is judged by them")
	}
}

// However many combinations of timers the steps keep, the runs are judged.
func TestManyTimers(t *testing.T) {
	const steps = 1 << 17
	c := &clocked{set: []uint64{steps - 1, steps - 1}, edges: make([][]Edge, 2), names: make([]string, 17)}
	for kept := range uint64(steps) {
		from := uint32(kept % 2)
		c.edges[from] = append(c.edges[from], Edge{1 - from, from, kept})
	}
	p := Temporal{"P", spec.Stable, func(n int) bool { return n != 1 }}
	if lasso, err := Live(c, []spec.Fairness{spec.TimersRun()}, p); lasso == nil || err != nil {
		t.Errorf("it finds %v, %v", lasso, err)
	}
}
