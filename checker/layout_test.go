package checker

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec"
)

// numbered gives the actions of a written graph numbers, by their names.
type numbered struct {
	written
	names     []string
	exhausted []int
	asked     []int // how often each state was
	actions   []int // how often each action was
	edges     []Edge
}

func number(w written, exhausted ...int) *numbered {
	g := &numbered{written: w, exhausted: exhausted, asked: make([]int, w.Size())}
	for _, steps := range w.steps {
		for _, step := range steps {
			if !slices.Contains(g.names, step.Action.Name) {
				g.names = append(g.names, step.Action.Name)
			}
		}
	}
	slices.Reverse(g.names) // so that they are not met in order
	g.actions = make([]int, len(g.names))
	return g
}

func (g *numbered) EdgesFrom(n int) ([]Edge, bool) {
	g.asked[n]++
	g.edges = g.edges[:0]
	for _, step := range g.steps[n] {
		g.edges = append(g.edges, Edge{To: uint32(step.To), Action: uint32(slices.Index(g.names, step.Action.Name))})
	}
	return g.edges, slices.Contains(g.exhausted, n)
}

func (g *numbered) Action(number uint32) spec.Action {
	g.actions[number]++
	return spec.Action{Name: g.names[number]}
}

// A graph with numbers has the counterexamples that it has without, to the last step,
// whatever the graph, the fairness and the property.
func TestNumbersChangeNothing(t *testing.T) {
	seen := map[string]bool{}
	one := func(t *rapid.T) {
		s := drawSmall(t)
		kind := rapid.SampledFrom([]spec.PropertyKind{eventually, recurrent, stable}).Draw(t, "property")
		p := Temporal{"P", kind, func(n int) bool { return s.bad>>n&1 == 0 }}
		want, err := Live(s.graph, s.fair, p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Live(number(s.graph), s.fair, p)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s (%v), without numbers %s", shape(got), err, shape(want))
		}
		seen[fmt.Sprint(got == nil, got != nil && got.Blocked())] = true
	}
	for range 10 {
		rapid.Check(t, one)
	}
	if len(seen) != 3 {
		t.Errorf("not every kind of result was seen: %v", seen)
	}
}

// The pass asks for each state once and for each action once, however many conditions,
// steps and properties there are, and keeps which states are exhausted.
func TestLaidOutInOnePass(t *testing.T) {
	g := number(sketch(t, "0 A 1, 1 B 2, 2 A 0, 2 B 2, 2 B 1, 1 A 3, 3 A 3"), 1, 3)
	r, err := NewRuns(g, conditions("WF A, SF A B"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []spec.PropertyKind{eventually, recurrent, stable} {
		if _, err := r.Live(Temporal{"P", kind, func(n int) bool { return n == 3 }}); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(g.asked, []int{1, 1, 1, 1}) || !slices.Equal(g.actions, []int{1, 1}) || r.Steps() != 5 {
		t.Errorf("states were asked %d times, actions %d times, %d steps", g.asked, g.actions, r.Steps())
	}
	for n := range g.Size() {
		if r.Exhausted(n) != slices.Contains(g.exhausted, n) {
			t.Errorf("state %d is exhausted: %t", n, r.Exhausted(n))
		}
	}
	plain, err := NewRuns(g.written, nil, nil)
	if err != nil || plain.Exhausted(1) {
		t.Errorf("a graph without numbers has an exhausted state (%v)", err)
	}
}

// Two steps between the same states count for what either does, also where a third
// condition makes the masks of all of them differ.
func TestStepsBetweenTheSameStatesAreOne(t *testing.T) {
	w := sketch(t, "0 A 1, 0 B 1, 0 C 2, 0 C 1, 0 B 2, 1 A 0")
	fair := conditions("WF A, SF B, WF C")
	for name, g := range map[string]Finished{"steps": w, "numbers": number(w)} {
		r, err := NewRuns(g, fair, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := [3]uint64{r.counts(0, 1, 0), r.counts(0, 2, 0), r.counts(1, 0, 0)}
		if got != [3]uint64{7, 6, 1} || r.Steps() != 3 {
			t.Errorf("%s: %d steps count for %b", name, r.Steps(), got)
		}
	}
}

// Whoever watches ends the pass before any state.
func TestTheLayoutIsWatched(t *testing.T) {
	stop := errors.New("stop")
	for most := range 3 {
		g := number(sketch(t, "0 A 1, 1 B 2"))
		calls := 0
		r, err := NewRuns(g, nil, func() error {
			if calls++; calls > most {
				return stop
			}
			return nil
		})
		asked := 0
		for _, times := range g.asked {
			asked += times
		}
		if r != nil || !errors.Is(err, stop) || asked != most {
			t.Errorf("stopped after %d states: %v, %d were asked", most, err, asked)
		}
	}
}

// What Runs holds is within what RunBytes says.
func TestRunBytes(t *testing.T) {
	g := &synthetic{size: 20_000}
	r, err := NewRuns(g, conditions("WF DeliverA, SF Leave"), nil)
	if err != nil {
		t.Fatal(err)
	}
	held := 4*cap(r.first) + 4*cap(r.to) + 2*cap(r.kind) + 8*cap(r.exhausted) + 4*g.size // the last one while it works
	if most := RunBytes(r.Size(), r.Steps(), false); int64(held) > most || int64(4*held) < most {
		t.Errorf("%d bytes are held, RunBytes says %d", held, most)
	}
}
