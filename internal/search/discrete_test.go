package search_test

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/internal/search"
	"github.com/scrutineer-go/scrutineer/spec"
)

// times are kinds of discrete time.
var times = map[string]spec.DiscreteTime{
	"a horizon":            {Horizon: 5},
	"bounded delay":        {Horizon: 6, Delay: 1},
	"steady clocks":        {Horizon: 6, Delay: 1, Steady: 3},
	"late timers":          {Horizon: 5, Delay: 2, Late: 1},
	"skew":                 {Horizon: 4, Delay: 1, Skew: 1},
	"relative":             {Reading: time.Duration(0), Span: 4, Delay: 1},
	"relative, with skew":  {Reading: time.Duration(0), Span: 6, Delay: 1, Skew: 2},
	"relative, steady":     {Reading: time.Duration(0), Span: 6, Delay: 1, Steady: 2},
	"relative, long delay": {Reading: time.Duration(0), Span: 6, Delay: 3},
}

// budgets are those under which the fast search is held against the simple one.
var budgets = []map[string]int{{}, {"crash": 1, "duplicate": 1}, {"drift": 1, "crashIn": 1}, {"loss": 1, "drift": 2}}

// The fast search agrees with the simple one in discrete time: on every state and every step.
func TestFastAgreesWithSimpleInDiscreteTime(t *testing.T) {
	compared := 0
	for name, discrete := range times {
		discrete.Unit = time.Millisecond
		for n, most := range budgets {
			failures := []spec.Failures{spec.CrashStop, spec.MessagesWait, spec.MessagesVanish}[n%3]
			t.Run(name, func(t *testing.T) {
				compared += bothWays(t, most, failures, n%2 == 1, &discrete)
			})
		}
	}
	t.Logf("%d states", compared)
}

// bothWays explores stampers fast and simply, and returns how many states they have.
func bothWays(t *testing.T, most map[string]int, failures spec.Failures, ordered bool, d *spec.DiscreteTime) int {
	t.Helper()
	const enough = 3_000 // for the simple search; the fast one explores more if there are more
	b := spec.Budget{
		Lines:    spec.FaultLines("crash", "crashIn", "drift", "duplicate", "loss"),
		MayCrash: spec.AllNodes(2),
	}
	for i := range b.Lines {
		b.Lines[i].Most = most[b.Lines[i].Name]
	}
	c := faultstest.Stampers(2, failures, ordered, d)
	x := checker.Explore(spec.Bounded(explore.Model(c), b), checker.Options[spec.Spent[explore.Global]]{
		MaxStates: enough, KeepSteps: true,
	})
	components, err := explore.NewComponents(c, nil, b, explore.Meets{})
	if err != nil {
		t.Fatal(err)
	}
	r := search.Reach(components, 3, search.Options{MaxStates: 20 * enough})
	if x.Breach != nil || r.Breach != nil {
		t.Fatalf("%v, %v", x.Breach, r.Breach)
	}
	number := map[string]int{}
	for n := range r.Size() {
		s := r.State(n)
		number[codec.Key(spec.Spent[explore.Global]{State: components.State(s), Spent: components.Spent(s.Spent)})] = n
	}
	whole := x.Complete
	if len(number) != r.Size() || whole && r.Size() != len(x.States) {
		t.Fatalf("%d states, %d of them different, and simply %d", r.Size(), len(number), len(x.States))
	}
	for n, steps := range x.Steps {
		from, known := number[codec.Key(x.States[n])]
		edges, _ := r.EdgesFrom(from)
		if !known || (whole || len(steps) > 0) && len(edges) != len(steps) {
			t.Fatalf("state %d is known: %t, with %d steps; simply %d", n, known, len(edges), len(steps))
		}
		for _, step := range steps {
			want, found := number[codec.Key(x.States[step.To])], false
			for _, e := range edges {
				found = found || int(e.To) == want && r.Action(e.Action).Same(step.Action)
			}
			if !found {
				t.Fatalf("the fast search does not take %s", step.Action)
			}
		}
	}
	return len(x.States)
}
