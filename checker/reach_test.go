package checker

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec"
)

// drawGraph draws a graph of at most so many states, most of them reachable.
func drawGraph(t *rapid.T, most int) graph {
	g := graph{}
	n := rapid.IntRange(1, most).Draw(t, "states")
	for s := range n {
		for i := range rapid.IntRange(0, 4).Draw(t, "steps") {
			name := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "name")
			g[s] = append(g[s], edge{name, i, rapid.IntRange(0, n-1).Draw(t, "to")})
		}
	}
	return g
}

// Reach says what Explore says, on any graph and for any number of workers.
func TestReachSaysWhatExploreSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 30)
		properties := []spec.Property[int]{never(3), reaches(5), never(1 + rapid.IntRange(0, 30).Draw(t, "bad"))}
		until := rapid.Bool().Draw(t, "until violated")
		x := Explore[int](g, Options[int]{Properties: properties, UntilViolated: until, KeepSteps: true})
		for workers := 1; workers <= 3; workers++ {
			r := Reach(Plain[int](g), ReachOptions[int]{
				Properties: func() []spec.Property[int] { return properties }, UntilViolated: until, Workers: workers,
			})
			sameFindings(t, r, x)
		}
	})
}

func sameFindings(t *rapid.T, r *Reached[int], x *Exploration[int]) {
	if r.Size() != len(x.States) || r.Depth != x.Depth || r.Whole() != x.Complete || x.Complete && r.Edges != x.Edges {
		t.Fatalf("%d states, %d edges, depth %d, %s; simply %d, %d, %d, complete %t",
			r.Size(), r.Edges, r.Depth, r.Ended, len(x.States), x.Edges, x.Depth, x.Complete)
	}
	for i, want := range x.Results {
		got := r.Results[i]
		if got.Verdict != want.Verdict || got.Why != want.Why || len(got.Path.States) != len(want.Path.States) {
			t.Fatalf("%s: %s (%s) after %v, simply %s (%s) after %v", want.Property.Name, got.Verdict, got.Why,
				got.Path.States, want.Verdict, want.Why, want.Path.States)
		}
	}
	for n := range r.Expanded() {
		m, _ := x.Number(r.State(n))
		if m != n { // a plain model has its steps in one order
			t.Fatalf("state %d has number %d, simply %d", r.State(n), n, m)
		}
		if m < x.Expanded() && !slices.EqualFunc(r.StepsFrom(n), x.StepsFrom(m), func(a, b Step) bool {
			return a.Action.Same(b.Action) && a.To == b.To
		}) {
			t.Fatalf("state %d has other steps", n)
		}
	}
}

// counter counts up to its number.
type counter struct{ most int }

func (c counter) graph() graph {
	g := graph{}
	for n := range c.most {
		g[n] = []edge{{"Up", 0, n + 1}}
	}
	return g
}

// panicking is a graph one of whose steps panics.
type panicking struct {
	graph
	at int
}

func (p panicking) Do(s int, a spec.Action) (int, bool) {
	if s == p.at {
		panic("it fell")
	}
	return p.graph.Do(s, a)
}

// refusing offers a step and then refuses it.
type refusing struct {
	graph
	at int
}

func (p refusing) Do(s int, a spec.Action) (int, bool) {
	if s == p.at {
		return s, false
	}
	return p.graph.Do(s, a)
}

func TestReachBlamesTheModel(t *testing.T) {
	long := counter{most: 10_000}.graph()
	for _, c := range []struct {
		name  string
		model spec.Model[int]
		bad   func(int) error
		at    int
		want  string
	}{
		{"a step panics", panicking{long, 7000}, nil, 7000, "NoPanic: at or after Up at 0: it fell"},
		{"a step is refused", refusing{long, 5}, nil, 5, "ActionsCanBeDone"},
		{"a property panics", long, func(s int) error {
			if s == 6000 {
				panic("cannot judge")
			}
			return nil
		}, 6000, "NoPanic: cannot judge"},
		{"nowhere to begin", starting{long, nil}, nil, -1, "SomewhereToBegin"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for workers := 1; workers <= 3; workers++ {
				r := Reach(Plain(c.model), ReachOptions[int]{Workers: workers, Properties: func() []spec.Property[int] {
					if c.bad == nil {
						return nil
					}
					return []spec.Property[int]{{Name: "P", Check: c.bad}}
				}})
				if r.Breach == nil || !strings.Contains(r.Breach.Contract+": "+r.Breach.Why, c.want) {
					t.Fatalf("%s, %+v; want %s", r.Ended, r.Breach, c.want)
				}
				if c.at >= 0 && r.Breach.Path.Last() != c.at {
					t.Errorf("the path ends in %d, want %d", r.Breach.Path.Last(), c.at)
				}
				for _, result := range r.Results {
					if result.Verdict != spec.Undecided {
						t.Errorf("%s although nothing can be believed", result.Verdict)
					}
				}
			}
		})
	}
}

// A search that does not see everything never says that something holds.
func TestReachEndsHonestly(t *testing.T) {
	long := counter{most: 300_000}.graph()
	stop := errors.New("stop")
	for _, c := range []struct {
		name   string
		o      ReachOptions[int]
		ended  End
		states int // 0: not looked at
	}{
		{"bound", ReachOptions[int]{MaxStates: 10_000}, BoundHit, 10_000},
		{"bound of one", ReachOptions[int]{MaxStates: 1}, BoundHit, 1},
		{"memory", ReachOptions[int]{MaxBytes: 1 << 20}, MemoryOut, 0},
		{"stopped", ReachOptions[int]{Progress: func(p Progress) error {
			if p.States > 20_000 {
				return stop
			}
			return nil
		}}, Stopped, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.Properties = func() []spec.Property[int] { return []spec.Property[int]{never(-1), reaches(-1)} }
			r := Reach(Plain[int](long), c.o)
			if r.Ended != c.ended || c.states > 0 && (r.Size() != c.states || r.Judged != c.states) {
				t.Errorf("%s, %d states, %d judged; want %s with %d", r.Ended, r.Size(), r.Judged, c.ended, c.states)
			}
			if r.Size() > 100_000 {
				t.Errorf("%d states were found before it ended", r.Size())
			}
			if r.Results[0].Verdict != spec.NoViolation || r.Results[1].Verdict != spec.Undecided {
				t.Errorf("verdicts %s and %s", r.Results[0].Verdict, r.Results[1].Verdict)
			}
			if c.ended == MemoryOut && r.Bytes() > 1<<20 {
				t.Errorf("%d bytes were taken, %d allowed", r.Bytes(), 1<<20)
			}
			if c.ended == Stopped && !errors.Is(r.Cause, stop) {
				t.Errorf("the cause is %v", r.Cause)
			}
		})
	}
}

// What is found at the bound is judged, also what is not expanded any more.
func TestReachJudgesWhatItFinds(t *testing.T) {
	long := counter{most: 300_000}.graph()
	r := Reach(Plain[int](long), ReachOptions[int]{
		MaxStates: 5_000, Workers: 2,
		Properties: func() []spec.Property[int] { return []spec.Property[int]{never(4_999), never(5_000)} },
	})
	if r.Results[0].Verdict != spec.Violated || len(r.Results[0].Path.States) != 5_000 {
		t.Errorf("%s after %d states", r.Results[0].Verdict, len(r.Results[0].Path.States))
	}
	if r.Results[1].Verdict != spec.NoViolation {
		t.Errorf("state 5000 is beyond the bound, and its property %s", r.Results[1].Verdict)
	}
}

// The states have the same numbers for any number of workers, although the seed of the
// hashes differs.
func TestNumbersDoNotDependOnWorkers(t *testing.T) {
	var first string
	for workers := 1; workers <= 4; workers++ {
		r := Reach(Plain[committing](twoPhase(5)), ReachOptions[committing]{Workers: workers})
		var all []string
		for n := range r.Size() {
			all = append(all, fmt.Sprint(r.State(n), r.Parent(n)))
		}
		if text := strings.Join(all, "\n"); first == "" {
			first = text
		} else if text != first {
			t.Errorf("%d workers number the states in another way than one", workers)
		}
	}
}
